import { sql } from 'kysely'

/**
 * Part of the RETURNING clause of a statement that changes what users may do: ends or moves a session, changes a
 * membership, revokes an API key. Notifies every Kept process on this database, when the transaction commits, to read
 * the rights of the user in `column` again.
 */
export function notifyRights(column: 'user_id' | 'created_by') {
  return sql<string>`pg_notify('kept_rights', ${sql.ref(column)}::text)`.as('notified')
}
