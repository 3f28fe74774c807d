/**
 * A Postgres by address. The user of the address migrates. The application itself must not be able to bypass
 * row-level security, so an address with such privileges is used through a role that has none.
 */
import { KeptError } from '@kept/domain/errors.ts'
import pg from 'pg'
import { connectDatabase, type Database } from './connect.ts'
import { migrateDatabase } from './migrate.ts'
import { grantToApplication } from './open-embedded.ts'
import { applicationRole } from './roles.ts'

const oldestVersion = 13
/** An arbitrary number, the same for every Kept: Postgres refuses a role or a grant by two at the same moment. */
const prepareLock = 7_253_005

/** Migrates and opens the database at `url`. `upTo`: only these migrations, for a restore. */
export async function openExternalDatabase(url: string, upTo?: readonly string[]): Promise<Database> {
  const bypasses = await prepareExternal(url, upTo)
  const database = connectDatabase({
    connectionString: url,
    // Checked while connecting: a connection that could not take the role is never used.
    ...(bypasses && { options: `-c role=${applicationRole}` }),
  })
  try {
    const { rows } = await database.pool.query<{ powers: boolean }>(powersOf)
    if (rows[0]?.powers !== false) {
      throw new KeptError(
        'bad_input',
        'The database user bypasses row-level security and cannot be restricted; use an ordinary user that owns the database.',
      )
    }
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const powersOf = 'SELECT rolsuper OR rolbypassrls AS powers FROM pg_roles WHERE rolname = current_user'

/** Migrates; returns true when the address's own user bypasses row-level security. */
async function prepareExternal(url: string, upTo: readonly string[] | undefined): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ version: number; name: string }>(
      "SELECT current_setting('server_version_num')::int / 10000 AS version, current_database() AS name",
    )
    const [{ version, name } = { version: 0, name: '' }] = rows
    if (version < oldestVersion) {
      throw new KeptError('bad_input', `it is Postgres ${version}; Kept needs ${oldestVersion} or newer.`)
    }
    await client.query('SELECT pg_advisory_lock($1)', [prepareLock])
    await migrateDatabase(client, `The database "${name}"`, upTo)
    const { rows: privileges } = await client.query<{ powers: boolean }>(powersOf)
    if (!privileges[0]?.powers) return false
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole])
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${applicationRole} NOSUPERUSER NOBYPASSRLS NOCREATEROLE`)
    await grantToApplication(client, name)
    return true
  } finally {
    await client.end()
  }
}
