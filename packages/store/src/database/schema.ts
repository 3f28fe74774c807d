/** The tables of `baseline/` as Kysely types. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import type { DeletionReason } from '@kept/domain/deletion.ts'
import type { ErrorCode } from '@kept/domain/errors.ts'
import type {
  ColumnMapping,
  ImportInput,
  ImportLoss,
  ImportProgress,
  ImportStatus,
  Reconciliation,
} from '@kept/domain/ingest.ts'
import type { Money } from '@kept/domain/money.ts'
import type { Evidence, Level } from '@kept/domain/recommendation.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { ColumnType, Generated } from 'kysely'
import type { AlertsSchema } from '../alerts/schema.ts'
import type { AnomaliesSchema } from '../anomalies/schema.ts'
import type { AuditSchema } from '../audit/schema.ts'
import type { AutopilotSchema } from '../autopilot/schema.ts'
import type { BehaviorSchema } from '../behavior/schema.ts'
import type { BillingRailSchema } from '../billing/rail-schema.ts'
import type { BillingSchema } from '../billing/schema.ts'
import type { BudgetsSchema } from '../budgets/schema.ts'
import type { CommissionSchema } from '../commission/schema.ts'
import type { ConnectionsSchema } from '../connections/schema.ts'
import type { DemoSchema } from '../demo/schema.ts'
import type { IdempotencySchema } from '../idempotency/schema.ts'
import type { LoopsSchema } from '../loops/schema.ts'
import type { PeopleSchema } from '../people/people-schema.ts'
import type { IdentitySchema } from '../people/schema.ts'
import type { PricesSchema } from '../prices/schema.ts'
import type { ProcessesSchema } from '../processes/schema.ts'
import type { ProvisioningSchema } from '../provisioning/schema.ts'
import type { PullRequestsSchema } from '../pull-requests/schema.ts'
import type { RemediationSchema } from '../remediation/schema.ts'
import type { ReportsSchema } from '../reports/schema.ts'
import type { ResourcesSchema } from '../resources/schema.ts'
import type { SavingsSchema } from '../savings/schema.ts'
import type { SecuritySchema } from '../security/schema.ts'
import type { SimulationSchema } from '../simulation/schema.ts'
import type { SiteSchema } from '../site/schema.ts'
import type { StorageSchema } from '../storage/schema.ts'
import type { SyncSchema } from '../sync/schema.ts'
import type { TicketsSchema } from '../tickets/schema.ts'

/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
/** The driver returns bigint as text; repositories convert counts to numbers. */
type Big = ColumnType<string, number | string | bigint, number | string | bigint>

