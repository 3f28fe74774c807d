/** What the first run of a connection has listed in part only. */
import { globalRegion, type SyncDataset, type SyncState } from '@kept/domain/sync/unit.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/** They list no resources that a rule could miss. */
const listNoResources: readonly SyncDataset[] = ['commitments', 'prices', 'metrics', 'activity', 'exports']
/** One that could not be read to its end is not read again in the same run. */
const goingToBeRead: readonly SyncState[] = ['new', 'checking', 'ready', 'running']

/**
 * A condition on `resource`: false while the first run of its connection is still reading its account and region. A rule
 * would call a snapshot unused whose image is listed a second later. A unit that fails silences no account, and after that
 * run nothing is left out; nor is what another connection lists.
 */
export async function isListedWithItsPlace(tx: ScopedTransaction): Promise<RawBuilder<boolean>> {
  const units = await unitsInUnreadPlaces(tx)
  if (units.length === 0) return sql<boolean>`true`
  const listing = sql`SELECT FROM sync_unit_resource AS listed WHERE listed.organization_id = resource.organization_id
    AND listed.provider = resource.provider AND listed.resource_id = resource.resource_id`
  return sql<boolean>`(NOT EXISTS (${listing} AND listed.unit_id = ANY(${units}::uuid[]))
    OR EXISTS (${listing} AND listed.unit_id <> ALL(${units}::uuid[])))`
}

/**
 * Those that have listed something. They are compared here: right after they were planned, Postgres takes the units of a
 * large organization for a few, and joins 50,000 with 50,000 row by row.
 */
async function unitsInUnreadPlaces(tx: ScopedTransaction): Promise<string[]> {
  const unread = await tx
    .selectFrom('sync_unit')
    .where('completed_at', 'is', null)
    .where('state', 'in', goingToBeRead)
    .where('dataset', 'not in', listNoResources)
    .where('connection_id', 'not in', (query) =>
      query.selectFrom('sync_run').where('finished_at', 'is not', null).select('connection_id'),
    )
    .select(['connection_id', 'account_id', 'region'])
    .distinct()
    .execute()
  if (unread.length === 0) return []
  const placeOf = (unit: (typeof unread)[number], region: string) =>
    JSON.stringify([unit.connection_id, unit.account_id, region])
  const places = new Set(unread.map((unit) => placeOf(unit, unit.region)))
  const units = await tx
    .selectFrom('sync_unit')
    .where('resources', '>', '0')
    .select(['id', 'connection_id', 'account_id', 'region'])
    .execute()
  return units
    .filter((unit) => places.has(placeOf(unit, unit.region)) || places.has(placeOf(unit, globalRegion)))
    .map(({ id }) => id)
}
