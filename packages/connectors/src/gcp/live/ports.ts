/** All Google Cloud ports, in the order they are read: metrics come after the resources they belong to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { activityPort } from './activity.ts'
import { commitmentsPort } from './commitments.ts'
import { discoverPermissions } from './discover.ts'
import { inventoryPorts } from './inventory.ts'
import { metricsPort } from './metrics.ts'
import type { GcpSession } from './session.ts'

export const gcpPorts: readonly LivePort<GcpSession>[] = [...inventoryPorts, activityPort, commitmentsPort, metricsPort]

/** What Kept uses to find projects, and then each port, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'Projects', permissions: discoverPermissions },
  ...gcpPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]
