/** All Azure ports, in the order they are read: metrics come after the resources they belong to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { activityPort } from './activity.ts'
import { appsPort } from './apps.ts'
import { commitmentsPort } from './commitments.ts'
import { computePort } from './compute.ts'
import { queuesPort, streamsPort, tablesPort, warehousesPort } from './data-services.ts'
import { discoverPermissions } from './discover.ts'
import { identityPort, keysPort, secretsPort } from './keys-and-secrets.ts'
import { clustersPort, databasesPort } from './managed.ts'
import { metricsPort } from './metrics.ts'
import { gatewaysPort, networkPort } from './network.ts'
import { pricesPort } from './prices.ts'
import { cachesPort, certificatesPort, firewallsPort } from './security.ts'
import type { AzureSession } from './session.ts'
import { storagePort } from './storage.ts'
import { imagesPort, repositoriesPort } from './supply-chain.ts'
import { trailsPort } from './trails.ts'

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
  identityPort,
  keysPort,
  secretsPort,
  repositoriesPort,
  streamsPort,
  warehousesPort,
  queuesPort,
  tablesPort,
  imagesPort,
  gatewaysPort,
] as const

export const azurePorts: readonly LivePort<AzureSession>[] = [
  ...inventoryPorts,
  trailsPort,
  activityPort,
  commitmentsPort,
  pricesPort,
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
