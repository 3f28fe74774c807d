/** The months of scheduled exports: which execution of each was read last, and with which import. */
import type { ImportStatus } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncState } from '@kept/domain/sync/unit.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { canceledMessage } from '../imports/cancel.ts'

export interface ExportUnit {
  id: string
  exportName: string
  /** "2026-01" */
  month: string
  execution: string
  listing: string
  importId: string | null
  /** Null before the first import of this month. */
  importStatus: ImportStatus | null
  importError: string
  /** The same files would fail in the same way, after the same queries. */
  isFinal: boolean
  importFinishedAt: Date | null
  state: SyncState
  /** When it was last found complete. */
  completedAt: Date | null
}

export async function listExportUnits(database: Database, scope: Scope, connectionId: string): Promise<ExportUnit[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_unit')
      .leftJoin('import', 'import.id', 'sync_unit.import_id')
      .where('sync_unit.connection_id', '=', connectionId)
      .where('sync_unit.dataset', '=', 'exports')
      .where('sync_unit.state', '!=', 'disabled')
      .select([
        'sync_unit.id',
        'sync_unit.account_id',
        'sync_unit.region',
        'sync_unit.execution',
        'sync_unit.listing',
        'sync_unit.import_id',
        'sync_unit.state',
        'sync_unit.completed_at',
        'import.status',
        'import.error',
        'import.error_code',
        'import.finished_at',
      ])
      .orderBy('sync_unit.region')
      .orderBy('sync_unit.account_id')
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    exportName: row.account_id,
    month: row.region,
    execution: row.execution,
    listing: row.listing,
    importId: row.import_id,
    importStatus: row.status,
    importError: row.error ?? '',
    isFinal: row.status === 'failed' && row.error_code === 'too_large',
    importFinishedAt: row.finished_at,
    state: row.state,
    completedAt: row.completed_at,
  }))
}

/** Of each month that is loaded from this address, by any connection: the files that its current import has read. */
export async function loadedFiles(
  database: Database,
  scope: Scope,
  address: string,
): Promise<Map<string, readonly string[]>> {
  const imports = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('import')
      .select('inputs')
      .where('id', 'in', (query) =>
        query
          .selectFrom('cost_load')
          .innerJoin('connection', 'connection.id', 'cost_load.connection_id')
          .where('cost_load.status', '=', 'current')
          .where('connection.kind', '=', 'bucket')
          .where('connection.name', '=', address)
          .select('cost_load.import_id'),
      )
      .execute(),
  )
  return new Map(
    imports.flatMap(({ inputs }) =>
      inputs.flatMap((input) =>
        input.kind === 'connection_export' ? [[input.month, input.files.map(({ path }) => path)] as const] : [],
      ),
    ),
  )
}

/** The first of these months of an account that is loaded, and not from this address; undefined when none is. */
export async function loadedElsewhere(
  database: Database,
  scope: Scope,
  { address, months }: { address: string; months: readonly { month: string; account: string }[] },
): Promise<{ month: string; account: string; name: string } | undefined> {
  if (months.length === 0) return undefined
  // As one value: a reseller has more accounts and months than a statement may have parameters.
  const requested = JSON.stringify(months.map(({ month, account }) => ({ account, period: `${month}-01` })))
  const load = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .innerJoin('connection', 'connection.id', 'cost_load.connection_id')
      .where('cost_load.status', '=', 'current')
      .where('cost_load.dataset', '=', 'cost_and_usage')
      .where((eb) => eb.not(eb.and([eb('connection.kind', '=', 'bucket'), eb('connection.name', '=', address)])))
      .where(
        sql<boolean>`(cost_load.billing_account_id, cost_load.billing_period) IN (
          SELECT account, period FROM jsonb_to_recordset(${requested}::jsonb) AS row (account text, period date))`,
      )
      .select(['cost_load.billing_period', 'cost_load.billing_account_id', 'connection.name'])
      .orderBy('cost_load.billing_period')
      .orderBy('connection.name')
      .executeTakeFirst(),
  )
  return load && { month: load.billing_period.slice(0, 7), account: load.billing_account_id, name: load.name }
}

/**
 * Marks a month as read by this import, in the transaction that creates it. An import of an older execution that is
 * still under way is canceled, so that it cannot publish after the newer one.
 */
export async function startExportUnit(
  tx: ScopedTransaction,
  unitId: string,
  { execution, listing, importId, now }: { execution: string; listing: string; importId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('import')
    .set({ status: 'failed', error: canceledMessage, finished_at: now })
    .where('id', '=', (query) => query.selectFrom('sync_unit').select('import_id').where('id', '=', unitId))
    .where('status', 'in', ['queued', 'running'])
    .execute()
  await tx
    .updateTable('sync_unit')
    .set({ execution, listing, import_id: importId, state: 'running', reason: '', missing_action: '', updated_at: now })
    .where('id', '=', unitId)
    .execute()
}

/** `reason` is '' when the month is complete. */
export async function finishExportUnit(
  database: Database,
  scope: Scope,
  unitId: string,
  { reason, listing, now }: { reason: string; listing?: string; now: Date },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('sync_unit')
      .set({
        state: reason === '' ? 'complete' : 'partial',
        reason,
        missing_action: '',
        throttled_until: null,
        updated_at: now,
        ...(listing !== undefined && { listing }),
        ...(reason === '' && { completed_at: sql<Date>`${now.toISOString()}::timestamptz` }),
      })
      .where('id', '=', unitId)
      .execute(),
  )
}
