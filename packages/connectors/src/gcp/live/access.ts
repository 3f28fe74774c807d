/** How Kept signs in to Google Cloud. */
import type { ServiceAccountKey } from '@kept/domain/cloud-access.ts'
import type { IdentityToken } from '@kept/domain/sync/federation.ts'

interface SharedAccess {
  /** The project that requests are counted for; the service account's or the pool's own by default. */
  quota_project?: string | undefined
  /** Only these projects; empty means all that can be read. */
  projects: readonly string[]
  /** The BigQuery dataset of the billing export, "project.dataset"; without it, bills are not read. */
  billing_export?: string | undefined
  /** Instead of Google Cloud, for tests. */
  endpoint?: string | undefined
}

export interface KeyAccess extends SharedAccess {
  key: ServiceAccountKey
}

/** A provider of a workload identity pool trusts tokens of Kept for this connection; no key is stored. */
export interface FederatedAccess extends SharedAccess {
  identityToken: IdentityToken
  /** projects/<number>/locations/global/workloadIdentityPools/<pool>/providers/<provider> */
  workload_identity_provider: string
  /** Impersonated; without it, the roles are granted to the subject of the token. */
  service_account?: string | undefined
}

export type GcpAccess = KeyAccess | FederatedAccess

export function isFederated(access: GcpAccess): access is FederatedAccess {
  return 'identityToken' in access
}

/** Who reads, as a sentence begins with it. */
export function readerOf(access: GcpAccess): string {
  return isFederated(access) && access.service_account === undefined
    ? 'The subject of this connection'
    : 'The service account'
}

/** The same with the name of the service account, where there is one. */
export function namedReaderOf(access: GcpAccess): string {
  const isSubject = isFederated(access) && access.service_account === undefined
  return isSubject ? readerOf(access) : `${readerOf(access)} ${accountOf(access)}`
}

/** The account that a connection belongs to: an email address, or the pool. */
export function accountOf(access: GcpAccess): string {
  if (!isFederated(access)) return access.key.client_email
  return access.service_account ?? poolOf(access)
}

/** Whose quota requests use; the number of the pool's project where nothing else is chosen. '' when unknown. */
export function quotaProjectOf(access: GcpAccess): string {
  if (access.quota_project) return access.quota_project
  return isFederated(access) ? (access.workload_identity_provider.split('/')[1] ?? '') : access.key.project_id
}

/** projects/<number>/locations/global/workloadIdentityPools/<pool> */
function poolOf({ workload_identity_provider }: Pick<FederatedAccess, 'workload_identity_provider'>): string {
  return workload_identity_provider.replace(/\/providers\/.*$/, '')
}
