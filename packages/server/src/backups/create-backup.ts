/**
 * Makes one consistent backup of a running Kept. The database is read in one snapshot; loads in the warehouse never
 * change, so the rows of the loads that the snapshot knows are those of the same moment, whenever they are read.
 */
import type { BackupManifest } from '@kept/domain/backup.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { beginSnapshot, dumpDatabase } from '@kept/store/backup/dump-database.ts'
import { dumpWarehouse } from '@kept/store/backup/dump-warehouse.ts'
import { openObjects } from '@kept/store/backup/objects.ts'
import { proofOf } from '@kept/store/backup/prove.ts'
import { claimBackup, forbidSweeps } from '@kept/store/backup/sweep-lock.ts'
import type { State } from '../platform/state.ts'
import { dumpFiles } from './data-files.ts'
import { listBackups, objectsOf, readManifest, removeManifest, writeManifest } from './manifests.ts'

interface BackupRequest {
  folder: string
  sharedFolder: string
  passphrase: string | undefined
  /** How many backups stay. */
  kept: number
  keptVersion: string
  now(): Date
  signal?: AbortSignal | undefined
  /** Parts of the warehouse that are done, and all. */
  onProgress?: ((done: number, all: number) => void) | undefined
}

export async function createBackup(
  state: Pick<State, 'openOwner' | 'warehouse'>,
  request: BackupRequest,
): Promise<BackupManifest> {
  const { folder, sharedFolder, passphrase, now, signal, onProgress } = request
  const objects = openObjects(folder)
  const client = await state.openOwner()
  try {
    await claimBackup(client)
    await forbidSweeps(client)
    // Before the snapshot: a checkpoint never names an entry that the restored database lacks.
    const files = await dumpFiles(sharedFolder, objects, passphrase)
    await beginSnapshot(client)
    const takenAt = now()
    const id = `${takenAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    const names = await listBackups(folder)
    if (names.includes(id))
      throw new KeptError('conflict', `${folder} already has a backup named "${id}". Try again in a second.`)
    const database = await dumpDatabase(client, objects, signal)
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM cost_load WHERE status IN ('current', 'superseded')",
    )
    const warehouse = await dumpWarehouse(state.warehouse, {
      ...{ objects, signal, loads: new Set(rows.map((row) => row.id)) },
      ...{ previous: await previousWarehouse(folder, names.at(-1)), onPart: onProgress },
    })
    const proof = await proofOf(client, state.warehouse)
    const manifest: BackupManifest = {
      ...{ format: 'kept.backup', version: 1, id, kept_version: request.keptVersion },
      ...{ taken_at: takenAt.toISOString(), finished_at: now().toISOString() },
      ...{ database: database.part, warehouse: warehouse.part, files: files.files, proof },
      bytes: bytesOf(database.part, warehouse.part, files.files),
      added_bytes: database.added + warehouse.added + files.added,
    }
    await writeManifest(folder, manifest)
    await removeOld(folder, request.kept)
    return manifest
  } finally {
    await client.end()
  }
}

async function previousWarehouse(
  folder: string,
  id: string | undefined,
): Promise<BackupManifest['warehouse'] | undefined> {
  if (id === undefined) return undefined
  // A damaged manifest makes this backup larger, not wrong.
  return readManifest(folder, id).then(
    ({ warehouse }) => warehouse,
    () => undefined,
  )
}

function bytesOf(
  ...[{ tables }, warehouse, files]: [BackupManifest['database'], BackupManifest['warehouse'], BackupManifest['files']]
): number {
  return [...tables, ...warehouse.tables.flatMap(({ parts }) => parts), ...files].reduce(
    (total, { bytes }) => total + bytes,
    0,
  )
}

/** Deletes the oldest backups, and the objects that none of the others needs. */
async function removeOld(folder: string, kept: number): Promise<void> {
  const names = await listBackups(folder)
  for (const id of names.slice(0, -kept)) await removeManifest(folder, id)
  const needed = new Set<string>()
  for (const id of names.slice(-kept))
    for (const object of objectsOf(await readManifest(folder, id))) needed.add(object)
  await openObjects(folder).removeExcept(needed)
}
