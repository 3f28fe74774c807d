/** The tables of developer behaviour as Kysely sees them; `0020-behaviour` and its followers are the truth. */
import type { HookKindId } from '@kept/domain/behaviour-hook.ts'
import type { BehaviourSummary, RunStatus } from '@kept/domain/behaviour-run.ts'
import type { EnvironmentAnalysis, EnvironmentStatus, HeatMap } from '@kept/domain/environment.ts'
import type { EnvironmentResource, Switch, SwitchedBy, WantedState } from '@kept/domain/managed-schedule.ts'
import type { RemediationReceipt } from '@kept/domain/remediation.ts'
import type { ScheduleException, ScheduleRecommendation, WeekSchedule } from '@kept/domain/schedule.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Moment = ColumnType<Date, Date | string, Date | string>

export interface BehaviourSchema {
  behaviour_setting: {
    organization_id: string
    retention_days: number
    teams: Json<TeamSettings[]>
    targets: Json<Record<string, string>>
    updated_at: Moment
  }
  behaviour_run: {
    id: Generated<string>
    organization_id: string
    team: string
    from_on: string | null
    to_on: string | null
    status: Generated<RunStatus>
    stage: Generated<string>
    progress: Generated<number>
    error: Generated<string>
    requested_by: string
    created_at: Moment
    finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  behaviour_result: {
    organization_id: string
    window_key: string
    from_on: string
    to_on: string
    summary: Json<BehaviourSummary>
    made_at: Moment
  }
  behaviour_environment: {
    organization_id: string
    window_key: string
    environment_id: string
    team: string
    status: EnvironmentStatus
    wasted_cost: string | null
    analysis: Json<EnvironmentAnalysis>
  }
  behaviour_schedule: {
    organization_id: string
    environment_id: string
    recommendation: ColumnType<ScheduleRecommendation | null, string | null, string | null>
    why_not: string
    heat_map: Json<HeatMap>
    resources: Json<EnvironmentResource[]>
  }
  behaviour_hook: {
    id: string
    organization_id: string
    kind: HookKindId
    name: string
    secret: string
    former_secret: ColumnType<string | null, string | null | undefined, string | null>
    former_until: ColumnType<Date | null, Date | null | undefined, Date | null>
    created_by: string
    created_at: Moment
    deliveries: Generated<number>
    events: Generated<number>
    last_delivery_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    last_words: Generated<string>
    last_refused_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    last_refusal: Generated<string>
  }
  behaviour_delivery: {
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
    reached: ColumnType<WantedState | null, WantedState | null | undefined, WantedState | null>
    trouble: Generated<string>
    receipts: ColumnType<Record<string, RemediationReceipt>, string | undefined, string>
    held_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  schedule_exception: {
    id: Generated<string>
    organization_id: string
    environment_id: string
    kind: ScheduleException['kind']
    from_at: Moment
    to_at: Moment
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
    words: string
  }
}
