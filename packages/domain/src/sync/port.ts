/** How Kept reads a live cloud account: ports that yield pages with a cursor, and know no store. */
import type { MetricPoint } from '../metric.ts'
import type { InventoryItem } from '../resource.ts'
import type { SyncDataset } from './unit.ts'

/** A permission that a port uses, as the provider's policy names it. */
export interface LivePermission {
  action: string
  /** What Kept reads with it, for the person who grants it. */
  reason: string
}

export interface SyncLocation {
  accountId: string
  accountName: string
  region: string
}

/** A resource that metrics are read for. */
export interface MetricTarget {
  resourceId: string
  type: string
}

interface LivePage {
  items: InventoryItem[]
  points: MetricPoint[]
  /** Where the next page starts; null after the last one. */
  next: string | null
}

export interface LivePort<Session> {
  dataset: SyncDataset
  /** Whether it is read once for each region, or once for an account. */
  scope: 'region' | 'account'
  permissions: readonly LivePermission[]
  /** What it adds to Kept, in a few words. */
  unlocks: string
  /** Throws a `SyncFailure`. */
  readPage(
    session: Session,
    location: SyncLocation,
    request: { cursor: string | null; targets: readonly MetricTarget[]; nowMs: number },
  ): Promise<LivePage>
}

export interface DiscoveredAccount {
  id: string
  name: string
}

/** What a check of a connection found: one entry for each dataset. */
export interface CheckedCapability {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  state: 'complete' | 'missing'
  /** Permissions it needs, and those that were denied. */
  actions: string[]
  missing: string[]
  /** The statement to add to the policy, as JSON; '' when nothing is missing. */
  statement: string
  reason: string
}
