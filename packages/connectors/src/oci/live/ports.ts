/** All Oracle Cloud ports, in the order they are read. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { costReportsPermission, costReportsUnlock } from './cost-reports.ts'
import { discoverPermissions } from './discover.ts'
import { ociPorts } from './inventory.ts'
import { metricsPort } from './metrics.ts'
import type { OciSession } from './session.ts'

/** Metrics come after the resources they belong to. */
export const allPorts: readonly LivePort<OciSession>[] = [...ociPorts, metricsPort]

/** What Kept uses to find regions and compartments, then each port, and then the cost reports, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'Compartments and regions', permissions: discoverPermissions },
  ...allPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
  { dataset: 'exports', unlocks: costReportsUnlock, permissions: [costReportsPermission] },
]
