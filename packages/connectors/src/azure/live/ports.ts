/** All Azure ports, in the order they are read: metrics come after the resources they belong to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { activityPort } from './activity.ts'
import { commitmentsPort } from './commitments.ts'
import { computePort } from './compute.ts'
import { discoverPermissions } from './discover.ts'
import { appsPort, clustersPort, databasesPort, storagePort } from './managed.ts'
import { metricsPort } from './metrics.ts'
import { networkPort } from './network.ts'
import { cachesPort, certificatesPort, firewallsPort } from './security.ts'
import type { AzureSession } from './session.ts'

export const inventoryPorts = [
  computePort,
  networkPort,
  databasesPort,
  storagePort,
  appsPort,
  clustersPort,
  firewallsPort,
  certificatesPort,
  cachesPort,
] as const

export const azurePorts: readonly LivePort<AzureSession>[] = [
  ...inventoryPorts,
  activityPort,
  commitmentsPort,
  metricsPort,
]

/** What Kept uses to find subscriptions, and then each port, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'Subscriptions', permissions: discoverPermissions },
  ...azurePorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]
