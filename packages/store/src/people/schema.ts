/** The tables of `database/baseline/identity.ts` as Kysely types. */
import type { Grants, Role } from '@kept/domain/permission.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>

export interface IdentitySchema {
  users: {
    id: Generated<string>
    email: string
    email_verified: Generated<boolean>
    /** Operator of this installation: sees every customer's commission. */
    operator: Generated<boolean>
    full_name: Generated<string>
    avatar_url: string | null
    preferences: DefaultJson<Record<string, unknown>>
    disabled_at: MaybeTime
    created_at: DefaultTime
    updated_at: DefaultTime
    deletion_requested_at: MaybeTime
    deletion_due_at: MaybeTime
    deletion_requested_from: ColumnType<string | null, undefined, string | null>
  }
  membership: {
    organization_id: string
    user_id: string
    role: Role
    status: ColumnType<'active' | 'disabled', 'active' | 'disabled' | undefined, 'active' | 'disabled'>
    grants: DefaultJson<Grants>
    created_at: DefaultTime
    /** A removed member is also disabled, and can be restored to `status_before` for some time. */
    removed_at: MaybeTime
    status_before: 'active' | 'disabled' | null
  }
  session: {
    id: Generated<string>
    token_hash: string
    user_id: string
    active_organization_id: string | null
    kind: 'ordinary' | 'demo'
    bound: Generated<boolean>
    method: ColumnType<SignInMethod | '', SignInMethod | '' | undefined, never>
    fingerprint: string
    ip: Generated<string>
    user_agent: Generated<string>
    created_at: Time
    last_seen_at: Time
    authenticated_at: Time
    expires_at: Time
    absolute_expires_at: Time
  }
  account: {
    id: Generated<string>
    user_id: string
    provider_id: string
    account_id: string
    password: string | null
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  verification: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Time
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  two_factor: {
    user_id: string
    secret: string
    confirmed_at: MaybeTime
    last_step: ColumnType<string, number | undefined, number>
    created_at: DefaultTime
  }
  recovery_code: { user_id: string; code_hash: string; used_at: MaybeTime }
  passkey: {
    id: Generated<string>
    user_id: string
    name: string
    credential_id: string
    public_key: string
    counter: ColumnType<string, number | undefined, number>
    transports: DefaultJson<string[]>
    backed_up: Generated<boolean>
    created_at: DefaultTime
    last_used_at: MaybeTime
  }
  rate_limit: { key: string; count: number; window_ends_at: Time }
}
