/**
 * The name of a new file is on disk only when its folder is: after a power failure, a synced file without a name is lost.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

export function syncFolderSync(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
