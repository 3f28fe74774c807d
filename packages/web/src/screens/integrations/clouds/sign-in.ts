/** The ways in which Kept signs in to a cloud, and what the form asks for in each. */
import type { AccessMethod } from '@kept/domain/access-method.ts'

export type AccessField =
  | 'role_arn'
  | 'access_key_id'
  | 'secret_access_key'
  | 'session_token'
  | 'tenant_id'
  | 'client_id'
  | 'client_secret'
  | 'certificate'
  | 'subscriptions'
  | 'workload_identity_provider'
  | 'service_account'
  | 'service_account_key'
  | 'quota_project'
  | 'projects'
  | 'billing_export'
  | 'tenancy'
  | 'user'
  | 'fingerprint'
  | 'private_key'
  | 'region'
  | 'server'
  | 'token'
  | 'certificate_authority'

export interface FieldDescription {
  name: AccessField
  label: string
  hint?: string
  placeholder?: string
  /** Hidden while it is typed. */
  isSecret?: boolean
  /** A file that is pasted. */
  isFile?: boolean
  /** Several values, separated by commas. */
  isList?: boolean
  /** What to say when it is empty; without it, it may be. */
  missing?: string
}

export interface SignIn {
  method: AccessMethod
  /** As the choice names it. */
  label: string
  /** The first step, in the cloud. */
  grant: { title: string; description: string }
  /** The second step, in Kept. */
  enter: { title: string; description: string }
  fields: readonly FieldDescription[]
  /** The files that grant access this way; default: all. */
  files?: readonly string[]
}

/** As the page of a connection names how it signs in. */
export const signInLabels: Readonly<Record<AccessMethod, string>> = {
  federation: 'Federation, no key stored',
  role: 'Role with external ID',
  certificate: 'Certificate',
  keys: 'Stored key',
}

/** Those that can be used here: a federation needs an address that the cloud reaches. */
export function usableSignIns(signIns: readonly SignIn[], isFederationAvailable: boolean): readonly SignIn[] {
  return signIns.filter(({ method }) => method !== 'federation' || isFederationAvailable)
}
