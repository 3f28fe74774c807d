/** The tables of provisioning (SCIM) as Kysely types. */
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface ProvisioningSchema {
  scim_token: {
    id: string
    organization_id: string
    hash: string
    created_by_name: string
    created_at: Time
    last_used_at: MaybeTime
    ends_at: MaybeTime
  }
  scim_user: {
    organization_id: string
    user_id: string
    user_name: string
    external_id: string | null
    given_name: string
    family_name: string
    created_at: Time
    updated_at: Time
  }
  scim_group: {
    id: Generated<string>
    organization_id: string
    display_name: string
    external_id: string | null
    created_at: Time
    updated_at: Time
  }
  scim_group_member: { group_id: string; organization_id: string; user_id: string }
  scim_request: {
    id: Generated<string>
    organization_id: string
    method: string
    path: string
    status: number
    detail: string
    created_at: Time
  }
}
