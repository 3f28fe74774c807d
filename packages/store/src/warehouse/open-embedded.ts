/** Starts the embedded warehouse, creates its database and migrates its tables. */
import { KeptError } from '@kept/domain/errors.ts'
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
  if (!databaseName.test(name)) {
    throw new KeptError('bad_input', `"${name}" cannot name its database; use letters, digits and underscores.`)
  }
  const first = openWarehouse({ ...address, database: 'default' }, options)
  try {
    const [engine] = await first.inspect<{ version: string; database_exists: number }>(
      'SELECT version() AS version, (SELECT count() FROM system.databases WHERE name = {name:String}) AS database_exists',
      { name },
    )
    if (engine && isOlder(engine.version, oldestVersion)) {
      throw new KeptError('bad_input', `it is ClickHouse ${engine.version}; Kept needs ${oldestVersion} or newer.`)
    }
    // Checked first: a user without the right to create databases may still have been given one.
    if (!engine?.database_exists) await first.administer(`CREATE DATABASE IF NOT EXISTS ${name} ENGINE = Atomic`)
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

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  return (a?.[0] ?? 0) !== (b?.[0] ?? 0) ? (a?.[0] ?? 0) < (b?.[0] ?? 0) : (a?.[1] ?? 0) < (b?.[1] ?? 0)
}
