import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** What a reader sees now: lines and billed cost of the current loads, by account, month and currency. */
export async function visibleTotals(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
): Promise<Record<string, string>> {
  const loads = await currentLoadIds(database, scope)
  const rows = await warehouse.query<{ place: string; lines: number; billed: string }>(
    scope,
    `SELECT concat(BillingAccountId, ' ', formatDateTime(billing_period, '%Y-%m'), ' ', BillingCurrency) AS place,
       count() AS lines, toString(sum(BilledCost)) AS billed
     FROM cost_line WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}
     GROUP BY place ORDER BY place`,
    { loads },
  )
  return Object.fromEntries(rows.map(({ place, lines, billed }) => [place, `${lines} lines, ${billed}`]))
}
