import { ofLoads } from '../roll-up-sql.ts'
import type { FactQuery } from './fact-query.ts'
import { accountKeys, accountSql, inWindow } from './place-sql.ts'

/** Lines with a resource are taggable; tags that the provider sets ("aws:createdBy") do not count as tagging. */
export const tagUse: FactQuery<'tag_usage'> = {
  sql: `SELECT ${accountKeys}, max(account_name) AS sub_account_name,
      sum(cost) AS effective, sumIf(cost, NOT tagged) AS effective_untagged,
      count() AS resources, countIf(NOT tagged) AS resources_untagged,
      arrayMap(found -> CAST((found.2, found.3, found.1), 'Tuple(resource_id String, service String, effective Decimal(76, 30))'),
        arraySlice(arrayReverseSort(groupArrayIf((cost, id, main_service), NOT tagged)), 1, 10)) AS examples
    FROM (
      SELECT ${accountSql.replace('AS sub_account_name', 'AS account_name')}, ResourceId AS id,
        argMax(ServiceName, (ifNull(r.effective, 0), ServiceName)) AS main_service,
        ifNull(sum(r.effective), toDecimal256(0, 30)) AS cost,
        max(arrayExists(key -> NOT startsWith(key, 'aws:'), mapKeys(Tags))) AS tagged
      FROM cost_daily_resource AS r
      WHERE ${ofLoads} AND ${inWindow} AND ChargeCategory = 'Usage' AND ResourceId != ''
      GROUP BY ${accountKeys}, id
    )
    GROUP BY ${accountKeys}
    ORDER BY ${accountKeys}`,
}
