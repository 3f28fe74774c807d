/** The covered days and billing periods of some loads. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { ofLoads } from './roll-up-sql.ts'
import type { Span } from './span.ts'

export async function knownDays(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  windowOn: 'charge' | 'billing_period' = 'charge',
): Promise<Span | null> {
  if (loadIds.length === 0) return null
  const [from, to] =
    windowOn === 'charge'
      ? ['min(charge_date)', 'max(charge_date) + 1']
      : ['min(billing_period)', 'addMonths(toStartOfMonth(max(billing_period)), 1)']
  const [row] = await warehouse.query<Span & { rows: number }>(
    scope,
    `SELECT ${from} AS from, ${to} AS to, count() AS rows FROM cost_daily WHERE ${ofLoads}`,
    { load_ids: loadIds },
  )
  return row && row.rows > 0 ? { from: row.from, to: row.to } : null
}
