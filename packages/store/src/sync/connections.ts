/** Live connections as they are shown, and what the owner of one changes. */
import type { AccessMethod } from '@kept/domain/access-method.ts'
import { cloudKinds } from '@kept/domain/connection-kind.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { connectionState, type SyncConnection, type SyncRun } from '@kept/domain/sync/connection.ts'
import type { CheckedCapability } from '@kept/domain/sync/port.ts'
import type { SyncState } from '@kept/domain/sync/unit.ts'
import { type Decimal, divide } from '@kept/foundation/decimal.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { publish } from '../live/publish.ts'
import type { SyncSchema } from './schema.ts'

export interface NewSyncConnection {
  id: string
  externalId: string
  roleArn: string
  /** Empty: all that are enabled. */
  regions: readonly string[]
  /** The folder of scheduled exports; '' for a cloud. */
  exportAddress: string
  nextRunAt: Date
  /** The credentials it is created with; without them, they follow. */
  access?: { method: AccessMethod; changedAt: Date } | undefined
}

/** Adds the part of a connection that syncs; the connection itself exists in the same transaction. */
export async function createSyncConnection(
  tx: ScopedTransaction,
  scope: Scope,
  connection: NewSyncConnection,
): Promise<void> {
  await tx
    .insertInto('sync_connection')
    .values({
      id: connection.id,
      organization_id: scope.organizationId,
      external_id: connection.externalId,
      role_arn: connection.roleArn,
      regions: [...connection.regions],
      export_address: connection.exportAddress,
      next_run_at: connection.nextRunAt,
      access_method: connection.access?.method,
      access_changed_at: connection.access?.changedAt,
    })
    .execute()
}

export async function listSyncConnections(database: Database, scope: Scope): Promise<SyncConnection[]> {
  return database.snapshot(scope, (tx) => readConnections(tx))
}

/** Throws `not_found` for another organization's connection, and for one that does not sync. */
export async function getSyncConnection(database: Database, scope: Scope, id: string): Promise<SyncConnection> {
  const [connection] = await database.snapshot(scope, (tx) => readConnections(tx, id))
  if (!connection) throw new KeptError('not_found', 'Connection not found.')
  return connection
}

async function readConnections(tx: ScopedTransaction, id?: string): Promise<SyncConnection[]> {
  const rows = await readRows(tx, id)
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const units = await countUnits(tx, ids)
  const runs = await tx
    .selectFrom('sync_run')
    .where('connection_id', 'in', ids)
    .distinctOn('connection_id')
    .selectAll()
    .orderBy('connection_id')
    .orderBy('started_at', 'desc')
    .execute()
  const charged = await chargedThisMonth(tx, ids)
  return rows.map((row) =>
    toConnection(row, {
      units: units.filter((unit) => unit.connection_id === row.id),
      run: runs.find((candidate) => candidate.connection_id === row.id),
      chargedNanos: charged.get(row.id) ?? '0',
    }),
  )
}

function readRows(tx: ScopedTransaction, id?: string) {
  return tx
    .selectFrom('sync_connection')
    .innerJoin('cloud_connection', 'cloud_connection.id', 'sync_connection.id')
    .selectAll('sync_connection')
    .select([
      'cloud_connection.kind',
      'cloud_connection.location',
      'cloud_connection.name',
      'cloud_connection.created_by',
      'cloud_connection.created_at',
    ])
    .$if(id !== undefined, (query) => query.where('sync_connection.id', '=', id ?? ''))
    .orderBy('cloud_connection.created_at')
    .orderBy('sync_connection.id')
    .execute()
}

function countUnits(tx: ScopedTransaction, ids: readonly string[]) {
  return tx
    .selectFrom('sync_unit')
    .where('connection_id', 'in', ids)
    .groupBy(['connection_id', 'account_id', 'state'])
    .select((eb) => [
      'connection_id',
      'account_id',
      'state',
      eb.fn.countAll<string>().as('units'),
      eb.fn.sum<string>('resources').as('resources'),
      // The commitments of a tenant, and list prices, belong to none of its accounts.
      eb.fn.countAll<string>().filterWhere('dataset', 'not in', ['commitments', 'prices']).as('account_units'),
    ])
    .execute()
}

