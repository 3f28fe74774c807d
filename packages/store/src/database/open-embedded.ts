/** Starts and migrates the embedded Postgres and opens it with the application's role, which can bypass nothing. */
import pg from 'pg'
import { credentialsFor, type DatabaseAccess } from './access.ts'
import { connectDatabase, type Database } from './connect.ts'
import { type EmbeddedDatabase, type EmbeddedDatabaseOptions, startEmbeddedDatabase } from './embedded.ts'
import { migrateDatabase } from './migrate.ts'
import { applicationRole, ownerRole } from './roles.ts'

/** The embedded database's name. */
export const embeddedDatabase = 'kept'

export async function openEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<{ database: Database; engine: EmbeddedDatabase }> {
  const engine = await startEmbeddedDatabase(options)
  try {
    await prepareDatabase(engine.access, embeddedDatabase, `The database in ${options.folder}`)
    return {
      engine,
      database: connectDatabase({ ...credentialsFor(engine.access, applicationRole), database: embeddedDatabase }),
    }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

/** Creates the database and the application's role when they are missing, then migrates as the owner. */
export async function prepareDatabase(
  access: DatabaseAccess,
  name: string,
  location = `The database "${name}"`,
  upTo?: readonly string[],
): Promise<void> {
  const owner = credentialsFor(access, ownerRole)
  await withClient({ ...owner, database: 'postgres' }, async (client) => {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole])
    if (role.rowCount === 0) {
      const password = client.escapeLiteral(credentialsFor(access, applicationRole).password)
      await client.query(
        `CREATE ROLE ${applicationRole} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE PASSWORD ${password}`,
      )
    }
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${name}`)
  })
  await withClient({ ...owner, database: name }, async (client) => {
    await migrateDatabase(client, location, upTo)
    await grantToApplication(client, name)
  })
}

/** Frozen baselines, ledger, journal and audit entries, statements, versioned settings: the application may insert and read, and nothing else. */
const finalTables = [
  'savings_baseline',
  'savings_commitment_baseline',
  'savings_ledger_entry',
  'savings_statement',
  'commission_settings',
  'commission_rule',
  'billing_settings',
  'billing_logo',
  'billing_credit_use',
  'billing_journal_transaction',
  'billing_journal_posting',
  'audit_event',
  'audit_checkpoint',
] as const

/**
 * Grants of the application's role: rows of all tables except the ledger, no changes to tables. In one transaction: a
 * process that is running never has more rights than it should.
 */
export async function grantToApplication(client: pg.ClientBase, database: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await grantAll(client, database)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function grantAll(client: pg.ClientBase, database: string): Promise<void> {
  // The job queue has its own schema; the application creates and owns it.
  await client.query(`GRANT CREATE ON DATABASE ${pg.escapeIdentifier(database)} TO ${applicationRole}`)
  await client.query(`GRANT USAGE ON SCHEMA public TO ${applicationRole}`)
  await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${applicationRole}`)
  for (const table of finalTables)
    await client.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${applicationRole}`)
  await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${applicationRole}`)
}

async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // The running query reports a lost server; without this listener the error event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
