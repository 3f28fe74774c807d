/** All Oracle Cloud ports, in the order they are read. */
import type { LivePermission } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { discoverPermissions } from './discover.ts'
import { ociPorts } from './inventory.ts'

/** What Kept uses to find regions and compartments, and then each port, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'Compartments and regions', permissions: discoverPermissions },
  ...ociPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]
