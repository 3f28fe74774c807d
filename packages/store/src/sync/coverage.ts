/** What the connections of an organization list, and what they may not: for checks that must not mistake one for the other. */
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import type { ScopedTransaction } from '../database/connect.ts'

interface ListedDatasets {
  /** Datasets that were read completely in at least one account. */
  complete: SyncDataset[]
  /** One for each account, region and dataset whose permission is missing. */
  denied: { dataset: SyncDataset; account_id: string; missing_action: string }[]
  /** One for each account and dataset that was never read to its end, and is going to be. */
  unread: { dataset: SyncDataset; account_id: string }[]
  /** Regions of accounts whose trails were read to their end, and may still be. */
  trail_regions: { account_id: string; region: string }[]
}

const closedStates = ['denied', 'not_enabled', 'disabled'] as const
const unreadStates = ['new', 'checking', 'ready', 'running', 'partial', 'throttled'] as const

/** A unit that was complete once and is denied now is among the denied: what it listed is no longer all. */
export async function readListedDatasets(tx: ScopedTransaction): Promise<ListedDatasets> {
  const complete = await tx
    .selectFrom('sync_unit')
    .where('state', '=', 'complete')
    .select('dataset')
    .distinct()
    .orderBy('dataset')
    .execute()
  const denied = await tx
    .selectFrom('sync_unit')
    .where('state', '=', 'denied')
    .select(['dataset', 'account_id', 'missing_action'])
    .distinct()
    .orderBy('dataset')
    .orderBy('account_id')
    .orderBy('missing_action')
    .execute()
  const unread = await tx
    .selectFrom('sync_unit')
    .where('state', 'in', unreadStates)
    .where('completed_at', 'is', null)
    .select(['dataset', 'account_id'])
    .distinct()
    .orderBy('dataset')
    .orderBy('account_id')
    .execute()
  const trailRegions = await tx
    .selectFrom('sync_unit')
    .where('dataset', '=', 'trails')
    .where('completed_at', 'is not', null)
    .where('state', 'not in', closedStates)
    .select(['account_id', 'region'])
    .distinct()
    .orderBy('account_id')
    .orderBy('region')
    .execute()
  return { complete: complete.map(({ dataset }) => dataset), denied, unread, trail_regions: trailRegions }
}
