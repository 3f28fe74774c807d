/** Units of a connection: planned, listed, and moved from state to state. */
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { dailyDatasets, globalRegion, type SyncDataset, type SyncState, type SyncUnit } from '@kept/domain/sync/unit.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { SyncSchema } from './schema.ts'

export interface UnitToRead extends SyncLocation {
  id: string
  dataset: SyncDataset
  cursor: string | null
  /** When it was last read completely. */
  completedAt: Date | null
  /** The number of the pass that is under way, or begins. */
  pass: number
}

/** Less than a day, so that what is read at the same hour each day is read each day. */
const renewedAfterMs = 20 * 3_600_000

interface PlannedUnit extends SyncLocation {
  dataset: SyncDataset
}

/**
 * Adds the units that do not exist, and disables those of regions and accounts that are no longer found. Nothing that
 * they listed is removed: an account that left is not an account without resources. Months of exports and what is read
 * live are planned apart, because a cloud may have both.
 */
export async function planUnits(
  database: Database,
  scope: Scope,
  connectionId: string,
  { units, ofExports = false, now }: { units: readonly PlannedUnit[]; ofExports?: boolean; now: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const planned = JSON.stringify(
      units.map(({ accountId, accountName, region, dataset }) => ({
        account_id: accountId,
        account_name: accountName,
        region,
        dataset,
      })),
    )
    // By ids, which are hashed: compared with the plan row by row, 50,000 units would take minutes.
    await sql`
      WITH planned AS (
        INSERT INTO sync_unit (organization_id, connection_id, account_id, account_name, region, dataset, updated_at)
        SELECT ${scope.organizationId}::uuid, ${connectionId}::uuid, account_id, account_name, region, dataset,
          ${now.toISOString()}::timestamptz
        FROM jsonb_to_recordset(${planned}::jsonb) AS row (account_id text, account_name text, region text, dataset text)
        ON CONFLICT (connection_id, account_id, region, dataset) DO UPDATE SET account_name = excluded.account_name,
          state = CASE WHEN sync_unit.state = 'disabled' THEN 'new' ELSE sync_unit.state END
        RETURNING id)
      UPDATE sync_unit SET state = 'disabled', reason = 'This account or region is no longer found.', missing_action = ''
      WHERE connection_id = ${connectionId}::uuid AND state <> 'disabled'
        AND (dataset = 'exports') = ${ofExports}::boolean AND id NOT IN (SELECT id FROM planned)
    `.execute(tx)
  })
}

/**
 * The units to read page by page in a run that began at `runStartedAt`: all that this run has not finished. A pass that
 * was interrupted goes on at its cursor. One account and region after the other, so that the first ones are whole soon.
 * Months of exports are not among them: they are imported.
 */
export async function unitsToRead(
  database: Database,
  scope: Scope,
  connectionId: string,
  { runStartedAt, now }: { runStartedAt: Date; now: Date },
): Promise<UnitToRead[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_unit')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .where('state', '!=', 'disabled')
      .where('dataset', '!=', 'exports')
      .where((eb) => eb.or([eb('throttled_until', 'is', null), eb('throttled_until', '<=', now)]))
      .where((eb) => eb.or([eb('state', 'in', ['new', 'ready', 'running']), eb('updated_at', '<', runStartedAt)]))
      .where((eb) =>
        eb.or([
          eb('dataset', 'not in', dailyDatasets),
          eb('state', '!=', 'complete'),
          eb('completed_at', '<', new Date(now.getTime() - renewedAfterMs)),
        ]),
      )
      .orderBy('account_id')
      .orderBy(sql`region <> ${globalRegion}`)
      .orderBy('region')
      .orderBy('dataset')
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    region: row.region,
    dataset: row.dataset,
    cursor: row.cursor,
    completedAt: row.completed_at,
    pass: row.cursor === null ? Number(row.pass) + 1 : Number(row.pass),
  }))
}

/** Ends a unit's turn without completing it: its resources stay, and the next run goes on at its cursor. */
export async function stopUnit(
  database: Database,
  scope: Scope,
  unitId: string,
  {
    state,
    reason,
    missingAction = '',
    throttledUntil = null,
    now,
  }: {
    state: Exclude<SyncState, 'complete'>
    reason: string
    missingAction?: string
    throttledUntil?: Date | null
    now: Date
  },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('sync_unit')
      .set({
        state,
        reason,
        missing_action: missingAction,
        throttled_until: throttledUntil,
        updated_at: now,
        // Another pass begins at the start: tokens of a cloud expire.
        ...(state !== 'throttled' && { cursor: null }),
      })
      .where('id', '=', unitId)
      .execute(),
  )
}

export async function listUnits(
  database: Database,
  scope: Scope,
  connectionId: string,
  {
    state,
    dataset,
    limit,
    after,
  }: {
    state?: SyncState | undefined
    dataset?: SyncDataset | undefined
    limit: number
    after?: string | undefined
  },
): Promise<SyncUnit[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_unit')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'new'))
      .$if(dataset !== undefined, (query) => query.where('dataset', '=', dataset ?? 'exports'))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(account_id, region, dataset, id::text) >
          (SELECT account_id, region, dataset, id::text FROM sync_unit WHERE id::text = ${after})`),
      )
      .orderBy('account_id')
      .orderBy('region')
      .orderBy('dataset')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  return rows.map(toUnit)
}

function toUnit(row: Selectable<SyncSchema['sync_unit']>): SyncUnit {
  return {
    id: row.id,
    account_id: row.account_id,
    account_name: row.account_name,
    region: row.region,
    dataset: row.dataset,
    state: row.state,
    reason: row.reason,
    missing_action: row.missing_action,
    resources: Number(row.resources),
    throttled_until: row.throttled_until?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    updated_at: row.updated_at.toISOString(),
  }
}
