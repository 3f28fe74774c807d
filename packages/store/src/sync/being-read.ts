/** What the first run of a connection has listed in part only. */
import type { SyncDataset, SyncState } from '@kept/domain/sync/unit.ts'
import { type RawBuilder, sql } from 'kysely'

/** They list no resources that a rule could miss. */
const besideInventory: readonly SyncDataset[] = ['commitments', 'prices', 'metrics', 'activity', 'exports']
/** One that could not be read to its end is not read again in the same run. */
const goingToBeRead: readonly SyncState[] = ['new', 'checking', 'ready', 'running']

/**
 * True for a row of `resource` unless the first run of its connection is still reading its account and region: a rule
 * would call a snapshot unused whose image is listed a second later. A unit that fails silences no account, and after that
 * run nothing is left out; nor is what another connection lists.
 */
export const isListedWithItsPlace: RawBuilder<boolean> = sql<boolean>`NOT EXISTS (
  SELECT FROM (
    SELECT DISTINCT connection_id, account_id, region FROM sync_unit
    WHERE completed_at IS NULL AND state = ANY(${goingToBeRead}::text[]) AND dataset <> ALL(${besideInventory}::text[])
      AND connection_id NOT IN (SELECT connection_id FROM sync_run WHERE finished_at IS NOT NULL)
  ) AS place
  JOIN sync_unit AS unit ON unit.connection_id = place.connection_id AND unit.account_id = place.account_id
    AND place.region IN (unit.region, 'global')
  JOIN sync_unit_resource AS listed ON listed.unit_id = unit.id
  WHERE listed.organization_id = resource.organization_id AND listed.provider = resource.provider
    AND listed.resource_id = resource.resource_id
    AND NOT EXISTS (
      SELECT FROM sync_unit_resource AS again JOIN sync_unit AS other ON other.id = again.unit_id
      WHERE again.organization_id = listed.organization_id AND again.provider = listed.provider
        AND again.resource_id = listed.resource_id AND other.connection_id <> unit.connection_id))`
