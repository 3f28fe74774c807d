/** The tables of security policies as Kysely types. */
import type { PolicyKind, PolicySettings } from '@kept/domain/security-policy.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

export interface SecuritySchema {
  security_policy: {
    id: Generated<string>
    organization_id: string
    kind: PolicyKind
    settings: ColumnType<PolicySettings, string, string>
    enabled: boolean
    updated_by: string
    created_at: Time
    updated_at: Time
  }
}
