import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

/** What is visible now: lines and billed cost of the current loads, by account, month and currency. */
export async function visibleTotals(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
): Promise<Record<string, string>> {
  const loads = await currentLoadIds(database, scope)
  const rows = await warehouse.query<{ key: string; lines: number; billed: string }>(
    scope,
    `SELECT concat(BillingAccountId, ' ', formatDateTime(billing_period, '%Y-%m'), ' ', BillingCurrency) AS key,
       count() AS lines, toString(sum(BilledCost)) AS billed
     FROM cost_line WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}
     GROUP BY key ORDER BY key`,
    { loads },
  )
  return Object.fromEntries(rows.map(({ key, lines, billed }) => [key, `${lines} lines, ${billed}`]))
}
