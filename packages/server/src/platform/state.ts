/** Opens both engines, embedded or by address, and closes them in the right order. */
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { codeOf, messageOf } from '@kept/foundation/thrown.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { connectByAddress, connectOwner, type OwnerConnection } from '@kept/store/database/connect-owner.ts'
import { oneAtATime } from '@kept/store/database/one-at-a-time.ts'
import { embeddedDatabase, openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { openExternalDatabase } from '@kept/store/database/open-external.ts'
import type { EngineEvent } from '@kept/store/supervise.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openClusterDatabase } from '@kept/store/warehouse/open-cluster.ts'
import { openDatabase, openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { withoutPassword } from './log.ts'
import { warehouseAddressOf } from './warehouse-address.ts'

export interface State {
  database: Database
  warehouse: Warehouse
  /** For users: the address and state of each engine. */
  describe(): { database: string; warehouse: string }
  /** A connection that sees all organizations, for backups only; the caller ends it. */
  openOwner(): Promise<OwnerConnection>
  /** Process ids of embedded engines, for the memory report. */
  pids(): { name: string; pid: number }[]
  close(): Promise<void>
}

export async function openState(config: Config, log: Log): Promise<State> {
  const logFolder = join(config.dataFolder, 'logs')
  const [database, warehouse] = await bothOrNone(
    openDatabasePart(config, logFolder, log),
    openWarehousePart(config, logFolder, log),
  )
  return {
    database: database.client,
    warehouse: warehouse.client,
    describe: () => ({ database: database.describe(), warehouse: warehouse.describe() }),
    openOwner: database.openOwner,
    pids: () => [...database.pids(), ...warehouse.pids()],
    async close() {
      await Promise.allSettled([database.client.close(), warehouse.client.close()])
      await Promise.allSettled([database.stop(), warehouse.stop()])
    },
  }
}

interface Part<Client extends { close(): Promise<void> }> {
  client: Client
  describe(): string
  pids(): { name: string; pid: number }[]
  stop(): Promise<void>
}

async function openDatabasePart(
  config: Config,
  logFolder: string,
  log: Log,
): Promise<Part<Database> & Pick<State, 'openOwner'>> {
  if (config.databaseUrl) {
    const url = config.databaseUrl
    const client = await reachable(`Postgres at ${withoutPassword(url)}`, () => openExternalDatabase(url))
    return {
      client,
      describe: () => withoutPassword(url),
      openOwner: () => connectByAddress(config.backupDatabaseUrl ?? url),
      pids: () => [],
      stop: async () => undefined,
    }
  }
  const { database, engine } = await openEmbeddedDatabase({
    folder: join(config.dataFolder, 'postgres'),
    logFolder,
    cacheBytes: config.databaseCacheBytes,
    onEvent: logEngine('postgres', log),
  })
  return {
    client: database,
    describe: () =>
      `embedded, pid ${engine.pid}${engine.adopted ? ' (taken over)' : ''}, restarted ${engine.restarts} times`,
    openOwner: () => connectOwner(engine.access, embeddedDatabase),
    pids: () => (engine.pid ? [{ name: 'postgres', pid: engine.pid }] : []),
    stop: () => engine.stop(),
  }
}

async function openWarehousePart(config: Config, logFolder: string, log: Log): Promise<Part<Warehouse>> {
  if (config.clickhouseUrl) {
    const { address, name } = warehouseAddressOf(config.clickhouseUrl)
    const { databaseUrl, clickhouseCluster: cluster } = config
    const options = { readsLocalFiles: false }
    const open = () =>
      cluster ? openClusterDatabase(address, name, cluster, options) : openDatabase(address, name, options)
    const client = await reachable(`ClickHouse at ${withoutPassword(config.clickhouseUrl)}`, () =>
      databaseUrl ? oneAtATime(databaseUrl, open) : open(),
    )
    return {
      client,
      describe: () => `${withoutPassword(config.clickhouseUrl ?? '')}${cluster ? `, cluster ${cluster.name}` : ''}`,
      pids: () => [],
      stop: async () => undefined,
    }
  }
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(config.dataFolder, 'warehouse'),
    logFolder,
    memoryBytes: config.warehouseMemoryBytes,
    onEvent: logEngine('clickhouse', log),
  })
  return {
    client: warehouse,
    describe: () => `embedded, pid ${engine.pid}, restarted ${engine.restarts} times`,
    pids: () => (engine.pid ? [{ name: 'clickhouse', pid: engine.pid }] : []),
    stop: () => engine.stop(),
  }
}

/** An engine that is up is stopped again when the other one cannot be opened. */
async function bothOrNone<First extends Part<Database>>(
  databasePart: Promise<First>,
  other: Promise<Part<Warehouse>>,
): Promise<[First, Part<Warehouse>]> {
  const [first, second] = await Promise.allSettled([databasePart, other])
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value]
  for (const part of [first, second]) {
    if (part.status === 'rejected') continue
    await part.value.client.close()
    await part.value.stop()
  }
  throw [first, second].find((part) => part.status === 'rejected')?.reason
}

type EngineReport = { type: 'created' | 'adopted' | EngineEvent['type']; detail: string }

const engineSentences = {
  created: 'new database created',
  adopted: 'engine of the previous process taken over',
  started: 'engine started',
  died: 'engine ended by itself',
  deaf: 'engine does not answer',
  not_started: 'engine could not be started',
} as const satisfies Record<EngineReport['type'], string>

function logEngine(engine: 'postgres' | 'clickhouse', log: Log): (report: EngineReport) => void {
  return ({ type, detail }) => {
    const level = type === 'died' || type === 'deaf' || type === 'not_started' ? 'error' : 'info'
    log[level]({ event: `engine.${type}`, engine, detail }, engineSentences[type])
  }
}

async function reachable<T>(name: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect()
  } catch (cause) {
    throw new KeptError('unavailable', `${name} cannot be used: ${reasonOf(cause)}`, { cause })
  }
}

/** A refused connection to a name with two addresses has no message of its own, only a code. */
function reasonOf(cause: unknown): string {
  return messageOf(cause) || codeOf(cause) || String(cause)
}
