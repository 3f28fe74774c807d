/** What the first run of a connection has listed in part only. */
import type { SyncDataset, SyncState } from '@kept/domain/sync/unit.ts'
import { type RawBuilder, sql } from 'kysely'

/** They list no resources that a rule could miss. */
const besideInventory: readonly SyncDataset[] = ['commitments', 'prices', 'metrics', 'activity', 'exports']
const goingToBeRead: readonly SyncState[] = ['new', 'checking', 'ready', 'running', 'partial', 'throttled']

/**
 * True for a row of `resource` unless the first run of its connection is still reading its account and region: a rule
 * would call a snapshot unused whose image is listed a second later. After that run nothing is left out, so that a unit
 * that fails for weeks silences no account; nor is what another connection lists.
 */
export const isListedWithItsPlace: RawBuilder<boolean> = sql<boolean>`(resource.provider, resource.resource_id) NOT IN (
  WITH place AS (
    SELECT DISTINCT connection_id, account_id, region FROM sync_unit
    WHERE completed_at IS NULL AND state = ANY(${goingToBeRead}::text[]) AND dataset <> ALL(${besideInventory}::text[])
      AND connection_id NOT IN (SELECT connection_id FROM sync_run WHERE finished_at IS NOT NULL))
  SELECT listed.provider, listed.resource_id
  FROM place
  JOIN sync_unit AS unit ON unit.connection_id = place.connection_id AND unit.account_id = place.account_id
    AND place.region IN (unit.region, 'global')
  JOIN sync_unit_resource AS listed ON listed.unit_id = unit.id
  WHERE NOT EXISTS (
    SELECT FROM sync_unit_resource AS again JOIN sync_unit AS other ON other.id = again.unit_id
    WHERE again.organization_id = listed.organization_id AND again.provider = listed.provider
      AND again.resource_id = listed.resource_id AND other.connection_id <> unit.connection_id))`
