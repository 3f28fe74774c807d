/** The tables of remediation as Kysely sees them; `0027-remediation` is the truth. */
import type { DeedState } from '@kept/domain/deed.ts'
import type { RemediationStep } from '@kept/domain/loop-rule.ts'
import type { RemediationPlan, RemediationProvider } from '@kept/domain/remediation.ts'
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
    up_to: RemediationStep
    most_per_hour: number
    changed_by: string
    changed_at: Time
  }
  deed: {
    id: Generated<string>
    organization_id: string
    subject: 'loop' | 'environment'
    subject_id: string
    account_id: string | null
    account_name: string
    automatic: boolean
    by_name: string
    state: DeedState
    plan: Json<RemediationPlan>
    at: Time
    revert_at: MaybeTime
    held_until: MaybeTime
    ended_at: MaybeTime
    trouble: Generated<string>
  }
}