function toConnection(
  row: Awaited<ReturnType<typeof readRows>>[number],
  {
    units,
    run,
    chargedNanos,
  }: {
    units: Awaited<ReturnType<typeof countUnits>>
    run: Selectable<SyncSchema['sync_run']> | undefined
    chargedNanos: string
  },
): SyncConnection {
  const byState: Partial<Record<SyncState, number>> = {}
  for (const unit of units) byState[unit.state] = (byState[unit.state] ?? 0) + Number(unit.units)
  const summary = {
    id: row.id,
    kind: row.kind,
    name: row.name,
    location: row.location,
    account_id: row.account_id,
    role_arn: row.role_arn,
    external_id: row.external_id,
    regions: row.regions,
    export_address: row.export_address,
    access_method: row.access_method,
    access_changed_at: row.access_changed_at?.toISOString() ?? null,
    capabilities: row.capabilities,
    checked_at: row.checked_at?.toISOString() ?? null,
    error: row.error,
    paused_at: row.paused_at?.toISOString() ?? null,
    next_run_at: row.next_run_at.toISOString(),
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    accounts: new Set(units.flatMap((unit) => (unit.account_units === '0' ? [] : [unit.account_id]))).size,
    resources: units.reduce((total, unit) => total + Number(unit.resources), 0),
    units: byState,
    last_run: run ? toRun(run) : null,
    api_cost_limit: row.api_cost_limit,
    api_cost_this_month: dollars(chargedNanos),
  }
  return { ...summary, state: connectionState(summary) }
}

/** What the API calls of runs that began in this calendar month (UTC) cost, in nano-dollars by connection. */
export async function chargedThisMonth(tx: ScopedTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('sync_run')
    .where('connection_id', 'in', [...ids])
    .where('started_at', '>=', sql<Date>`date_trunc('month', now(), 'UTC')`)
    .groupBy('connection_id')
    .select((eb) => ['connection_id', eb.fn.sum<string>('charged_nanos').as('nanos')])
    .execute()
  return new Map(rows.map(({ connection_id, nanos }) => [connection_id, nanos]))
}

function dollars(nanos: string): Decimal {
  return divide(nanos, '1000000000', 6)
}

export function toRun(row: Selectable<SyncSchema['sync_run']>): SyncRun {
  return {
    id: row.id,
    started_by: row.started_by,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    units: Number(row.units),
    complete_units: Number(row.complete_units),
    resources: Number(row.resources),
    removed: Number(row.removed),
    points: Number(row.points),
    requests: Number(row.requests),
    api_cost: dollars(row.charged_nanos),
    error: row.error,
  }
}

/** Stores what a check found; open screens refetch. `error` is '' when the credentials work. */
export async function saveCheck(
  database: Database,
  scope: Scope,
  id: string,
  result: { accountId?: string; capabilities?: readonly CheckedCapability[]; error: string; checkedAt: Date },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx
      .updateTable('sync_connection')
      .set({
        error: result.error,
        checked_at: result.checkedAt,
        ...(result.accountId !== undefined && { account_id: result.accountId }),
        ...(result.capabilities && { capabilities: JSON.stringify(result.capabilities) }),
      })
      .where('id', '=', id)
      .execute()
    await publishChange(tx, scope, id)
  })
}

export async function setPaused(database: Database, scope: Scope, id: string, pausedAt: Date | null): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('sync_connection')
      .set({ paused_at: pausedAt })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Connection not found.')
    await publishChange(tx, scope, id)
  })
}

/** Also true when it was deleted: then nothing more is read. */
export async function isPaused(database: Database, scope: Scope, id: string): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('sync_connection').select('paused_at').where('id', '=', id).executeTakeFirst(),
  )
  return row === undefined || row.paused_at !== null
}

/**
 * Connections of this organization that are due, and not paused. A cloud is not due before there are credentials: a
 * person is still granting access, and a run could only fail. A simulated one has none, and was checked when it was made.
 */
export async function dueConnections(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('sync_connection')
      .innerJoin('cloud_connection', 'cloud_connection.id', 'sync_connection.id')
      .select('sync_connection.id')
      .where('paused_at', 'is', null)
      .where('next_run_at', '<=', now)
      .where((is) =>
        is.or([is('kind', 'not in', [...cloudKinds]), is('access_method', 'is not', null), is('account_id', '<>', '')]),
      )
      .orderBy('next_run_at')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** What API calls may cost in a calendar month, in US dollars. */
export async function setApiCostLimit(database: Database, scope: Scope, id: string, limit: Decimal): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('sync_connection')
      .set({ api_cost_limit: limit })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Connection not found.')
    // Metrics that waited for the next month are read in the next run.
    await tx
      .updateTable('sync_unit')
      .set({ throttled_until: null })
      .where('connection_id', '=', id)
      .where('dataset', '=', 'metrics')
      .execute()
    await publishChange(tx, scope, id)
  })
}

export interface ChangedAccess {
  method: AccessMethod | null
  /** '' without a role. */
  roleArn: string
  changedAt: Date
}

/** In the transaction that replaces the credentials. */
export async function updateAccess(tx: ScopedTransaction, id: string, access: ChangedAccess): Promise<void> {
  await tx
    .updateTable('sync_connection')
    .set({ access_method: access.method, role_arn: access.roleArn, access_changed_at: access.changedAt })
    .where('id', '=', id)
    .execute()
}

/** Open screens of the Integration Center refetch. */
export function publishChange(tx: ScopedTransaction, scope: Scope, id: string): Promise<void> {
  return publish(tx, scope, { channel: 'metrics', payload: { kind: 'connection_changed', connection_id: id } })
}
