/** What there is to ask about in some loads: tag keys, currencies and days. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { knownDays } from './known-days.ts'
import { ofLoads } from './roll-up-sql.ts'
import { addDays } from './span.ts'

export interface Catalogue {
  /** The most used first. */
  tagKeys: { key: string; lines: number }[]
  /** The one with most lines first, as in the overview. */
  currencies: string[]
  firstDay: string | null
  lastDay: string | null
}

/** More keys than a person can choose from; a key beyond them can still be asked for by its name. */
const mostTagKeys = 1000

export async function readCatalogue(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
): Promise<Catalogue> {
  if (loadIds.length === 0) return { tagKeys: [], currencies: [], firstDay: null, lastDay: null }
  const parameters = { load_ids: loadIds }
  const [days, tagKeys, currencies] = await Promise.all([
    knownDays(warehouse, scope, loadIds),
    warehouse.ask<{ key: string; lines: number }>(
      scope,
      `SELECT substring(dimension, 5) AS key, sum(v.lines) AS lines FROM cost_value AS v
       WHERE ${ofLoads} AND dimension LIKE 'tag:%' GROUP BY key ORDER BY lines DESC, key LIMIT ${mostTagKeys}`,
      parameters,
    ),
    warehouse.ask<{ currency: string }>(
      scope,
      `SELECT currency FROM cost_value AS v WHERE ${ofLoads} AND dimension = 'charge_category'
       GROUP BY currency ORDER BY sum(v.lines) DESC, currency`,
      parameters,
    ),
  ])
  return {
    tagKeys,
    currencies: currencies.map(({ currency }) => currency),
    firstDay: days?.from ?? null,
    lastDay: days ? addDays(days.to, -1) : null,
  }
}
