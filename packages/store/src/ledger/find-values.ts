/** Services, accounts, regions and tags by what a person remembers of them: exact first, then beginnings, then parts. */
import type { GroupKey } from '@kept/domain/cube.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { ofLoads } from './roll-up-sql.ts'

export interface FoundValue {
  key: GroupKey
  value: string
  name: string
  provider: string
  /** In the currency most of it is in. */
  effective: string
}

/** Resources have rows of their own, with what an inventory knows of them. */
const searched = ['service', 'sub_account', 'billing_account', 'region', 'provider']

/** `text` is what was typed, `words` its parts: all of them have to be there. Both in lower case. */
export async function findValues(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { text, words, limit }: { text: string; words: readonly string[]; limit: number },
): Promise<FoundValue[]> {
  if (loadIds.length === 0) return []
  // Its key goes before a tag's value, so that "team: payments" finds what it says.
  const readable = `lowerUTF8(if(startsWith(v.dimension, 'tag:'), concat(substring(v.dimension, 5), ': ', v.value), concat(v.name, '\\n', v.value)))`
  const matchesAllWords = words.map((_, index) => `position(${readable}, {word_${index}:String}) > 0`).join(' AND ')
  return warehouse.query<FoundValue>(
    scope,
    `SELECT dimension AS key, value, argMaxIf(called, lines, called != '') AS name, argMax(sold_by, lines) AS provider,
       toString(max(cost)) AS effective
     FROM (
       SELECT dimension, value, currency, argMaxIf(v.name, (v.lines, v.name), v.name != '') AS called,
         argMax(v.provider, v.lines) AS sold_by, sum(v.lines) AS lines, coalesce(sum(v.effective), 0) AS cost,
         min(least(${matchRankSql('v.value')}, ${matchRankSql('v.name')})) AS place
       FROM cost_value AS v
       WHERE ${ofLoads} AND (dimension IN {searched:Array(String)} OR startsWith(dimension, 'tag:')) AND value != ''
         AND ${matchesAllWords}
       GROUP BY dimension, value, currency
     )
     GROUP BY dimension, value
     ORDER BY min(place), max(cost) DESC, dimension, value LIMIT {limit:UInt32}`,
    {
      load_ids: loadIds,
      searched,
      text,
      limit,
      ...Object.fromEntries(words.map((word, index) => [`word_${index}`, word])),
    },
  )
}

function matchRankSql(column: string): string {
  const lower = `lowerUTF8(${column})`
  return `multiIf(${lower} = {text:String}, 0, startsWith(${lower}, {text:String}), 1, position(${lower}, {text:String}) > 0, 2, 3)`
}
