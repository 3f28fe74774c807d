/** Brings the warehouse's tables up to date: numbered, named, forward only, each step remembered. */

import type { Warehouse } from './client.ts'
import type { WarehouseMigration } from './migration.ts'
import { costLines } from './migrations/0001-cost-lines.ts'
import { datasets } from './migrations/0002-datasets.ts'
import { rollUps } from './migrations/0003-roll-ups.ts'
import { metrics } from './migrations/0004-metrics.ts'
import { telemetry } from './migrations/0006-telemetry.ts'
import { usageEvents } from './migrations/0007-usage-events.ts'
import { metricHours } from './migrations/0008-metric-hours.ts'
import { telemetryHours } from './migrations/0011-telemetry-hours.ts'
import { telemetryOnce } from './migrations/0016-telemetry-once.ts'

const migrations: WarehouseMigration[] = [
  costLines,
  datasets,
  rollUps,
  metrics,
  telemetry,
  usageEvents,
  metricHours,
  telemetryHours,
  telemetryOnce,
]

/** Returns the names of the steps that were taken. The database itself is made by `createWarehouseDatabase`. */
export async function migrateWarehouse(warehouse: Warehouse): Promise<string[]> {
  await warehouse.administer(
    `CREATE TABLE IF NOT EXISTS schema_migration (name String, taken_at DateTime('UTC') DEFAULT now('UTC'))
     ENGINE = MergeTree ORDER BY name`,
  )
  const done = await warehouse.inspect<{ name: string }>('SELECT name FROM schema_migration')
  const missing = migrations.filter(({ name }) => !done.some((step) => step.name === name))
  for (const { name, statements } of missing) {
    for (const statement of statements)
      await warehouse.administer(statement.replace(/^CREATE TABLE /, 'CREATE TABLE IF NOT EXISTS '))
    await warehouse.administer('INSERT INTO schema_migration (name) VALUES ({name:String})', { name })
  }
  return missing.map(({ name }) => name)
}
