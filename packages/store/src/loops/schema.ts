/** The tables of `database/baseline/loops.ts` and `telemetry.ts` as Kysely types. */
import type { LoopDetection, LoopEvidence, LoopSeverity, LoopStatus } from '@kept/domain/loop.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { LoopType } from '@kept/domain/loop-types.ts'
import type { TelemetrySignal } from '@kept/domain/telemetry.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export interface LoopsSchema {
  loop_incident: {
    organization_id: string
    id: string
    fingerprint: string
    rule_id: string
    loop_type: LoopType
    resource_id: string
    severity: LoopSeverity
    status: LoopStatus
    confirmed: boolean
    detected_at: Time
    onset_at: Time
    last_seen_at: Time
    resolved_at: ColumnType<Date | null, Date | string | null, Date | string | null>
    resolved_by: '' | 'person' | 'quiet'
    currency: string
    hourly_cost: string | null
    total_cost: string | null
    detection: Json<LoopDetection>
    evidence: Json<LoopEvidence>
    rates: Json<number[]>
    source: 'live' | 'file'
    critical: Generated<boolean>
    target_id: Generated<string>
    action_taken: ColumnType<string | null, string | null | undefined, string | null>
    action_success: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
    action_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  loop_transition: {
    id: Generated<string>
    organization_id: string
    loop_id: string
    event: string
    status_before: LoopStatus | null
    status_after: LoopStatus
    actor_name: string
    note: Generated<string>
    at: Time
    demo_visit: Generated<string | null>
  }
  loop_rule: {
    organization_id: string
    id: string
    rule: Json<LoopRule>
    changed_by: string
    changed_at: Time
  }
  loop_detector_lease: {
    organization_id: string
    holder: string
    until: Time
  }
  forwarded_telemetry: {
    id: Generated<string>
    organization_id: string
    signal: string
    body: Buffer
    at: Generated<Date>
  }
  telemetry_batch: {
    organization_id: string
    id: string
    stored_at: Generated<Date>
  }
  telemetry_intake: {
    organization_id: string
    day: ColumnType<string, string, string>
    signal: TelemetrySignal
    reason: string
    items: ColumnType<string, number | string, number | string>
    last_at: Time
  }
}
