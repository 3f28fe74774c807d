/** The two engines, embedded or by address, opened together and closed in the right order. */
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { openExternalDatabase } from '@kept/store/database/open-external.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openDatabase, openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { withoutPassword } from './log.ts'

export interface State {
  database: Database
  warehouse: Warehouse
  /** For people: where each engine is and how it is doing. */
  describe(): { database: string; warehouse: string }
  /** Process ids of the engines we look after, for the memory report. */
  pids(): { what: string; pid: number }[]
  close(): Promise<void>
}

export async function openState(config: Config, log: Log): Promise<State> {
  const logFolder = join(config.dataFolder, 'logs')
  const [database, warehouse] = await bothOrNone(
    openDatabasePart(config, logFolder, log),
    openWarehousePart(config, logFolder, log),
  )
  return {
    database: database.door,
    warehouse: warehouse.door,
    describe: () => ({ database: database.describe(), warehouse: warehouse.describe() }),
    pids: () => [...database.pids(), ...warehouse.pids()],
    async close() {
      await Promise.allSettled([database.door.close(), warehouse.door.close()])
      await Promise.allSettled([database.stop(), warehouse.stop()])
    },
  }
}

interface Part<Door extends { close(): Promise<void> }> {
  door: Door
  describe(): string
  pids(): { what: string; pid: number }[]
  stop(): Promise<void>
}

async function openDatabasePart(config: Config, logFolder: string, log: Log): Promise<Part<Database>> {
  if (config.databaseUrl) {
    const url = config.databaseUrl
    const door = await reachable(`Postgres at ${withoutPassword(url)}`, () => openExternalDatabase(url))
    return {
      door,
      describe: () => withoutPassword(url),
      pids: () => [],
      stop: async () => undefined,
    }
  }
  const { database, engine } = await openEmbeddedDatabase({
    folder: join(config.dataFolder, 'postgres'),
    logFolder,
    onEvent: (event) => log[isTrouble(event) ? 'error' : 'info']({ engine: 'postgres', ...event }),
  })
  return {
    door: database,
    describe: () =>
      `embedded, pid ${engine.pid}${engine.adopted ? ' (taken over)' : ''}, restarted ${engine.restarts} times`,
    pids: () => (engine.pid ? [{ what: 'postgres', pid: engine.pid }] : []),
    stop: () => engine.stop(),
  }
}

async function openWarehousePart(config: Config, logFolder: string, log: Log): Promise<Part<Warehouse>> {
  if (config.clickhouseUrl) {
    const url = new URL(config.clickhouseUrl)
    const door = await reachable(`ClickHouse at ${withoutPassword(config.clickhouseUrl)}`, () =>
      openDatabase(
        {
          url: url.origin,
          username: decodeURIComponent(url.username) || 'default',
          password: decodeURIComponent(url.password),
        },
        url.pathname.slice(1) || 'kept',
        { readsLocalFiles: false },
      ),
    )
    return {
      door,
      describe: () => withoutPassword(config.clickhouseUrl ?? ''),
      pids: () => [],
      stop: async () => undefined,
    }
  }
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(config.dataFolder, 'warehouse'),
    logFolder,
    memoryBytes: config.warehouseMemoryBytes,
    onEvent: (event) => log[isTrouble(event) ? 'error' : 'info']({ engine: 'clickhouse', ...event }),
  })
  return {
    door: warehouse,
    describe: () => `embedded, pid ${engine.pid}, restarted ${engine.restarts} times`,
    pids: () => (engine.pid ? [{ what: 'clickhouse', pid: engine.pid }] : []),
    stop: () => engine.stop(),
  }
}

/** An engine that is up is ended again when the other one cannot be opened. */
async function bothOrNone(
  one: Promise<Part<Database>>,
  other: Promise<Part<Warehouse>>,
): Promise<[Part<Database>, Part<Warehouse>]> {
  const [first, second] = await Promise.allSettled([one, other])
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value]
  for (const part of [first, second]) {
    if (part.status === 'rejected') continue
    await part.value.door.close()
    await part.value.stop()
  }
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason
}

function isTrouble({ what }: { what: string }): boolean {
  return what === 'died' || what === 'deaf' || what === 'not_started'
}

async function reachable<T>(what: string, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect()
  } catch (cause) {
    throw new KeptError('unavailable', `${what} cannot be used: ${wordsOf(cause)}`, { cause })
  }
}

/** A refused connection to a name with two addresses has no words of its own, only a code. */
function wordsOf(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string }
  return message || code || String(cause)
}
