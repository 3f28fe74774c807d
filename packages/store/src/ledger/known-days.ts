/** The days and billing periods there are, of some loads. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { ofLoads } from './roll-up-sql.ts'
import type { Span } from './span.ts'

export async function knownDays(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  on: 'charge' | 'billing_period' = 'charge',
): Promise<Span | null> {
  if (loadIds.length === 0) return null
  const [from, to] =
    on === 'charge'
      ? ['min(charge_date)', 'max(charge_date) + 1']
      : ['min(billing_period)', 'addMonths(toStartOfMonth(max(billing_period)), 1)']
  const [found] = await warehouse.ask<Span & { rows: number }>(
    scope,
    `SELECT ${from} AS from, ${to} AS to, count() AS rows FROM cost_daily WHERE ${ofLoads}`,
    { load_ids: loadIds },
  )
  return found && found.rows > 0 ? { from: found.from, to: found.to } : null
}
