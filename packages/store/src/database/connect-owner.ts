/** Connections that see all organizations, for backups only. The caller ends them. */
import pg from 'pg'
import { credentialsFor, type DatabaseAccess } from './access.ts'
import { ownerRole } from './roles.ts'

export type OwnerConnection = pg.Client

export function connectOwner(access: DatabaseAccess, database: string): Promise<OwnerConnection> {
  return connected({ ...credentialsFor(access, ownerRole), database })
}

/** As the user of the address, whatever it may see. */
export function connectByAddress(url: string): Promise<OwnerConnection> {
  return connected({ connectionString: url, connectionTimeoutMillis: 10_000 })
}

async function connected(config: pg.ClientConfig): Promise<OwnerConnection> {
  const client = new pg.Client(config)
  // The running query reports a lost server; without this listener the error event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
