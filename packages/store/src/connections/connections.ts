/**
 * An organization's connections to object storage and clouds. Credentials arrive and leave encrypted; only the server decrypts.
 */
import type { Connection } from '@kept/domain/connection.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { refreshResourceSearchText } from '../resources/refresh-search-text.ts'
import { type ChangedAccess, createSyncConnection, type NewSyncConnection, updateAccess } from '../sync/connections.ts'
import { removeFromInventory } from '../sync/save-page.ts'
import type { ConnectionsSchema } from './schema.ts'

type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

export type SealedConnection = Connection & { credentials: string }

export async function listConnections(database: Database, scope: Scope): Promise<Connection[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cloud_connection')
      .select(['id', 'kind', 'name', 'location', 'created_by', 'created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** With its encrypted credentials; throws `not_found` for another organization's connection. */
export async function getConnection(database: Database, scope: Scope, id: string): Promise<SealedConnection> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('cloud_connection').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw noConnection()
  return toSealedConnection(row)
}

export async function createConnection(
  database: Database,
  scope: Scope,
  connection: Omit<SealedConnection, 'created_at' | 'created_by'>,
  {
    actorName,
    auditContext,
    sync,
  }: { actorName: string; auditContext: AuditContext; sync?: Omit<NewSyncConnection, 'id'> },
): Promise<Connection> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .insertInto('cloud_connection')
      .values({
        organization_id: scope.organizationId,
        ...connection,
        created_by: actorName,
        created_at: auditContext.at,
      })
      .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row)
      throw new KeptError('conflict', `There is already a connection named "${connection.name}"; choose another name.`)
    if (sync) await createSyncConnection(tx, scope, { ...sync, id: row.id })
    await recordAudit(tx, {
      ...auditContext,
      action: 'connection.created',
      target: row.id,
      summary: `${actorName} added the connection "${row.name}" (${row.kind}, ${row.location}).`,
    })
    const { credentials: _sealed, ...publicFields } = toSealedConnection(row)
    return publicFields
  })
}

export async function deleteConnection(
  database: Database,
  scope: Scope,
  id: string,
  {
    actorName,
    auditContext,
    inventory,
  }: { actorName: string; auditContext: AuditContext; inventory: 'keep' | 'remove' },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const listed = inventory === 'remove' ? await listedResources(tx, id) : []
    const row = await tx.deleteFrom('cloud_connection').where('id', '=', id).returning('name').executeTakeFirst()
    if (!row) throw noConnection()
    // After the units are gone: only what another connection lists stays.
    if (listed.length > 0) {
      await removeFromInventory(tx, listed)
      await refreshResourceSearchText(tx)
    }
    await recordAudit(tx, {
      ...auditContext,
      action: 'connection.deleted',
      target: id,
      summary: `${actorName} removed the connection "${row.name}".`,
    })
  })
}

/** Replaces the sealed credentials, such as with a new key, and what is stored about them. */
export async function replaceCredentials(
  database: Database,
  scope: Scope,
  id: string,
  {
    credentials,
    location,
    access,
    actorName,
    auditContext,
  }: { credentials: string; location: string; access: ChangedAccess; actorName: string; auditContext: AuditContext },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('cloud_connection')
      .set({ credentials, location })
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw noConnection()
    await updateAccess(tx, id, access)
    await recordAudit(tx, {
      ...auditContext,
      action: 'connection.access_changed',
      target: id,
      summary: `${actorName} changed the credentials of the connection "${row.name}".`,
      details: { method: access.method },
    })
  })
}

function listedResources(tx: ScopedTransaction, id: string) {
  return tx
    .selectFrom('sync_unit_resource')
    .innerJoin('sync_unit', 'sync_unit.id', 'sync_unit_resource.unit_id')
    .where('sync_unit.connection_id', '=', id)
    .select(['sync_unit_resource.provider', 'sync_unit_resource.resource_id'])
    .distinct()
    .execute()
}

function noConnection(): KeptError {
  return new KeptError('not_found', 'Connection not found.')
}

function toSealedConnection(row: Selectable<ConnectionsSchema['cloud_connection']>): SealedConnection {
  const { organization_id: _own, created_at, ...connection } = row
  return { ...connection, created_at: created_at.toISOString() }
}
