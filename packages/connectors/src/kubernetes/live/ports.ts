/** All Kubernetes ports, in the order they are read: use comes after the containers it belongs to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { inventoryPorts } from './inventory.ts'
import { metricsPort } from './metrics.ts'
import type { KubernetesSession } from './session.ts'

export const kubernetesPorts: readonly LivePort<KubernetesSession>[] = [...inventoryPorts, metricsPort]

const discoverPermissions: readonly LivePermission[] = [
  { action: 'core/namespaces:get', reason: 'Reads the ID of the cluster, which is that of its system namespace.' },
]

/** What Kept uses to identify the cluster, and then each port, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'The cluster', permissions: discoverPermissions },
  ...kubernetesPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]
