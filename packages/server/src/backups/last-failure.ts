/** The last failed backup, in the backup folder: another process than the one that made it may be asked. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupState } from '@kept/contract/routes/backups.ts'
import * as z from 'zod'

const failureSchema = z.object({ at: z.iso.datetime(), message: z.string() })

const fileOf = (folder: string) => join(folder, 'last-failure.json')

/** `null` after a success. */
export async function saveFailure(folder: string, failure: BackupState['failure']): Promise<void> {
  if (failure === null) return rm(fileOf(folder), { force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(fileOf(folder), JSON.stringify(failure), { mode: 0o600 })
}

/** A file that cannot be read is no failure: it may be half written. */
export async function readFailure(folder: string): Promise<BackupState['failure']> {
  try {
    return failureSchema.parse(JSON.parse(await readFile(fileOf(folder), 'utf8')))
  } catch {
    return null
  }
}
