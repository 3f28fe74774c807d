/** Resources as the bill describes them, for the search for replacements. */
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import { type CountedSpan, contractedSql, countedLines, hourSql, spanParameters } from './counted-lines.ts'

const accountSql = "if(SubAccountId != '', SubAccountId, BillingAccountId)"
const isUsed = "ResourceId != '' AND CommitmentDiscountStatus != 'Unused'"

/** Accounts in which the resources were billed. */
export async function readAccountsOf(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  resources: readonly string[],
): Promise<string[]> {
  if (resources.length === 0) return []
  const rows = await warehouse.query<{ account: string }>(
    scope,
    `SELECT DISTINCT ${accountSql} AS account FROM cost_line
     WHERE ${countedLines} AND ResourceId IN {resources:Array(String)} ORDER BY account`,
    { ...spanParameters(span), resources },
  )
  return rows.map(({ account }) => account)
}

export interface DescribedResource {
  resource: string
  account: string
  region: string
  service: string
  name: string
  tags: Record<string, string>
  unit: string
  instanceType: string
  /** Hours since 1970: of the first usage line, and after the last one. */
  first: number
  end: number
  /** Hours of the longest line. */
  span: number
  /** Contracted cost in the queried span. */
  cost: string
}

/** Every resource of the accounts with usage in the span; attributes are those of the line with most tags. */
export function readGroupResources(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  accounts: readonly string[],
): Promise<DescribedResource[]> {
  return warehouse.query(
    scope,
    `SELECT ResourceId AS resource, any(account) AS account, any(RegionId) AS region,
       argMax(ServiceName, cost_of_line) AS service, max(ResourceName) AS name,
       argMax(Tags, length(mapKeys(Tags))) AS tags, argMax(PricingUnit, cost_of_line) AS unit,
       max(if(isValidJSON(SkuPriceDetails), JSONExtractString(SkuPriceDetails, 'InstanceType'), '')) AS instanceType,
       min(hour) AS first, max(intDiv(toUnixTimestamp(ChargePeriodEnd) + 3599, 3600)) AS end,
       max(hours) AS span, sum(cost_of_line) AS cost
     FROM (
       SELECT *, ${accountSql} AS account, ${hourSql} AS hour, ${contractedSql} AS cost_of_line,
         greatest(1, dateDiff('hour', ChargePeriodStart, ChargePeriodEnd)) AS hours
       FROM cost_line WHERE ${countedLines} AND ${isUsed} AND account IN {accounts:Array(String)}
     )
     GROUP BY resource HAVING cost > 0 ORDER BY resource`,
    { ...spanParameters(span), accounts },
  )
}

export interface ChangedResource {
  resource: string
  /**
   * Its highest day after the action costs at least 50% more than its typical day before; its hours show whether that
   * lasts.
   */
  grown: boolean
  /** Its week after the action costs at least 2% more or less than as many days before. */
  changed: boolean
}

/** Resources of the accounts whose cost around a day differs from the four weeks before. */
export async function readChangedResources(
  warehouse: Warehouse,
  scope: Scope,
  span: CountedSpan,
  accounts: readonly string[],
  changedAt: number,
): Promise<ChangedResource[]> {
  const rows = await warehouse.query<{ resource: string; grown: number; changed: number }>(
    scope,
    `SELECT resource, grown, changed FROM (
       SELECT resource, countIf(is_before) AS days_before, countIf(is_after) AS days_after,
         sumIf(cost, is_before) AS before, sumIf(cost, is_after) AS after,
         days_before > 0 AND maxIf(cost, NOT is_before) * 2 * days_before >= before * 3 AS grown,
         days_before > 0 AND days_after > 0
           AND abs(after * days_before - before * days_after) * 50 >= before * days_after AS changed
       FROM (
         SELECT ResourceId AS resource, charge_date, sum(${contractedSql}) AS cost, charge_date < {day:Date} AS is_before,
           charge_date > {day:Date} AND charge_date <= {day:Date} + 7 AS is_after
         FROM cost_line WHERE ${countedLines} AND ${isUsed} AND ${accountSql} IN {accounts:Array(String)}
         GROUP BY resource, charge_date
       )
       GROUP BY resource
     )
     WHERE grown OR changed ORDER BY resource`,
    { ...spanParameters(span), accounts, day: utcDay(changedAt * 3_600_000) },
  )
  return rows.map(({ resource, grown, changed }) => ({ resource, grown: grown === 1, changed: changed === 1 }))
}
