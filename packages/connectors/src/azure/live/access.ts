/** How Kept signs in to Azure: an application of one tenant, with a federated credential, a secret or a certificate. */
import type { IdentityToken } from '@kept/domain/sync/federation.ts'

export interface AzureAccess {
  tenant_id: string
  client_id: string
  /** A token of Kept for this connection, which a federated credential of the application trusts. */
  identityToken?: IdentityToken | undefined
  client_secret?: string | undefined
  /** A certificate and its private key, in PEM, instead of a secret. */
  certificate?: string | undefined
  cloud: AzureCloudName
  /** Only these subscriptions; empty means all that the application can read. */
  subscriptions: readonly string[]
  /** Instead of Azure, for tests. */
  endpoint?: string | undefined
}

export type AzureCloudName = 'public' | 'us_government' | 'china'
