/** A batch of telemetry that is written again after a kill carries the same token and counts once. */
import type { WarehouseMigration } from '../migration.ts'

export const telemetryOnce: WarehouseMigration = {
  name: '0016-telemetry-once',
  statements: ['telemetry_item', 'telemetry_hour'].map(
    (table) => `ALTER TABLE ${table} MODIFY SETTING non_replicated_deduplication_window = 10000`,
  ),
}
