/** Growth of demand after an action, by the metric recorded with it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { DemandGrowth } from '@kept/domain/substitution.ts'
import { demandGrowthOf, demandHours } from '@kept/engine/savings/substitution/demand-growth.ts'
import { removesCapacity } from '@kept/engine/savings/substitution/removed-capacity.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { readDemand } from '@kept/store/metrics/read-demand.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { CountingAction } from './month-order.ts'

export async function readDemandGrowth(
  warehouse: Warehouse,
  scope: Scope,
  counting: readonly CountingAction[],
): Promise<DemandGrowth[]> {
  const growths: DemandGrowth[] = []
  for (const { action, demand } of counting) {
    if (!demand || action.kind === 'commitment' || !removesCapacity(action)) continue
    const effectiveHour = toHour(action.effective_time)
    const measured = async (from: Hour): Promise<Decimal[]> => {
      const values = await readDemand(warehouse, scope, demand, { from, to: from + demandHours, grain: 'hour' })
      return values === 'share' ? [] : [...values.values()]
    }
    const growth = demandGrowthOf(action.id, await measured(effectiveHour - demandHours), await measured(effectiveHour))
    if (growth) growths.push(growth)
  }
  return growths.toSorted((a, b) => (a.action < b.action ? -1 : 1))
}
