/**
 * Restores a backup into an empty data folder, or into one and empty databases by address, and proves that it says the
 * same. The database is filled last and in one transaction: a restore that is killed leaves no organization behind.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupManifest, BackupProof } from '@kept/domain/backup.ts'
import { badInput } from '@kept/domain/errors.ts'
import { openObjects } from '@kept/store/backup/objects.ts'
import { proofOf } from '@kept/store/backup/prove.ts'
import { restoreDatabase } from '@kept/store/backup/restore-database.ts'
import { restoreWarehouse } from '@kept/store/backup/restore-warehouse.ts'
import { databaseMigrationNames } from '@kept/store/database/migrate.ts'
import { warehouseMigrationNames } from '@kept/store/warehouse/migrate.ts'
import { beginRestore, endRestore, refuseUnfinishedRestore } from '../platform/unfinished-restore.ts'
import { restoreFiles } from './data-files.ts'
import type { OpenRestoreTarget } from './restore-targets.ts'

export interface RestoreRequest {
  /** The backup folder. */
  folder: string
  manifest: BackupManifest
  /** The data folder to make; it must be empty or absent. */
  into: string
  passphrase: string | undefined
  /** Where the rows go. */
  openTarget: OpenRestoreTarget
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
  openTarget,
  onProgress,
}: RestoreRequest): Promise<Restored> {
  refuseNewer(manifest)
  await refuseFilled(into)
  await mkdir(into, { recursive: true, mode: 0o700 })
  try {
    beginRestore(into)
    const objects = openObjects(folder)
    const { leftOut } = await restoreFiles(into, manifest.files, objects, passphrase)
    const target = await openTarget(into, manifest)
    try {
      await restoreWarehouse(target.warehouse, manifest.warehouse, objects, onProgress)
      await restoreDatabase(target.client, manifest.database, objects)
      const proof = await proofOf(target.client, target.warehouse)
      endRestore(into)
      return { leftOut, differences: differencesOf(manifest.proof, proof) }
    } finally {
      await target.close()
    }
  } catch (error) {
    for (const name of await readdir(into)) await rm(join(into, name), { recursive: true, force: true })
    throw error
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
  refuseUnfinishedRestore(into)
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
    ...missing(
      backup.audit_heads,
      restored.audit_heads,
      ({ organization_id, seq, hash }) =>
        `the audit log of the organization ${organization_id} up to event ${seq} with hash ${hash}`,
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
