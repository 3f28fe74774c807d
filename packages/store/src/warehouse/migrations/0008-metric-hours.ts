/** Hours of metrics are read from the points when somebody asks for them; nothing reads this roll-up any more. */
import type { WarehouseMigration } from '../migration.ts'

export const metricHours: WarehouseMigration = {
  name: '0008-metric-hours',
  statements: ['DROP TABLE IF EXISTS metric_hour'],
}
