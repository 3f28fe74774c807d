/** The schema of the first release, by area. */
import { costLinesSchema } from '../baseline/cost-lines.ts'
import { datasetsSchema } from '../baseline/datasets.ts'
import { metricsSchema } from '../baseline/metrics.ts'
import { rollUpsSchema } from '../baseline/roll-ups.ts'
import { telemetrySchema } from '../baseline/telemetry.ts'
import { usageEventsSchema } from '../baseline/usage-events.ts'
import type { WarehouseMigration } from '../migration.ts'

export const baseline: WarehouseMigration = {
  name: '0001-baseline',
  statements: [
    costLinesSchema,
    datasetsSchema,
    rollUpsSchema,
    metricsSchema,
    telemetrySchema,
    usageEventsSchema,
  ].flat(),
}
