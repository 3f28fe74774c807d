/**
 * Opens a database of a ClickHouse cluster. Each shard has a database of its own tables, with the migrations applied
 * there, and each server one of the same tables over all shards, which every query and insert names.
 */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { openWarehouse, type Warehouse } from './client.ts'
import { localDatabaseOf, openClusterClient } from './cluster-client.ts'
import { type ClusterAddress, findShards, withServer } from './cluster-servers.ts'
import type { WarehouseAddress } from './embedded.ts'
import { migrateWarehouse } from './migrate.ts'
import { checkName, checkVersion } from './open-embedded.ts'
import { shardKeyOf } from './shard-keys.ts'

export async function openClusterDatabase(
  address: WarehouseAddress,
  name: string,
  cluster: ClusterAddress,
  { readsLocalFiles, upTo }: { readsLocalFiles: boolean; upTo?: readonly string[] },
): Promise<Warehouse> {
  checkName(name)
  const first = openWarehouse({ ...address, database: 'default' }, { readsLocalFiles })
  try {
    await checkVersion(first)
    const shards = await findShards(first, address, cluster)
    const layout = { cluster: cluster.name, count: shards.length, ...(upTo && { upTo }) }
    for (const [index, shard] of shards.entries()) await prepareShard(shard, name, index + 1, layout)
    for (const shard of shards) await withServer(shard, (server) => createTablesOverAll(server, name, cluster.name))
    return openClusterClient(address, shards, name, { readsLocalFiles })
  } finally {
    await first.close()
  }
}

/** The tables that hold the rows of one shard. */
async function prepareShard(
  address: WarehouseAddress,
  name: string,
  number: number,
  { cluster, count, upTo }: { cluster: string; count: number; upTo?: readonly string[] },
): Promise<void> {
  const database = localDatabaseOf(name)
  // Rows are where their key says for so many shards in this order: elsewhere, a replaced row would count twice.
  const comment = `Kept: shard ${number} of ${count}`
  await withServer(address, async (server) => {
    await checkVersion(server)
    await refuseSingleServer(server, name, cluster)
    await server.administer(`CREATE DATABASE IF NOT EXISTS ${database} ENGINE = Atomic COMMENT '${comment}'`)
    const [existing] = await server.inspect<{ comment: string }>(
      'SELECT comment FROM system.databases WHERE name = {database:String}',
      { database },
    )
    if (existing?.comment !== comment) {
      throw badInput(
        `the database "${database}" at ${address.url} holds "${existing?.comment}" and the cluster "${cluster}" has it as shard ${number} of ${count}. Give the cluster back the shards it had, or move the rows to another database with "kept warehouse move".`,
      )
    }
  })
  const shard = openWarehouse({ ...address, database }, { readsLocalFiles: false })
  try {
    await migrateWarehouse(shard, `Shard ${number} of the warehouse cluster "${cluster}"`, upTo)
  } finally {
    await shard.close()
  }
}

async function refuseSingleServer(server: Warehouse, name: string, cluster: string): Promise<void> {
  const [row] = await server.inspect<{ tables: number }>(
    "SELECT count() AS tables FROM system.tables WHERE database = {name:String} AND engine LIKE '%MergeTree'",
    { name },
  )
  if (!row?.tables) return
  throw badInput(
    `the database "${name}" holds the tables of a single server. Name another database of the cluster "${cluster}" in CLICKHOUSE_URL, or leave out CLICKHOUSE_CLUSTER.`,
  )
}

/** A table over all shards for each that holds rows, replaced when a migration has changed its columns. */
async function createTablesOverAll(server: Warehouse, name: string, cluster: string): Promise<void> {
  const local = localDatabaseOf(name)
  await server.administer(`CREATE DATABASE IF NOT EXISTS ${name} ENGINE = Atomic`)
  const tables = await server.inspect<{ table: string; is_current: number }>(
    `SELECT t.name AS table, c.columns = o.columns AS is_current
     FROM (SELECT name FROM system.tables WHERE database = {local:String} AND engine LIKE '%MergeTree'
       AND name != 'schema_migration') AS t
     INNER JOIN (${columnsOf('local')}) AS c ON c.table = t.name
     LEFT JOIN (${columnsOf('name')}) AS o ON o.table = t.name
     ORDER BY table`,
    { local, name },
  )
  if (tables.length === 0) throw new KeptError('internal', `The shard has no tables in ${local}.`)
  for (const { table, is_current } of tables) {
    if (is_current) continue
    await server.administer(
      `CREATE OR REPLACE TABLE ${name}.${table} AS ${local}.${table}
       ENGINE = Distributed('${cluster.replaceAll("'", "\\'")}', '${local}', '${table}', ${shardKeyOf(table)})`,
    )
  }
}

function columnsOf(database: 'local' | 'name'): string {
  return `SELECT table, arraySort(groupArray((name, type, default_expression))) AS columns FROM system.columns
    WHERE database = {${database}:String} GROUP BY table`
}
