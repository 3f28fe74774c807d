/**
 * Who may connect to the embedded Postgres: processes that can read the secret next to the cluster, which only Kept's
 * own user can. Every role's password is derived from it. Peer authentication would need an account for the connecting
 * user, which is often missing in a container.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '@kept/foundation/thrown.ts'
import pg from 'pg'
import { syncFolderSync } from '../sync-folder.ts'
import { applicationRole, ownerRole } from './roles.ts'

export interface DatabaseAccess {
  /** Folder of the Unix socket; `pg` takes it as host. */
  host: string
  secret: string
}

export interface Credentials {
  host: string
  user: string
  password: string
}

export function credentialsFor({ host, secret }: DatabaseAccess, role: string): Credentials {
  return { host, user: role, password: createHmac('sha256', secret).update(role).digest('base64url') }
}

const secretFile = (folder: string) => join(folder, 'secret')

export function readSecret(folder: string): string | undefined {
  try {
    return readFileSync(secretFile(folder), 'utf8').trim() || undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

export function forgetSecret(folder: string): void {
  rmSync(secretFile(folder), { force: true })
}

/**
 * Written before every start. Without a secret the roles have no passwords yet: until `setPasswords` has run, the
 * closed folder of the socket decides who may connect.
 */
export function writeAccessRules(data: string, secret: string | undefined): void {
  const method = secret === undefined ? 'trust' : 'scram-sha-256'
  writeFileSync(join(data, 'pg_hba.conf'), `# Written by Kept before every start.\nlocal all all ${method}\n`, {
    mode: 0o600,
  })
}

/** Sets every role's password and requires it from then on. Repeated at the next start if interrupted. */
export async function setPasswords(folder: string, data: string, host: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  const client = new pg.Client({ host, user: ownerRole, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (const role of [ownerRole, applicationRole]) {
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
      if (rowCount === 0) continue
      const { password } = credentialsFor({ host, secret }, role)
      await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`)
    }
    writeDurably(secretFile(folder), `${secret}\n`)
    writeAccessRules(data, secret)
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
  return secret
}

function writeDurably(file: string, text: string): void {
  const arriving = `${file}.new`
  const descriptor = openSync(arriving, 'w', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(arriving, file)
  syncFolderSync(dirname(file))
}
