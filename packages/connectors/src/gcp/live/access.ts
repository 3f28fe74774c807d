/** How Kept signs in to Google Cloud. */
import type { ServiceAccountKey } from '@kept/domain/cloud-access.ts'

export interface GcpAccess {
  key: ServiceAccountKey
  /** The project that requests are counted for; the service account's own by default. */
  quota_project?: string | undefined
  /** Only these projects; empty means all that the service account can read. */
  projects: readonly string[]
  /** Instead of Google Cloud, for tests. */
  endpoint?: string | undefined
}
