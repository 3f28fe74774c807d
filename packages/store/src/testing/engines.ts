/** Set-up of the integration tests: both engines in their own folder, and a migrated template database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseAccess } from '../database/access.ts'
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { prepareDatabase } from '../database/open-embedded.ts'
import type { ClusterAddress } from '../warehouse/cluster-servers.ts'
import { startEmbeddedWarehouse, type WarehouseAddress } from '../warehouse/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseAccess: DatabaseAccess
    warehouse: WarehouseAddress
    /** Null for a single engine. */
    warehouseCluster: ClusterAddress | null
  }
}

export const templateDatabase = 'kept_template'

export default function startEngines(project: TestProject): Promise<() => Promise<void>> {
  return startFor(project, async (folder) => ({
    ...(await startEmbeddedWarehouse({ folder, logFolder: folder, memoryBytes: 3 * 1024 ** 3, timeoutMs: 180_000 })),
    cluster: null,
  }))
}

interface TestWarehouse {
  address: WarehouseAddress
  cluster: ClusterAddress | null
  stop(): Promise<void>
}

export async function startFor(
  project: TestProject,
  startWarehouse: (folder: string) => Promise<TestWarehouse>,
): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-test-'))
  const [database, warehouse] = await Promise.all([
    startEmbeddedDatabase({ folder: join(folder, 'postgres'), logFolder: folder }),
    startWarehouse(join(folder, 'warehouse')),
  ])
  await prepareDatabase(database.access, templateDatabase)
  project.provide('databaseAccess', database.access)
  project.provide('warehouse', warehouse.address)
  project.provide('warehouseCluster', warehouse.cluster)
  return async () => {
    await Promise.allSettled([database.stop(), warehouse.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
