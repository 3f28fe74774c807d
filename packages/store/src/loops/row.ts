/** Maps rows of incidents to the domain type. */
import type { LoopDetection } from '@kept/domain/loop.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import type { LoopsSchema } from './schema.ts'

export type LoopRow = Selectable<LoopsSchema['loop_incident']>

export type StoredLoop = LoopDetection & { confirmed: boolean; last_seen_at: string }

/** Values that users change are columns and override those of the engine. */
export function toLoop(row: LoopRow): StoredLoop {
  return {
    ...row.detection,
    id: row.id,
    status: row.status,
    severity: row.severity,
    detected_at: row.detected_at.toISOString(),
    resolved_at: row.resolved_at?.toISOString() ?? null,
    duration_seconds: Math.max(
      0,
      Math.round(((row.resolved_at ?? row.last_seen_at).getTime() - row.onset_at.getTime()) / 1000),
    ),
    cost_impact: {
      estimated_hourly_cost: row.hourly_cost === null ? null : decimal(row.hourly_cost),
      estimated_total_cost: row.total_cost === null ? null : decimal(row.total_cost),
      currency: row.currency,
    },
    auto_remediation: {
      enabled: row.detection.auto_remediation.enabled,
      action_taken: row.action_taken,
      success: row.action_success,
      timestamp: row.action_at?.toISOString() ?? null,
    },
    confirmed: row.confirmed,
    last_seen_at: row.last_seen_at.toISOString(),
  }
}
