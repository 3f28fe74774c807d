/** Applies the warehouse's missing migrations: numbered, named, forward only, each step recorded. */

import { checkApplied } from '../check-applied.ts'
import type { Warehouse } from './client.ts'
import type { WarehouseMigration } from './migration.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { listWhereEffective } from './migrations/0002-list-where-effective.ts'

const migrations: WarehouseMigration[] = [baseline, listWhereEffective]

/** The migrations that this version of Kept knows. */
export const warehouseMigrationNames: readonly string[] = migrations.map(({ name }) => name)

/** Applies the missing migrations and returns their names. `location` names the warehouse in errors. `upTo`: only these. */
export async function migrateWarehouse(
  warehouse: Warehouse,
  location: string,
  upTo?: readonly string[],
): Promise<string[]> {
  await warehouse.administer(
    `CREATE TABLE IF NOT EXISTS schema_migration (name String, applied_at DateTime('UTC') DEFAULT now('UTC'))
     ENGINE = MergeTree ORDER BY name`,
  )
  const rows = await warehouse.inspect<{ name: string }>('SELECT name FROM schema_migration')
  const applied = rows.map(({ name }) => name)
  checkApplied(applied, warehouseMigrationNames, location)
  const missing = migrations.filter(({ name }) => !applied.includes(name) && (upTo?.includes(name) ?? true))
  for (const { name, statements } of missing) {
    // ClickHouse has no transactions: a migration that was interrupted is applied again.
    for (const statement of statements)
      await warehouse.administer(statement.replace(/^CREATE TABLE /, 'CREATE TABLE IF NOT EXISTS '))
    await warehouse.administer('INSERT INTO schema_migration (name) VALUES ({name:String})', { name })
  }
  return missing.map(({ name }) => name)
}
