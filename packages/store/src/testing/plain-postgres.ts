/** For tests of DATABASE_URL: an ordinary Postgres over TCP, from the embedded binaries or the system's own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { findDatabaseBinaries } from '../database/embedded.ts'

/** Postgres refuses to run as root; this one is in an open folder, like a server elsewhere. */
const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

export interface PlainPostgres {
  /** The URL of the superuser `boss`, for a database of that name. */
  url(database: string, user?: string): string
  /** Runs a statement as the superuser. */
  execute(sql: string): Promise<void>
  stop(): Promise<void>
}

/** Folders of Postgres programs on this machine: the embedded ones, and Debian's where they are installed. */
export function postgresFolders(): { name: string; folder: string }[] {
  const embedded = { name: 'the embedded binaries', folder: join(findDatabaseBinaries().postgres, '..') }
  const debian = '/usr/lib/postgresql'
  const installed = existsSync(debian)
    ? readdirSync(debian).map((version) => ({
        name: `Debian’s Postgres ${version}`,
        folder: join(debian, version, 'bin'),
      }))
    : []
  return [embedded, ...installed.filter(({ folder }) => existsSync(join(folder, 'initdb')))]
}

export async function startPlainPostgres(installed: string): Promise<PlainPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-plain-pg-'))
  execFileSync('chmod', ['755', folder])
  const programs = isOpen(installed) ? installed : join(copyOf(join(installed, '..'), folder), 'bin')
  const data = join(folder, 'data')
  execFileSync('mkdir', [data])
  if (asNobody.uid !== undefined) chownSync(data, asNobody.uid, asNobody.gid)
  const initdb = spawn(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'boss', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { stdio: 'ignore', ...asNobody },
  )
  await once(initdb, 'exit')
  const port = await freePort()
  const server: ChildProcess = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${data}`],
    { stdio: 'ignore', ...asNobody },
  )
  const url = (database: string, user = 'boss') => `postgres://${user}@127.0.0.1:${port}/${database}`
  const execute = async (sql: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await vi.waitFor(() => execute('SELECT 1'), { interval: 50, timeout: 60_000 })
  return {
    url,
    execute,
    async stop() {
      const exited = once(server, 'exit')
      server.kill('SIGQUIT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Another user reaches no program below a home of root's. */
function isOpen(path: string): boolean {
  if (asNobody.uid === undefined) return true
  const isPassable = (statSync(path).mode & 0o001) !== 0
  return isPassable && (path === '/' || isOpen(dirname(path)))
}

function copyOf(native: string, folder: string): string {
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
