/** Finds services, accounts, regions and tags by a search text: exact matches first, then prefixes, then parts. */
import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { ofLoads } from './roll-up-sql.ts'

export interface FoundValue {
  key: GroupKey
  value: string
  name: string
  provider: string
  /** In the currency with most of it. */
  effective: string
}

/** Resources are searched in their own table, together with their inventory data. */
const searched = ['service', 'sub_account', 'billing_account', 'region', 'provider']

/** `text` is the search text, `terms` its parts, all of which must match. Both in lower case. */
export async function findValues(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { text, terms, limit }: { text: string; terms: readonly string[]; limit: number },
): Promise<FoundValue[]> {
  if (loadIds.length === 0) return []
  // The tag key is part of the searched text, so that "team: payments" matches.
  const readable = `lowerUTF8(if(startsWith(v.dimension, 'tag:'), concat(substring(v.dimension, 5), ': ', v.value), concat(v.name, '\\n', v.value)))`
  const matchesAllTerms = terms.map((_, index) => `position(${readable}, {term_${index}:String}) > 0`).join(' AND ')
  return warehouse.query<FoundValue>(
    scope,
    `SELECT dimension AS key, value, argMaxIf(called, (lines, called), called != '') AS name, argMax(sold_by, (lines, sold_by)) AS provider,
       toString(max(cost)) AS effective
     FROM (
       SELECT dimension, value, currency, argMaxIf(v.name, (v.lines, v.name), v.name != '') AS called,
         argMax(v.provider, (v.lines, v.provider)) AS sold_by, sum(v.lines) AS lines, coalesce(sum(v.effective), 0) AS cost,
         min(least(${matchRankSql('v.value')}, ${matchRankSql('v.name')})) AS place
       FROM cost_value AS v
       WHERE ${ofLoads} AND (dimension IN {searched:Array(String)} OR startsWith(dimension, 'tag:')) AND value != ''
         AND ${matchesAllTerms}
       GROUP BY dimension, value, currency
     )
     GROUP BY dimension, value
     ORDER BY min(place), max(cost) DESC, dimension, value LIMIT {limit:UInt32}`,
    {
      load_ids: loadIds,
      searched,
      text,
      limit,
      ...Object.fromEntries(terms.map((term, index) => [`term_${index}`, term])),
    },
  )
}

function matchRankSql(column: string): string {
  const lower = `lowerUTF8(${column})`
  return `multiIf(${lower} = {text:String}, 0, startsWith(${lower}, {text:String}), 1, position(${lower}, {text:String}) > 0, 2, 3)`
}
