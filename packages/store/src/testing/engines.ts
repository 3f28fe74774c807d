/** Set-up of the integration tests: both engines in their own folder, and a migrated template database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { DatabaseAccess } from '../database/access.ts'
import { startEmbeddedDatabase } from '../database/embedded.ts'
import { prepareDatabase } from '../database/open-embedded.ts'
import { startEmbeddedWarehouse, type WarehouseAddress } from '../warehouse/embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseAccess: DatabaseAccess
    warehouse: WarehouseAddress
  }
}

export const templateDatabase = 'kept_template'

export default async function startEngines(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kept-test-'))
  const [database, warehouse] = await Promise.all([
    startEmbeddedDatabase({ folder: join(folder, 'postgres'), logFolder: folder }),
    startEmbeddedWarehouse({ folder: join(folder, 'warehouse'), logFolder: folder, memoryBytes: 3 * 1024 ** 3 }),
  ])
  await prepareDatabase(database.access, templateDatabase)
  project.provide('databaseAccess', database.access)
  project.provide('warehouse', warehouse.address)
  return async () => {
    await Promise.allSettled([database.stop(), warehouse.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
