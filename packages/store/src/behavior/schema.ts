/** The tables of `database/baseline/behavior.ts` and `schedules.ts` as Kysely types. */
import type { HookKindId } from '@kept/domain/behavior-hook.ts'
import type { BehaviorSummary, RunStatus } from '@kept/domain/behavior-run.ts'
import type { EnvironmentAnalysis, EnvironmentStatus, HeatMap } from '@kept/domain/environment.ts'
import type { DesiredState, EnvironmentResource, Switch, SwitchedBy } from '@kept/domain/managed-schedule.ts'
import type { RemediationReceipt } from '@kept/domain/remediation.ts'
import type { ScheduleException, ScheduleRecommendation, WeekSchedule } from '@kept/domain/schedule.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Moment = ColumnType<Date, Date | string, Date | string>

export interface BehaviorSchema {
  behavior_setting: {
    organization_id: string
    retention_days: number
    teams: Json<TeamSettings[]>
    targets: Json<Record<string, string>>
    updated_at: Moment
  }
  behavior_run: {
    id: Generated<string>
    organization_id: string
    team: string
    start_date: string | null
    end_date: string | null
    status: Generated<RunStatus>
    stage: Generated<string>
    progress: Generated<number>
    error: Generated<string>
    requested_by: string
    created_at: Moment
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  behavior_result: {
    organization_id: string
    window_key: string
    start_date: string
    end_date: string
    summary: Json<BehaviorSummary>
    calculated_at: Moment
  }
  behavior_environment: {
    organization_id: string
    window_key: string
    environment_id: string
    team: string
    status: EnvironmentStatus
    wasted_cost: string | null
    analysis: Json<EnvironmentAnalysis>
  }
  behavior_schedule: {
    organization_id: string
    environment_id: string
    recommendation: ColumnType<ScheduleRecommendation | null, string | null, string | null>
    skip_reasons: string
    heat_map: Json<HeatMap>
    resources: Json<EnvironmentResource[]>
  }
  behavior_hook: {
    id: string
    organization_id: string
    kind: HookKindId
    name: string
    secret: string
    previous_secret: ColumnType<string | null, string | null | undefined, string | null>
    previous_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_by: string
    created_at: Moment
    deliveries: Generated<number>
    events: Generated<number>
    last_delivery_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    last_result: Generated<string>
    last_refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    last_refusal: Generated<string>
  }
  behavior_delivery: {
    organization_id: string
    hook_id: string
    body_hash: string
    delivery_id: string
    received_at: Moment
  }
  managed_schedule: {
    organization_id: string
    environment_id: string
    environment_name: string
    schedule: Json<WeekSchedule>
    weekly_hours: number
    resources: Json<EnvironmentResource[]>
    switched_by: SwitchedBy
    applied_by: string
    applied_at: Moment
    reached: ColumnType<DesiredState | null, DesiredState | null | undefined, DesiredState | null>
    failure_reason: Generated<string>
    receipts: ColumnType<Record<string, RemediationReceipt>, string | undefined, string>
    leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** The visit of the demo that it belongs to, or zeros; part of the key. */
    visit_key: ColumnType<string, never, never>
  }
  schedule_exception: {
    id: Generated<string>
    organization_id: string
    environment_id: string
    kind: ScheduleException['kind']
    starts_at: Moment
    ends_at: Moment
    reason: string
    created_by: string
    created_at: Moment
  }
  schedule_switch: {
    id: Generated<string>
    organization_id: string
    environment_id: string
    at: Moment
    step: Switch['step']
    done: boolean
    message: string
  }
}
