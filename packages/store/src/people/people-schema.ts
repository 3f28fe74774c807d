/** The tables of `database/baseline/people.ts` as Kysely types. */
import type { Permission, Role } from '@kept/domain/permission.ts'
import type { SamlSettings } from '@kept/domain/saml.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Json<T> = ColumnType<T, string, string>
type DefaultJson<T> = ColumnType<T, string | undefined, string>

/** A previewed row of a user import. */
export interface ImportedPerson {
  line: number
  email: string
  full_name: string
  role: Role
  /** Missing in rows from before custom roles could be imported. */
  custom_role?: { id: string; name: string } | null
  action: 'invite' | 'update' | 'unchanged'
}

export interface ImportedPersonError {
  line: number
  column: string
  value: string
  reason: string
}

export interface PeopleSchema {
  invitation: {
    id: Generated<string>
    organization_id: string
    email: string
    full_name: string
    role: Role
    custom_role_id: ColumnType<string | null, string | null | undefined, string | null>
    token_hash: string
    invited_by: string | null
    invited_by_name: string
    created_at: Time
    sent_at: Time
    expires_at: Time
    accepted_at: MaybeTime
    revoked_at: MaybeTime
  }
  api_key: {
    id: string
    organization_id: string
    name: string
    hash: string
    scopes: Json<Permission[]>
    created_by: string
    created_at: Time
    expires_at: Time
    last_used_at: MaybeTime
    revoked_at: MaybeTime
    replaced_by: string | null
    /** Where it works; empty: from everywhere. */
    ranges: DefaultJson<string[]>
    networks: DefaultJson<string[]>
    last_used_from: ColumnType<string | null, string | null | undefined, string | null>
  }
  identity_provider: {
    id: Generated<string>
    organization_id: string
    name: string
    issuer: string
    client_id: string
    client_secret: string
    domains: Json<string[]>
    default_role: 'user' | 'billing_admin' | null
    default_custom_role_id: ColumnType<string | null, string | null | undefined, string | null>
    enabled: boolean
    /** Null: OpenID Connect. */
    saml: ColumnType<SamlSettings | null, string | null | undefined, string>
    created_at: Time
  }
  saml_assertion: { provider_id: string; organization_id: string; assertion_hash: string; expires_at: Time }
  sign_in_group: {
    organization_id: string
    user_id: string
    group_name: string
    provider_id: string
    provider_name: string
    signed_in_at: Time
  }
  group_role: { organization_id: string; group_name: string; role: Role; custom_role_id: string | null }
  organization_domain: {
    organization_id: string
    domain: string
    token: string
    verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    checked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    failure: Generated<string>
    created_at: Time
  }
  people_import: {
    id: Generated<string>
    organization_id: string
    name: string
    sha256: string
    rows: Json<ImportedPerson[]>
    errors: Json<ImportedPersonError[]>
    error_count: number
    created_by: string
    created_at: Time
    expires_at: Time
    committed_at: MaybeTime
  }
}
