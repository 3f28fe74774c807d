/** How much more was asked after an action than before it, of the resource that its record sets it against. */
import type { Decimal } from '@kept/domain/decimal.ts'
import { type Hour, toHour } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { DemandGrowth } from '@kept/domain/substitution.ts'
import { demandGrowthOf, demandHours } from '@kept/engine/savings/substitution/demand-growth.ts'
import { removesCapacity } from '@kept/engine/savings/substitution/removed-capacity.ts'
import { readDemand } from '@kept/store/metrics/read-demand.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { CountingAction } from './month-order.ts'

export async function readDemandGrowth(
  warehouse: Warehouse,
  scope: Scope,
  counting: readonly CountingAction[],
): Promise<DemandGrowth[]> {
  const found: DemandGrowth[] = []
  for (const { action, demand } of counting) {
    if (!demand || action.kind === 'commitment' || !removesCapacity(action)) continue
    const at = toHour(action.effective_time)
    const measured = async (from: Hour): Promise<Decimal[]> => {
      const values = await readDemand(warehouse, scope, demand, { from, to: from + demandHours, grain: 'hour' })
      return values === 'share' ? [] : [...values.values()]
    }
    const growth = demandGrowthOf(action.id, await measured(at - demandHours), await measured(at))
    if (growth) found.push(growth)
  }
  return found.toSorted((a, b) => (a.action < b.action ? -1 : 1))
}
