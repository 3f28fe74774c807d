/**
 * Every column that holds an encrypted secret, visited when the key changes. Encrypted values are bound to their
 * column and row, so the visitor receives both.
 */
import { sql } from 'kysely'
import type { Database } from './connect.ts'

interface SealedPlace {
  /** The organization's id; undefined for secrets of a user. */
  organization?: string
  table: string
  row: string
  column: string
}

interface SealedColumn {
  table: string
  column: string
  /** The column it was encrypted for, when the value was moved within its row. */
  sealedAs?: string
}

const ofOrganizations: SealedColumn[] = [
  { table: 'identity_provider', column: 'client_secret' },
  { table: 'alert_channel', column: 'secret' },
  { table: 'cloud_account', column: 'credentials' },
  { table: 'cloud_connection', column: 'credentials' },
  { table: 'behavior_hook', column: 'secret' },
  { table: 'behavior_hook', column: 'previous_secret', sealedAs: 'secret' },
  { table: 'audit_stream', column: 'secret' },
  { table: 'idempotency_key', column: 'answer' },
]

/**
 * Changes every encrypted value of one organization, all or none; `change` returns values to leave as they are. Returns
 * the number changed.
 */
export function changeSealed(
  database: Database,
  organizationId: string,
  change: (location: SealedPlace, sealed: string) => string,
): Promise<number> {
  return database.scoped({ organizationId }, async (tx) => {
    let changed = 0
    for (const { table, column, sealedAs = column } of ofOrganizations) {
      // Without a secret, as in a user's own email channel, nothing is encrypted.
      const { rows } = await sql<{ id: string; sealed: string }>`
        SELECT id::text AS id, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
        WHERE organization_id = ${organizationId} AND ${sql.ref(column)} <> '' FOR UPDATE`.execute(tx)
      for (const { id, sealed } of rows) {
        const resealed = change({ organization: organizationId, table, row: id, column: sealedAs }, sealed)
        if (resealed === sealed) continue
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${resealed}
          WHERE organization_id = ${organizationId} AND id = ${id}`.execute(tx)
        changed += 1
      }
    }
    return changed
  })
}

/** The same for secrets of users: their authenticators. */
export function changeSealedOfPeople(
  database: Database,
  change: (location: SealedPlace, sealed: string) => string,
): Promise<number> {
  return database.shared.transaction().execute(async (tx) => {
    let changed = 0
    for (const { user_id, secret } of await tx
      .selectFrom('two_factor')
      .select(['user_id', 'secret'])
      .forUpdate()
      .execute()) {
      const resealed = change({ table: 'two_factor', row: user_id, column: 'secret' }, secret)
      if (resealed === secret) continue
      await tx.updateTable('two_factor').set({ secret: resealed }).where('user_id', '=', user_id).execute()
      changed += 1
    }
    return changed
  })
}
