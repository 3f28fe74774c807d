/** Restores a backup into an empty data folder with the embedded engines, and proves that it says the same. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest, BackupProof } from '@kept/domain/backup.ts'
import { badInput } from '@kept/domain/errors.ts'
import { openObjects } from '@kept/store/backup/objects.ts'
import { proofOf } from '@kept/store/backup/prove.ts'
import { restoreDatabase } from '@kept/store/backup/restore-database.ts'
import { restoreWarehouse } from '@kept/store/backup/restore-warehouse.ts'
import { connectOwner, type OwnerConnection } from '@kept/store/database/connect-owner.ts'
import { startEmbeddedDatabase } from '@kept/store/database/embedded.ts'
import { databaseMigrationNames } from '@kept/store/database/migrate.ts'
import { embeddedDatabase, prepareDatabase } from '@kept/store/database/open-embedded.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { warehouseMigrationNames } from '@kept/store/warehouse/migrate.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { restoreFiles } from './data-files.ts'

export interface RestoreRequest {
  /** The backup folder. */
  folder: string
  manifest: BackupManifest
  /** The data folder to make; it must be empty or absent. */
  into: string
  passphrase: string | undefined
  warehouseMemoryBytes: number
  onProgress?: ((done: number, all: number) => void) | undefined
}

export interface Restored {
  /** Keys that the backup holds sealed and no passphrase was given for. */
  leftOut: string[]
  /** What differs from the backup, a sentence each; empty when all is equal. */
  differences: string[]
}

/** Leaves an empty folder behind when it fails. */
export async function restoreBackup({
  folder,
  manifest,
  into,
  passphrase,
  warehouseMemoryBytes,
  onProgress,
}: RestoreRequest): Promise<Restored> {
  refuseNewer(manifest)
  await refuseFilled(into)
  await mkdir(into, { recursive: true, mode: 0o700 })
  try {
    const objects = openObjects(folder)
    const { leftOut } = await restoreFiles(into, manifest.files, objects, passphrase)
    const proof = await withEngines(into, manifest, warehouseMemoryBytes, async (client, warehouse) => {
      await restoreDatabase(client, manifest.database, objects)
      await restoreWarehouse(warehouse, manifest.warehouse, objects, onProgress)
      return proofOf(client, warehouse)
    })
    return { leftOut, differences: differencesOf(manifest.proof, proof) }
  } catch (error) {
    for (const name of await readdir(into)) await rm(join(into, name), { recursive: true, force: true })
    throw error
  }
}

/** Starts both engines with the tables of the backup's version, and stops them. The next start migrates. */
async function withEngines<Result>(
  into: string,
  { database, warehouse }: BackupManifest,
  memoryBytes: number,
  work: (client: OwnerConnection, warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  const logFolder = join(into, 'logs')
  const postgres = await startEmbeddedDatabase({ folder: join(into, 'postgres'), logFolder })
  try {
    await prepareDatabase(postgres.access, embeddedDatabase, `The database in ${into}`, database.migrations)
    const clickhouse = await openEmbeddedWarehouse({
      ...{ folder: join(into, 'warehouse'), logFolder, memoryBytes, upTo: warehouse.migrations },
    })
    try {
      const client = await connectOwner(postgres.access, embeddedDatabase)
      try {
        return await work(client, clickhouse.warehouse)
      } finally {
        await client.end()
      }
    } finally {
      await clickhouse.warehouse.close()
      await clickhouse.engine.stop()
    }
  } finally {
    await postgres.stop()
  }
}

function refuseNewer({ kept_version, database, warehouse }: BackupManifest): void {
  const unknown = [
    ...database.migrations.filter((name) => !databaseMigrationNames.includes(name)),
    ...warehouse.migrations.filter((name) => !warehouseMigrationNames.includes(name)),
  ]
  if (unknown.length > 0)
    throw badInput(
      `The backup was made by a newer Kept (${kept_version}), whose tables this version does not know. Install that version or a later one and restore again.`,
    )
}

async function refuseFilled(into: string): Promise<void> {
  const names = await readdir(into).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0)
    throw badInput(`${into} is not empty. Restore into a new folder, then start Kept with KEPT_DATA set to it.`)
}

function differencesOf(backup: BackupProof, restored: BackupProof): string[] {
  const differences: string[] = []
  for (const name of ['organizations', 'loads'] as const)
    if (backup[name] !== restored[name])
      differences.push(`The backup has ${backup[name]} ${name}; restored are ${restored[name]}.`)
  differences.push(
    ...missing(
      backup.billed,
      restored.billed,
      ({ organization_id, amount, currency, lines }) =>
        `${lines} lines of ${amount} ${currency} for the organization ${organization_id}`,
    ),
    ...missing(
      backup.ledger_heads,
      restored.ledger_heads,
      ({ organization_id, seq, hash }) =>
        `the ledger of the organization ${organization_id} up to entry ${seq} with hash ${hash}`,
    ),
  )
  return differences
}

function missing<Item>(backup: readonly Item[], restored: readonly Item[], describe: (item: Item) => string): string[] {
  const present = new Set(restored.map(describe))
  return backup
    .map(describe)
    .flatMap((text) => (present.has(text) ? [] : [`The backup has ${text}; that was not restored.`]))
}
