/** The tables of migration 0017 as Kysely types. */
import type { ApprovalSubject, ApprovedRequest } from '@kept/domain/action-approval.ts'
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import type { ApprovalState, AutopilotChangeState, AutopilotRunState } from '@kept/domain/autopilot-states.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>
type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface AutopilotSchema {
  autopilot_policy: {
    id: Generated<string>
    organization_id: string
    name: string
    settings: Json<AutopilotSettings>
    updated_by_id: string
    updated_by: string
    created_at: Time
    updated_at: Time
    demo_visit: Generated<string | null>
  }
  autopilot_run: {
    id: Generated<string>
    organization_id: string
    policy_id: string | null
    policy_name: string
    settings: Json<AutopilotSettings>
    state: AutopilotRunState
    reason: Generated<string>
    scope_resources: number
    started_by: string
    started_at: Time
    ended_at: MaybeTime
    leased_until: MaybeTime
  }
  autopilot_change: {
    id: Generated<string>
    organization_id: string
    run_id: string
    recommendation_id: string
    position: number
    is_canary: boolean
    resource_id: string
    resource_name: string
    rule: string
    step: RemedyStep
    monthly_savings: string
    currency: string
    state: AutopilotChangeState
    reason: Generated<string>
    started_at: MaybeTime
    check_at: MaybeTime
    ended_at: MaybeTime
  }
  autopilot_switch: {
    organization_id: string
    stopped: boolean
    reason: string
    changed_by: string
    changed_at: Time
  }
  action_approval: {
    id: Generated<string>
    organization_id: string
    subject: ApprovalSubject
    subject_id: string
    step: RemedyStep
    dry_run_id: string | null
    change_id: string | null
    request: MaybeJson<ApprovedRequest>
    description: string
    monthly_savings: string | null
    currency: string
    reason: string
    asker_id: string
    asker_name: string
    state: ApprovalState
    note: Generated<string>
    decided_by_id: Generated<string>
    decided_by: Generated<string>
    decided_at: MaybeTime
    created_at: Time
    expires_at: Time
  }
}
