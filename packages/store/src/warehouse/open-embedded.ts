/** Starts the embedded warehouse, creates its database and migrates its tables. */
import { badInput } from '@kept/domain/errors.ts'
import { openWarehouse, type Warehouse } from './client.ts'
import { type EmbeddedWarehouse, type EmbeddedWarehouseOptions, startEmbeddedWarehouse } from './embedded.ts'
import { migrateWarehouse } from './migrate.ts'

const database = 'kept'

export async function openEmbeddedWarehouse(
  options: EmbeddedWarehouseOptions & { upTo?: readonly string[] },
): Promise<{ warehouse: Warehouse; engine: EmbeddedWarehouse }> {
  const engine = await startEmbeddedWarehouse(options)
  try {
    return {
      engine,
      warehouse: await openDatabase(engine.address, database, {
        readsLocalFiles: true,
        location: `The warehouse in ${options.folder}`,
        ...(options.upTo && { upTo: options.upTo }),
      }),
    }
  } catch (error) {
    await engine.stop()
    throw error
  }
}

const oldestVersion = '25.8'
const databaseName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/** Opens a database of a warehouse, creates it if it is missing, and migrates its tables. */
export async function openDatabase(
  address: { url: string; username: string; password: string },
  name: string,
  options: { readsLocalFiles: boolean; location?: string; upTo?: readonly string[] },
): Promise<Warehouse> {
  checkName(name)
  const first = openWarehouse({ ...address, database: 'default' }, options)
  try {
    await checkVersion(first)
    const [existing] = await first.inspect<{ database_exists: number; is_clustered: number }>(
      `SELECT (SELECT count() FROM system.databases WHERE name = {name:String}) AS database_exists,
         (SELECT count() > 0 FROM system.tables WHERE database = {name:String} AND engine = 'Distributed') AS is_clustered`,
      { name },
    )
    if (existing?.is_clustered) {
      throw badInput(`the database "${name}" has the tables of a cluster; set CLICKHOUSE_CLUSTER to its name.`)
    }
    // Checked first: a user without the right to create databases may still have been given one.
    if (!existing?.database_exists) await first.administer(`CREATE DATABASE IF NOT EXISTS ${name} ENGINE = Atomic`)
  } finally {
    await first.close()
  }
  const warehouse = openWarehouse({ ...address, database: name }, options)
  try {
    await migrateWarehouse(warehouse, options.location ?? `The warehouse database "${name}"`, options.upTo)
    return warehouse
  } catch (error) {
    await warehouse.close()
    throw error
  }
}

export function checkName(name: string): void {
  if (databaseName.test(name)) return
  throw badInput(`"${name}" cannot name its database; use letters, digits and underscores.`)
}

export async function checkVersion(server: Warehouse): Promise<void> {
  const [engine] = await server.inspect<{ version: string }>('SELECT version() AS version')
  if (engine && isOlder(engine.version, oldestVersion))
    throw badInput(`it is ClickHouse ${engine.version}; Kept needs ${oldestVersion} or newer.`)
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  return (a?.[0] ?? 0) !== (b?.[0] ?? 0) ? (a?.[0] ?? 0) < (b?.[0] ?? 0) : (a?.[1] ?? 0) < (b?.[1] ?? 0)
}
