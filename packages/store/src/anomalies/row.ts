import type { Anomaly } from '@kept/domain/anomaly.ts'
import { decimal, subtract } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { AnomaliesSchema } from './schema.ts'

/** Maps a row to the domain type. */
export function toAnomaly(row: Selectable<AnomaliesSchema['anomaly']>): Anomaly {
  const { organization_id: _, feedback_at: _at, changed_at: _changed, ...publicFields } = row
  const { notified_severity: _severity, notified_over: _over, detected_at, started_at, ...rest } = publicFields
  return {
    ...rest,
    expected: decimal(row.expected),
    actual: decimal(row.actual),
    projected_excess: decimal(row.projected_excess),
    excess: subtract(decimal(row.actual), decimal(row.expected)),
    detected_at: detected_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
  }
}
