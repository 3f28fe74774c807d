/** The tables of `database/baseline/remediation.ts` as Kysely types. */

import type { GraceDays } from '@kept/domain/grace-period.ts'
import type { RemediationStep } from '@kept/domain/loop-rule.ts'
import type { RemediationPlan } from '@kept/domain/remediation.ts'
import type { ActionState, RemediationAction } from '@kept/domain/remediation-action.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface RemediationSchema {
  cloud_account: {
    id: string
    organization_id: string
    provider: RemediationProvider
    name: string
    account: string
    credentials: string
    created_by: string
    created_at: Time
  }
  remediation_policy: {
    organization_id: string
    automatic: boolean
    max_step: RemediationStep
    max_per_hour: number
    grace_days: ColumnType<Partial<GraceDays>, string | undefined, string>
    changed_by: string
    changed_at: Time
  }
  remediation_action: {
    id: Generated<string>
    organization_id: string
    subject: RemediationAction['subject']
    subject_id: string
    account_id: string | null
    account_name: string
    automatic: boolean
    actor_name: string
    state: ActionState
    plan: Json<RemediationPlan>
    at: Time
    revert_at: MaybeTime
    leased_until: MaybeTime
    delete_after: MaybeTime
    deletion_started_at: MaybeTime
    delete_sent_at: MaybeTime
    earlier_delete_sent_at: MaybeTime
    lease_token: string | null
    restore_requested_by: string | null
    put_off_since: MaybeTime
    put_off_notified_at: MaybeTime
    deletion_attempts: Generated<number>
    ended_at: MaybeTime
    failure_reason: Generated<string>
  }
  slack_person: {
    id: Generated<string>
    organization_id: string
    team_id: string
    slack_user_id: string
    slack_name: string
    user_id: string
    linked_at: Time
  }
}
