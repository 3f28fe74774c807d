/** All Google Cloud ports, in the order they are read: metrics come after the resources they belong to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { activityPort } from './activity.ts'
import { billingExportPermissions, billingExportUnlock } from './billing/permissions.ts'
import { commitmentsPort } from './commitments.ts'
import { discoverPermissions } from './discover.ts'
import { inventoryPorts } from './inventory.ts'
import { metricsPort } from './metrics.ts'
import { pricesPort } from './prices.ts'
import type { GcpSession } from './session.ts'

export const gcpPorts: readonly LivePort<GcpSession>[] = [
  ...inventoryPorts,
  activityPort,
  commitmentsPort,
  pricesPort,
  metricsPort,
]

interface ListedPermissions {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}

/** What the role Kept Reader has, by dataset: to find projects, and then for each port. */
export const permissionsByDataset: readonly ListedPermissions[] = [
  { dataset: 'accounts', unlocks: 'Projects', permissions: discoverPermissions },
  ...gcpPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]

/** Also what is granted apart from it, and only where a billing export is read. */
export const allPermissionsByDataset: readonly ListedPermissions[] = [
  ...permissionsByDataset,
  { dataset: 'exports', unlocks: billingExportUnlock, permissions: billingExportPermissions },
]
