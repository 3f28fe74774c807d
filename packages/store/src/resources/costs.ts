/** The cost of one resource by day and meter, exact, separate by currency. */
import type { Scope } from '@kept/domain/scope.ts'
import { add, decimal } from '@kept/foundation/decimal.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface ResourceCosts {
  currency: string
  effective: string
  billed: string | null
  days: { date: string; effective: string; meter: string }[]
}

interface CostRow {
  currency: string
  date: string
  meter: string
  effective: string
  billed: string | null
}

const maxRows = 20_000

export async function readResourceCosts(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  resource: { provider: string; resource_id: string },
  span: { from: string; to: string },
): Promise<ResourceCosts[]> {
  if (loadIds.length === 0) return []
  const rows = await warehouse.query<CostRow>(
    scope,
    `SELECT BillingCurrency AS currency, charge_date AS date, SkuMeter AS meter,
       ifNull(sum(r.effective), 0) AS effective, sum(r.billed) AS billed
     FROM cost_daily_resource AS r
     WHERE ${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date}
       AND ServiceProviderName = {provider:String} AND ResourceId = {resource_id:String}
     GROUP BY currency, date, meter ORDER BY currency, date, meter LIMIT ${maxRows}`,
    { load_ids: loadIds, ...resource, ...span },
  )
  const currencies = new Map<string, ResourceCosts>()
  for (const { currency, date, meter, effective, billed } of rows) {
    const entry = currencies.get(currency) ?? { currency, effective: '0', billed: null, days: [] }
    entry.effective = add(entry.effective, effective)
    if (billed !== null) entry.billed = add(entry.billed ?? '0', billed)
    entry.days.push({ date, effective: decimal(effective), meter })
    currencies.set(currency, entry)
  }
  return [...currencies.values()]
}
