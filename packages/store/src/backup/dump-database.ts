/** The rows of Postgres as one snapshot, table by table, in Postgres' own text format. */

import type { BackupDatabaseTable, BackupManifest } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Objects } from './objects.ts'

interface DatabaseDump {
  part: BackupManifest['database']
  added: number
}

/** Begins the one transaction that everything is read in: rows that come later are not seen. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ sees_all: boolean }>(
    'SELECT rolsuper OR rolbypassrls AS sees_all FROM pg_roles WHERE rolname = current_user',
  )
  if (!rows[0]?.sees_all) {
    throw new KeptError(
      'bad_input',
      'The database user sees the rows of one organization only. Set KEPT_BACKUP_DATABASE_URL to a user that bypasses row-level security.',
    )
  }
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // An error instead of missing rows, should a policy apply after all.
  await client.query('SET LOCAL row_security = off')
}

export async function dumpDatabase(
  client: pg.ClientBase,
  objects: Objects,
  signal?: AbortSignal,
): Promise<DatabaseDump> {
  const tables: BackupDatabaseTable[] = []
  let added = 0
  for (const { name, columns } of await tablesOf(client)) {
    signal?.throwIfAborted()
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const stream = client.query(copyTo(`COPY ${pg.escapeIdentifier(name)} (${list}) TO STDOUT`))
    const { added: addedBytes, ...object } = await objects.write(stream)
    tables.push({ name, columns, rows: stream.rowCount, ...object })
    added += addedBytes
  }
  const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM schema_migration ORDER BY name')
  return {
    part: { migrations: migrations.map(({ name }) => name), tables, sequences: await sequencesOf(client) },
    added,
  }
}

/** All tables of Kept but the lists of migrations and of processes; the job queue has a schema of its own and is made again. */
async function tablesOf(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
     FROM information_schema.columns AS c
     INNER JOIN information_schema.tables AS t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
       AND c.table_name NOT IN ('schema_migration', 'server_process')
     GROUP BY c.table_name ORDER BY c.table_name`,
  )
  return rows
}

async function sequencesOf(client: pg.ClientBase): Promise<BackupManifest['database']['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  )
  const sequences: BackupManifest['database']['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${pg.escapeIdentifier(name)}`,
    )
    const [row] = state.rows
    if (row) sequences.push({ name, ...row })
  }
  return sequences
}
