/** How Kept reads a live cloud account: ports that yield pages with a cursor, and know no store. */
import type { ListPrice, PricedProduct } from '../list-price.ts'
import type { MetricPoint } from '../metric.ts'
import type { InventoryItem } from '../resource.ts'
import type { SyncFailure } from './failure.ts'
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

/** A resource that metrics or activity are read for, with what its inventory says of it. */
export interface MetricTarget {
  resourceId: string
  type: string
  name: string
  size: string
  /** Undefined when the inventory does not say. */
  createdMs: number | undefined
  attributes: Readonly<Record<string, string>>
}

interface LivePage {
  items: InventoryItem[]
  points: MetricPoint[]
  /** Records of who did what, in the cloud's own format, as JSON lines. */
  activity?: string
  prices?: ListPrice[]
  /** Prices that could not be read, each in one sentence: the others are stored. */
  rejected?: string[]
  /** Where the next page starts; null after the last one. */
  next: string | null
}

/** Whether it is read once for each region, for each account, or for the account or tenant that is connected. */
export type LiveScope = 'region' | 'account' | 'connection'

export interface LivePort<Session> {
  dataset: SyncDataset
  scope: LiveScope
  permissions: readonly LivePermission[]
  /** What it adds to Kept, in a few words. */
  unlocks: string
  /** Throws a `SyncFailure`. */
  readPage(session: Session, location: SyncLocation, request: PageRequest): Promise<LivePage>
}

interface PageRequest {
  cursor: string | null
  targets: readonly MetricTarget[]
  /** What prices are read for, each product once, in a stable order. */
  products?: readonly PricedProduct[]
  nowMs: number
  /** When this unit was last read completely. */
  completedMs?: number | undefined
}

/** A unit that a connection should read. */
export interface DiscoveredUnit extends SyncLocation {
  dataset: SyncDataset
}

export interface DiscoveredUnits {
  /** The account, tenant, organization or cluster that the credentials belong to. */
  accountId: string
  units: DiscoveredUnit[]
  /** Accounts that cannot be opened: their units are denied without a request for each. */
  denied: ReadonlyMap<string, SyncFailure>
}

interface CheckedAccess {
  accountId: string
  capabilities: CheckedCapability[]
  /** What of the settings does not exist, in one sentence; '' when all does. */
  error: string
}

/**
 * A file of costs that a cloud writes by itself. Files of one kind add up: none repeats what another one says. A file of
 * the kind `month` is a complete month of an account, and takes the place of what was read of it before.
 */
export interface CostReport {
  path: string
  bytes: number
  /** Changes when the file is written again. */
  version: string
  /** A cloud that writes several kinds says the same costs in each of them. */
  kind: CostReportKind | 'month'
  writtenMs: number
  /** The month in which it was written, such as "2026-01": its costs may be of the last days of the month before. */
  month: string
  /** The billing accounts whose costs it has, where the list says it. */
  accounts?: readonly string[]
  /** A sentence for the import of this file, where something is to be said of it. */
  note?: string | undefined
}

export type CostReportKind = 'focus' | 'cost_csv'

interface ReportRequest {
  /** Earlier months are complete and need not be listed; undefined when all are needed. */
  since: string | undefined
  /** What listing may cost, in nano-dollars, where the cloud charges for it. */
  leftNanos: number
}

/** The cost reports of a cloud that needs no folder of exports. Methods throw a `SyncFailure`. */
export interface CostReportSource {
  /** Identifies them in an organization, whatever connection reads them. */
  address: string
  /** What their months are units of: a tenancy, or the name of an export. */
  accountId: string
  /** As the list of units names them, and as a sentence does: "the cost reports of this tenancy". */
  title: string
  label: string
  /** All that are there, or a failure: never a part of them. */
  list(request: ReportRequest): Promise<CostReport[]>
  /** The capability that was found by listing them. */
  capability(failure: SyncFailure | undefined): CheckedCapability
}

/** A cloud opened with the credentials of one connection. All methods throw a `SyncFailure`. */
export interface LiveCloud {
  /** Sends one request that any valid credentials allow. */
  prove(): Promise<void>
  check(onCapability: (capability: CheckedCapability) => Promise<void>): Promise<CheckedAccess>
  discover(): Promise<DiscoveredUnits>
  readPage(unit: DiscoveredUnit, request: PageRequest): Promise<LivePage>
  /** Resource types whose metrics are read. */
  metricTypes: readonly string[]
  /** Where the cloud writes its costs by itself; undefined where they are read from a bucket of the customer. */
  costReports?: CostReportSource
  /** Lets go of what is held for one account, after its last unit. */
  release(accountId: string): void
  /** Requests sent so far, and what the cloud charges for them in nano-dollars. */
  calls(): number
  chargedNanos(): number
}

/** A document that a person uses to grant access: a policy, a script, a manifest. */
export interface SetupDocument {
  label: string
  file_name: string
  text: string
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
