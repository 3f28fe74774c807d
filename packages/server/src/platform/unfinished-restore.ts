/**
 * The mark of a data folder that a restore fills. Without it, a folder whose restore was killed would open: with bills
 * in the database whose lines are missing.
 */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { syncFolderSync } from '@kept/store/sync-folder.ts'

const markOf = (folder: string) => join(folder, 'restore.unfinished')

/** On disk before anything is restored. */
export function beginRestore(folder: string): void {
  const descriptor = openSync(markOf(folder), 'w', 0o600)
  try {
    writeFileSync(descriptor, 'kept restore writes into this folder.\n')
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  syncFolderSync(folder)
}

/** After a power failure the mark must not be back: the folder would be refused although it is complete. */
export function endRestore(folder: string): void {
  rmSync(markOf(folder))
  syncFolderSync(folder)
}

/** Throws KeptError `bad_input` for a folder that a restore fills, or whose restore was killed. */
export function refuseUnfinishedRestore(folder: string): void {
  if (!existsSync(markOf(folder))) return
  throw badInput(
    `A restore into ${folder} was interrupted or is still running. If none runs, delete the folder and restore again.`,
  )
}
