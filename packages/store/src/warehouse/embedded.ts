/**
 * The embedded warehouse and its supervisor: started on a free loopback port, restarted when it dies,
 * stopped with this process. See docs/decisions/0003-warehouse.md for why it is a child process.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KeptError } from '@kept/domain/errors.ts'
import { isListening } from '../is-listening.ts'
import { packageFolder } from '../package-folder.ts'
import { type EngineEvent, supervise } from '../supervise.ts'
import { authorizationOf, type ClusterMember, keptUser, writeWarehouseSettings } from './settings-files.ts'

export interface WarehouseAddress {
  url: string
  username: string
  password: string
}

export interface EmbeddedWarehouse {
  /** Constant for the life of this supervisor, across restarts of the engine. */
  readonly address: WarehouseAddress
  /** Process id of the engine, for `doctor` and the memory report. */
  readonly pid: number | undefined
  /** How often the engine was restarted. */
  readonly restarts: number
  stop(): Promise<void>
}

export interface EmbeddedWarehouseOptions {
  folder: string
  logFolder: string
  memoryBytes: number
  /** The timeout of a start, including the wait for a previous engine to release the folder. */
  timeoutMs?: number
  onEvent?: (event: EngineEvent) => void
  /** Makes it one server of a cluster of such engines: for tests and benchmarks, and on one machine only. */
  member?: ClusterMember
}

const launcher = fileURLToPath(new URL('./launcher.mjs', import.meta.url))
const libraries: Record<string, string> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'darwin-arm64': '@chdb/lib-darwin-arm64',
}
const startTimeoutMs = 30_000

export async function startEmbeddedWarehouse(options: EmbeddedWarehouseOptions): Promise<EmbeddedWarehouse> {
  const library = findWarehouseLibrary()
  const { member } = options
  const password = member?.password ?? newPassword()
  const settings = join(options.folder, 'settings')
  const data = join(options.folder, 'data')
  for (const folder of [settings, data, options.logFolder]) await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = await writeWarehouseSettings(settings, {
    password,
    memoryBytes: options.memoryBytes,
    logFile: join(options.logFolder, 'warehouse.log'),
    ...(member && { member }),
  })

  const port = await freePort()
  const address = { url: `http://127.0.0.1:${port}`, username: keptUser, password }
  const supervision = await supervise({
    name: 'The embedded warehouse',
    logFile: join(options.logFolder, 'warehouse.log'),
    timeoutMs: options.timeoutMs ?? startTimeoutMs,
    shutdownTimeoutMs: 5_000,
    launch: () =>
      spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          launcher,
          library,
          ...engineOptions(data, port, files.config, member),
        ],
        // In a process group of its own: a Ctrl-C in the terminal must reach only Kept, which then stops the engine
        // cleanly.
        { stdio: ['pipe', 'ignore', 'pipe'], detached: true },
      ),
    answers: () => answers(address),
    listens: () => isListening({ host: '127.0.0.1', port }),
    end: (child) => child.kill('SIGTERM'),
    force: (child) => child.kill('SIGKILL'),
    onEvent: options.onEvent,
  })
  return {
    address,
    get pid() {
      return supervision.pid
    },
    get restarts() {
      return supervision.restarts
    },
    stop: () => supervision.stop(),
  }
}

/** The path of libchdb.so; throws one sentence about what to do without it. */
export function findWarehouseLibrary(): string {
  const name = libraries[`${process.platform}-${process.arch}`]
  const folder = name && packageFolder(name)
  if (folder) return join(folder, 'libchdb.so')
  throw new KeptError(
    'unavailable',
    `There is no embedded warehouse for ${process.platform}-${process.arch}; set CLICKHOUSE_URL to a ClickHouse server (25.8 or newer).`,
  )
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

function engineOptions(data: string, port: number, configFile: string, member: ClusterMember | undefined): string[] {
  const serveForEver =
    'SELECT sleepEachRow(3) FROM numbers(1000000000) SETTINGS max_block_size=1, function_sleep_max_microseconds_per_block=0 FORMAT Null'
  return [
    `--path=${data}`,
    '--listen_host=127.0.0.1',
    // This kind of engine ignores the level of the settings file: it logged every query at trace level.
    '--log-level=warning',
    `--http_port=${port}`,
    `--config-file=${configFile}`,
    '--multiquery',
    ...(member ? [`--tcp_port=${member.tcpPort}`] : []),
    `--query=SYSTEM START LISTEN HTTP; ${member ? 'SYSTEM START LISTEN TCP; ' : ''}${serveForEver}`,
  ]
}

async function answers({ url, username, password }: WarehouseAddress): Promise<'yes' | 'no'> {
  const headers = { authorization: authorizationOf(username, password) }
  try {
    const answer = await fetch(`${url}/?query=SELECT%201`, { headers, signal: AbortSignal.timeout(1_000) })
    await answer.body?.cancel()
    return answer.ok ? 'yes' : 'no'
  } catch {
    return 'no'
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new KeptError('internal', 'No free loopback port.')
  return address.port
}
