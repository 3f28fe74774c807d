/** Every resource of the current loads: one row per provider and id, in batches that fit into memory. */
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { ofLoads } from '../ledger/roll-up-sql.ts'
import type { Warehouse } from '../warehouse/client.ts'

export interface BilledResource {
  provider: string
  resource_id: string
  name: string
  type: string
  billing_account_id: string
  sub_account_id: string
  sub_account_name: string
  service: string
  region: string
  tags: Record<string, string>
  currency: string
  effective: string
  costs: { currency: string; effective: string; billed: string | null }[]
  first_charged_on: string
  last_charged_on: string
}

/** Resources per batch: the rows of a batch are in memory at once. */
const pieceSize = 10_000
const costDays = 30

/** Costs are of the 30 days up to the last charged day of these loads. */
export async function* readBilledResources(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
): AsyncGenerator<BilledResource[]> {
  if (loadIds.length === 0) return
  const parameters = { load_ids: loadIds }
  const [size] = await warehouse.query<{ resources: number; last: string }>(
    scope,
    `SELECT uniq(ResourceId) AS resources, max(charge_date) AS last FROM cost_daily_resource
     WHERE ${ofLoads} AND ResourceId != ''`,
    parameters,
  )
  if (!size || size.resources === 0) return
  const pieces = Math.ceil(size.resources / pieceSize)
  const to = addDays(size.last, 1)
  const span = { from: addDays(to, -costDays), to }
  for (let piece = 0; piece < pieces; piece += 1) {
    const rows = await warehouse.query<BilledResource>(scope, pieceSql, { ...parameters, ...span, pieces, piece })
    if (rows.length > 0) yield rows
  }
}

/** The location of its latest charge; the main currency is that of most of its lines. */
const pieceSql = `
  SELECT provider, resource_id,
    argMax(last_name, last_day) AS name, argMax(last_type, last_day) AS type,
    argMax(account, last_day) AS billing_account_id, argMax(sub_account, last_day) AS sub_account_id,
    argMax(sub_account_text, last_day) AS sub_account_name, argMax(main_service, last_day) AS service,
    argMax(main_region, last_day) AS region, argMax(last_tags, (notEmpty(last_tags), last_day)) AS tags,
    argMax(main_currency, (all_lines, main_currency)) AS currency,
    toString(argMax(effective_30, (all_lines, main_currency))) AS effective,
    arraySort(item -> item.1, groupArray(CAST((main_currency, toString(effective_30), toString(billed_30)),
      'Tuple(currency String, effective String, billed Nullable(String))'))) AS costs,
    min(first_day) AS first_charged_on, max(last_day) AS last_charged_on
  FROM (
    SELECT ServiceProviderName AS provider, ResourceId AS resource_id, BillingCurrency AS main_currency,
      argMax(ResourceName, (ResourceName != '', charge_date)) AS last_name,
      argMax(ResourceType, (ResourceType != '', charge_date)) AS last_type,
      argMax(BillingAccountId, charge_date) AS account, argMax(SubAccountId, charge_date) AS sub_account,
      argMax(SubAccountName, charge_date) AS sub_account_text,
      argMax(ServiceName, (ifNull(r.effective, 0), charge_date)) AS main_service,
      argMax(RegionId, (RegionId != '', charge_date)) AS main_region, argMax(Tags, (notEmpty(Tags), charge_date)) AS last_tags,
      sum(r.lines) AS all_lines,
      ifNull(sumIf(r.effective, charge_date >= {from:Date} AND charge_date < {to:Date}), 0) AS effective_30,
      sumIf(r.billed, charge_date >= {from:Date} AND charge_date < {to:Date}) AS billed_30,
      min(charge_date) AS first_day, max(charge_date) AS last_day
    FROM cost_daily_resource AS r
    WHERE ${ofLoads} AND ResourceId != '' AND cityHash64(ResourceId) % {pieces:UInt32} = {piece:UInt32}
    GROUP BY provider, resource_id, main_currency
  )
  GROUP BY provider, resource_id`
