/** Puts the rows of a backup into a migrated, empty database, all or none of them. */
import { pipeline } from 'node:stream/promises'
import type { BackupManifest } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Objects } from './objects.ts'

export async function restoreDatabase(
  client: pg.ClientBase,
  { tables, sequences }: BackupManifest['database'],
  objects: Objects,
): Promise<void> {
  await client.query('BEGIN')
  try {
    // Triggers and references held when the rows were written; here tables arrive in the order of their names.
    await client.query("SET LOCAL session_replication_role = 'replica'")
    for (const { name, columns, rows, object } of tables) {
      const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
      await client.query(`DELETE FROM ${pg.escapeIdentifier(name)}`)
      const target = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`))
      await pipeline(objects.read(object), target)
      if (target.rowCount !== rows) {
        throw new KeptError(
          'bad_input',
          `The backup has ${target.rowCount} rows of ${name} instead of ${rows}. Use another backup.`,
        )
      }
    }
    for (const { name, last_value, is_called } of sequences)
      await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
        pg.escapeIdentifier(name),
        last_value,
        is_called,
      ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
