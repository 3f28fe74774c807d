/** The tables of security policies as Kysely types. */

import type { AccessDecision, AccessReviewStatus, ReviewedAccessKind } from '@kept/domain/access-review.ts'
import type { AuditStreamSettings } from '@kept/domain/audit-stream.ts'
import type { EvidenceClaim } from '@kept/domain/compliance.ts'
import type { Permission } from '@kept/domain/permission.ts'
import type { ScanFrequency } from '@kept/domain/scan-schedule.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import type { IncidentFields } from '@kept/domain/security-incident.ts'
import type {
  IncidentReference,
  IncidentStatus,
  incidentEntryKinds,
  incidentSeverities,
  incidentSources,
} from '@kept/domain/security-incident-states.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import type { ScanKind, ScanResultStatus, ScanStatus, ScanSubject, scanTriggers } from '@kept/domain/security-scan.ts'
import type { ColumnType, Generated } from 'kysely'

type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Time = ColumnType<Date, Date | string, Date | string>

export interface SecuritySchema {
  audit_stream: {
    id: string
    organization_id: string
    name: string
    settings: ColumnType<AuditStreamSettings, string, string>
    host: string
    secret: string
    enabled: Generated<boolean>
    created_by: string
    created_at: Time
    delivered_seq: ColumnType<string, number | string, number | string>
    delivered_at: MaybeTime
    failed_attempts: Generated<number>
    failure_reason: Generated<string>
    next_attempt_at: MaybeTime
    leased_until: MaybeTime
  }
  security_policy: {
    id: Generated<string>
    organization_id: string
    kind: PolicyKind
    settings: ColumnType<PolicySettings, string, string>
    enabled: boolean
    updated_by: string
    created_at: Time
    updated_at: Time
    /** Of the retention policy: its first deletion. */
    effective_at: MaybeTime
  }
  custom_role: {
    id: Generated<string>
    organization_id: string
    name: string
    description: string
    permissions: ColumnType<Permission[], string, string>
    created_by: string
    created_at: Time
    updated_at: Time
  }
  security_incident: {
    id: Generated<string>
    organization_id: string
    number: number
    title: string
    severity: (typeof incidentSeverities)[number]
    status: IncidentStatus
    description: string
    root_cause: string
    commander_id: string | null
    resources: ColumnType<string[], string, string>
    impact: ColumnType<IncidentFields['impact'], string | null, string | null>
    source: (typeof incidentSources)[number]
    source_id: string | null
    opened_by: string
    opened_at: Time
    mitigated_at: MaybeTime
    resolved_at: MaybeTime
    closed_at: MaybeTime
    updated_at: Time
  }
  security_incident_entry: {
    id: Generated<string>
    organization_id: string
    incident_id: string
    seq: Generated<string>
    kind: (typeof incidentEntryKinds)[number]
    text: string
    reference_kind: ColumnType<IncidentReference['kind'] | null, IncidentReference['kind'] | null | undefined, never>
    reference_id: ColumnType<string | null, string | null | undefined, never>
    actor_name: string
    created_at: Time
  }
  security_incident_action: {
    id: Generated<string>
    organization_id: string
    incident_id: string
    seq: Generated<string>
    title: string
    owner_id: string | null
    due_on: string | null
    done_at: MaybeTime
    created_by: string
    created_at: Time
    /** The due date that it was last reminded of, on that day and after it. */
    due_reminder_of: ColumnType<string | null, never, string>
    overdue_reminder_of: ColumnType<string | null, never, string>
  }
  compliance_assignment: {
    organization_id: string
    framework: string
    requirement: string
    owner_id: string | null
    next_review: string | null
    updated_by: string
    updated_at: Time
  }
  security_scan: {
    id: Generated<string>
    organization_id: string
    kind: ScanKind
    status: ScanStatus
    trigger: (typeof scanTriggers)[number]
    requested_by: string
    checks_total: Generated<number>
    checks_done: Generated<number>
    passed: Generated<number>
    failed: Generated<number>
    unknown: Generated<number>
    not_applicable: Generated<number>
    failure_reason: Generated<string>
    created_at: Time
    started_at: MaybeTime
    completed_at: MaybeTime
  }
  security_scan_result: {
    scan_id: string
    organization_id: string
    position: number
    check_id: string
    title: string
    severity: CheckSeverity
    status: ScanResultStatus
    detail: string
    evaluated_count: number
    failing_count: number
    subjects: ColumnType<ScanSubject[], string, string>
    href: string
  }
  compliance_evidence: {
    id: Generated<string>
    organization_id: string
    framework: string
    requirement: string
    claim: EvidenceClaim
    name: string
    description: string
    media_type: string
    bytes: number
    sha256: string
    content: Buffer
    malware_scanned: boolean
    observed_from: Time
    observed_until: Time
    uploaded_by: string
    created_at: Time
  }
  security_score: {
    organization_id: string
    day: string
    score: number
    earned: number
    possible: number
    recorded_at: Time
  }
  access_review: {
    id: Generated<string>
    organization_id: string
    name: string
    status: AccessReviewStatus
    /** IDs of users. */
    reviewers: ColumnType<string[], string, string>
    revoke_overdue: boolean
    created_by: string
    created_at: Time
    due_at: Time
    reminded_at: MaybeTime
    ended_at: MaybeTime
  }
  access_review_item: {
    id: Generated<string>
    organization_id: string
    review_id: string
    kind: ReviewedAccessKind
    subject_id: string
    name: string
    description: string
    permissions: ColumnType<string[], string, string>
    unused: ColumnType<string[] | null, string | null, string | null>
    last_active_at: MaybeTime
    decision: Generated<AccessDecision>
    note: Generated<string>
    decided_by: Generated<string>
    decided_at: MaybeTime
  }
  access_review_schedule: {
    organization_id: string
    every_days: number
    decide_within_days: number
    reviewers: ColumnType<string[], string, string>
    revoke_overdue: boolean
    next_start_at: MaybeTime
    updated_by: string
    updated_at: Time
  }
  scan_schedule: {
    organization_id: string
    kind: ScanKind
    frequency: ScanFrequency
    /** 1 is Monday; null unless weekly. */
    weekday: number | null
    hour: number
    time_zone: string
    /** Null when turned off. */
    next_run_at: MaybeTime
    updated_by: string
    updated_at: Time
  }
}
