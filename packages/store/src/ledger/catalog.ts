/** What can be queried in some loads: tag keys, currencies and days. */
import { type KeyFamilyName, keyFamilies, keyFamilyNames } from '@kept/domain/cube-keys.ts'
import { focusColumns } from '@kept/domain/focus-columns.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { knownDays } from './known-days.ts'
import { ofLoads } from './roll-up-sql.ts'

interface Catalog {
  /** The most used first. */
  tagKeys: { key: string; lines: number }[]
  /** Keys of maps and JSON objects other than tags, from a sample of the lines. */
  keys: { family: KeyFamilyName; key: string; lines: number }[]
  /** The one with most lines first, as in the overview. */
  currencies: string[]
  firstDay: string | null
  lastDay: string | null
}

/** More keys than a user can choose from; further keys can still be queried by name. */
const maxTagKeys = 1000

/** Lines with such a value are few on most bills; of more than these only the first are read. */
const SAMPLED_LINES = 100_000
const MAX_KEYS_OF_FAMILY = 200

const sampledKeys = keyFamilyNames
  .filter((family) => family !== 'tag')
  .map((family) => {
    const { column } = keyFamilies[family]
    const keys =
      focusColumns[column].kind === 'tags'
        ? `mapKeys(${column})`
        : `if(JSONHas(${column}, 'Elements'),
            arrayDistinct(arrayFlatten(arrayMap(element -> JSONExtractKeys(element), JSONExtractArrayRaw(${column}, 'Elements')))),
            JSONExtractKeys(${column}))`
    return `SELECT '${family}' AS family, arrayJoin(${keys}) AS key, count() AS lines
      FROM (SELECT ${column} FROM cost_line WHERE ${ofLoads} AND notEmpty(${column}) LIMIT ${SAMPLED_LINES})
      GROUP BY key HAVING key != '' ORDER BY lines DESC, key LIMIT ${MAX_KEYS_OF_FAMILY}`
  })
  .map((select) => `SELECT * FROM (${select})`)
  .join(' UNION ALL ')

export async function readCatalog(warehouse: Warehouse, scope: Scope, loadIds: readonly string[]): Promise<Catalog> {
  if (loadIds.length === 0) return { tagKeys: [], keys: [], currencies: [], firstDay: null, lastDay: null }
  const parameters = { load_ids: loadIds }
  const [days, tagKeys, keys, currencies] = await Promise.all([
    knownDays(warehouse, scope, loadIds),
    warehouse.query<{ key: string; lines: number }>(
      scope,
      `SELECT substring(dimension, 5) AS key, sum(v.lines) AS lines FROM cost_value AS v
       WHERE ${ofLoads} AND dimension LIKE 'tag:%' GROUP BY key ORDER BY lines DESC, key LIMIT ${maxTagKeys}`,
      parameters,
    ),
    warehouse.query<Catalog['keys'][number]>(scope, sampledKeys, parameters),
    warehouse.query<{ currency: string }>(
      scope,
      `SELECT currency FROM cost_value AS v WHERE ${ofLoads} AND dimension = 'charge_category'
       GROUP BY currency ORDER BY sum(v.lines) DESC, currency`,
      parameters,
    ),
  ])
  return {
    tagKeys,
    keys,
    currencies: currencies.map(({ currency }) => currency),
    firstDay: days?.from ?? null,
    lastDay: days ? addDays(days.to, -1) : null,
  }
}
