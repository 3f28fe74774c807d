/** A dry run of a restore: restores a backup beside, compares what both say, and deletes the copy. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Restored, type RestoreRequest, restoreBackup } from './restore-backup.ts'

export async function verifyBackup(request: Omit<RestoreRequest, 'into'>): Promise<Restored> {
  const into = await mkdtemp(join(tmpdir(), 'kept-verify-backup-'))
  try {
    return await restoreBackup({ ...request, into })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}
