/** The warehouse client of a cluster: queries go to one server, which asks the others; the rest to every shard. */
import type { ClickHouseSettings } from '@clickhouse/client'
import type { Scope } from '@kept/domain/scope.ts'
import { type InspectOptions, openWarehouse, type QueryOptions, type Warehouse, type WarehouseShard } from './client.ts'
import { pingInTime } from './cluster-servers.ts'
import type { WarehouseAddress } from './embedded.ts'
import { watchShards, watchShardsOfStream } from './watch-shards.ts'

/** The database of each shard's own tables; the one without the suffix has the tables over all shards. */
export function localDatabaseOf(database: string): string {
  return `${database}_local`
}

const settings: ClickHouseSettings = {
  // A table in an IN or a JOIN is that of all shards, not the part of the shard that compares.
  distributed_product_mode: 'global',
  // An insert is acknowledged when every shard has its rows: nothing waits in a queue for a shard that is down.
  distributed_foreground_insert: 1,
  // 2 would let each shard group its own rows and store them where they are.
  parallel_distributed_insert_select: '0',
  // A shard that is down is an error, never a smaller sum.
  skip_unavailable_shards: 0,
  connect_timeout_with_failover_ms: 1000,
  handshake_timeout_ms: 1000,
}

export function openClusterClient(
  address: WarehouseAddress,
  shardAddresses: readonly WarehouseAddress[],
  database: string,
  { readsLocalFiles }: { readsLocalFiles: boolean },
): Warehouse {
  const first = openWarehouse({ ...address, database }, { readsLocalFiles, settings, isClustered: true })
  const watched = <Result>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>) =>
    watchShards(clients, signal, work)
  const localDatabase = localDatabaseOf(database)
  const clients = shardAddresses.map((shard) =>
    openWarehouse({ ...shard, database: localDatabase }, { readsLocalFiles: false }),
  )
  const shards: WarehouseShard[] = clients.map((client, index) => ({
    number: index + 1,
    location: shardAddresses[index]?.url ?? '',
    ping: () => pingInTime(client),
  }))
  return {
    ...first,
    localDatabase,
    shards,
    query: <Row>(scope: Scope, sql: string, parameters?: Record<string, unknown>, options: QueryOptions = {}) =>
      watched(options.signal, (signal) => first.query<Row>(scope, sql, parameters, { ...options, signal })),
    stream: <Row>(scope: Scope, sql: string, parameters?: Record<string, unknown>, options: QueryOptions = {}) =>
      watchShardsOfStream(clients, options.signal, (signal) =>
        first.stream<Row>(scope, sql, parameters, { ...options, signal }),
      ),
    inspect: <Row>(sql: string, parameters?: Record<string, unknown>, options: InspectOptions = {}) =>
      watched(options.signal, (signal) => first.inspect<Row>(sql, parameters, { ...options, signal })),
    executeOnShards: (...statement) => onAll(clients, (client) => client.execute(...statement)).then(() => undefined),
    queryShards: async <Row>(...question: Parameters<Warehouse['query']>) =>
      (await onAll(clients, (client) => client.query<Row>(...question))).flat(),
    administerShards: (...statement) =>
      onAll(clients, (client) => client.administer(...statement)).then(() => undefined),
    inspectShards: async <Row>(sql: string, parameters?: Record<string, unknown>) =>
      (await onAll(clients, (client) => client.inspect<Row>(sql, parameters))).flat(),
    ping: async () => (await Promise.all(shards.map((shard) => shard.ping()))).every(Boolean),
    close: async () => {
      await onAll([first, ...clients], (client) => client.close())
    },
  }
}

/** Ends when every shard has: a repetition must not meet what is still running. Throws the first error. */
async function onAll<Result>(clients: Warehouse[], work: (client: Warehouse) => Promise<Result>): Promise<Result[]> {
  const results = await Promise.allSettled(clients.map(work))
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
}