export interface Schema
  extends IdentitySchema,
    AuditSchema,
    AutopilotSchema,
    PeopleSchema,
    PricesSchema,
    ProcessesSchema,
    ProvisioningSchema,
    PullRequestsSchema,
    RemediationSchema,
    ReportsSchema,
    ResourcesSchema,
    SavingsSchema,
    SecuritySchema,
    SimulationSchema,
    SiteSchema,
    StorageSchema,
    SyncSchema,
    TicketsSchema,
    CommissionSchema,
    ConnectionsSchema,
    IdempotencySchema,
    DemoSchema,
    LoopsSchema,
    BehaviorSchema,
    BillingSchema,
    BillingRailSchema,
    AnomaliesSchema,
    BudgetsSchema,
    AlertsSchema {
  organization: {
    id: Generated<string>
    slug: string
    name: string
    demo: Generated<boolean>
    require_second_factor: Generated<boolean>
    /** A copy of the enabled policies (security/policies), read with each request. */
    enforced_policies: ColumnType<EnforcedPolicies, string | undefined, string>
    created_at: Generated<Date>
    deletion_requested_at: ColumnType<Date | null, undefined, Date | null>
    deletion_due_at: ColumnType<Date | null, undefined, Date | null>
    deletion_requested_by: ColumnType<string | null, undefined, string | null>
    deletion_reason: ColumnType<DeletionReason | null, undefined, DeletionReason | null>
    /** It cannot be canceled any longer. */
    deletion_started_at: ColumnType<Date | null, undefined, Date | null>
    deleted_at: ColumnType<Date | null, undefined, Date | null>
  }
  connection: {
    id: Generated<string>
    organization_id: string
    kind: 'upload' | 'bucket' | 'demo'
    key: string
    name: string
    created_at: Generated<Date>
  }
  upload: {
    id: Generated<string>
    organization_id: string
    name: string
    bytes: Big
    sha256: string
    created_at: Generated<Date>
  }
  import: {
    id: Generated<string>
    demo_visit: Generated<string | null>
    organization_id: string
    status: ImportStatus
    sources: Json<{ name: string; bytes: number | null; format: string | null }[]>
    format: string | null
    error: Generated<string>
    /** '' where it did not fail, or failed on our side. */
    error_code: Generated<ErrorCode | ''>
    notes: ColumnType<string[], string | undefined, string>
    progress: Json<ImportProgress>
    reconciliation: ColumnType<Reconciliation | null, string | null | undefined, string | null>
    attempt: Generated<number>
    inputs: Json<ImportInput[]>
    mapping: ColumnType<ColumnMapping | null, string | null | undefined, string | null>
    touched_at: Generated<Date>
    accept_smaller: Generated<boolean>
    losses: ColumnType<ImportLoss[], string | undefined, string>
    /** A `PendingPublication` (loads/pending-publication.ts), which depends on this schema. */
    pending_publication: ColumnType<unknown, string | null | undefined, string | null>
    expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Generated<Date>
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  cost_load: {
    id: string
    organization_id: string
    import_id: string
    connection_id: string
    dataset: ColumnType<Dataset, Dataset | undefined, Dataset>
    format: string
    provider: string
    billing_account_id: string
    billing_period: ColumnType<string, string, string>
    status: 'writing' | 'current' | 'superseded' | 'discarded'
    rows: Big
    billed: Json<Money[]>
    first_charged_on: string
    last_charge_on: string
    superseded_by: string | null
    superseded_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_at: Generated<Date>
    published_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    demo_visit: Generated<string | null>
  }
  recommendation: {
    id: Generated<string>
    organization_id: string
    rule: string
    fingerprint: string
    title: string
    summary: string
    provider: string
    billing_account_id: string
    sub_account_id: string
    sub_account_name: string
    region: string
    service: string
    resource_id: string
    resource_name: string
    resource_type: string
    currency: string
    monthly_savings: string | null
    monthly_savings_low: string | null
    monthly_savings_high: string | null
    monthly_cost: string
    confidence: number
    effort: Level
    risk: Level
    evidence: Json<Evidence[]>
    steps: Json<string[]>
    counted_in: Generated<string>
    status: RecommendationStatus
    dismissed_reason: Generated<string>
    first_seen_at: Time
    last_seen_at: Time
    owner: Generated<string>
    owner_type: ColumnType<'' | 'person' | 'team', '' | 'person' | 'team' | undefined, '' | 'person' | 'team'>
    owner_id: Generated<string>
    due_on: ColumnType<string | null, string | null | undefined, string | null>
    completed_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
    completed_by: ColumnType<'' | 'claim' | 'data', '' | 'claim' | 'data' | undefined, '' | 'claim' | 'data'>
    verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    dismissed_until: ColumnType<string | null, string | null | undefined, string | null>
    last_absent_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  recommendation_transition: {
    id: Generated<string>
    organization_id: string
    recommendation_id: string
    status_before: string
    status_after: string
    actor_name: string
    note: Generated<string>
    at: Time
    demo_visit: Generated<string | null>
  }
  recommendation_comment: {
    id: Generated<string>
    organization_id: string
    recommendation_id: string
    author: string
    author_name: string
    body: string
    created_at: Time
    demo_visit: Generated<string | null>
  }
  cost_annotation: {
    id: Generated<string>
    organization_id: string
    /** Read and written as text, such as 2026-11-23. */
    day: string
    body: string
    author: string
    author_name: string
    created_at: Time
    demo_visit: Generated<string | null>
  }
  saved_view: {
    id: Generated<string>
    organization_id: string
    owner: string
    owner_name: string
    name: string
    folder: Generated<string>
    is_shared: Generated<boolean>
    is_default: Generated<boolean>
    search: string
    updated_at: Time
    demo_visit: Generated<string | null>
  }
  recommendation_visit: {
    organization_id: string
    /** A user's ID, or the name of another caller. */
    reader: string
    visited_at: Time
    since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  }
  rule_evaluation: {
    organization_id: string
    rule: string
    recommendations: number
    evaluated_count: Big
    skip_reasons: Json<string[]>
    evaluated_at: Time
  }
  notification_read: {
    organization_id: string
    /** A person's id, "operator", or a demo visitor's session. */
    reader: string
    notification_id: string
    read_at: Time
  }
  notification: {
    id: Generated<string>
    organization_id: string
    kind: string
    title: string
    body: string
    href: string
    read_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    thread: Generated<string>
    created_at: Generated<Date>
  }
}
