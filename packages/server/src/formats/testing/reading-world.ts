/** For tests of files: databases, a warehouse that is given every file as a stream, and a folder to write into. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { openWarehouse, type Warehouse } from '@kept/store/warehouse/client.ts'
import { inject } from 'vitest'

export interface ReadingWorld {
  world: World
  /** Reads no file of the disk by itself. */
  streaming: Warehouse
  folder: string
  close(): Promise<void>
}

export async function openReadingWorld(): Promise<ReadingWorld> {
  const world = await openWorld()
  const streaming = openWarehouse(
    { ...inject('warehouse'), database: world.warehouse.database },
    { readsLocalFiles: false },
  )
  const folder = await mkdtemp(join(tmpdir(), 'kept-files-'))
  return {
    world,
    streaming,
    folder,
    async close() {
      await rm(folder, { recursive: true, force: true })
      await streaming.close()
      await world.close()
    },
  }
}
