/** Hourly cleanup of imports, loads and uploads. Changes nothing visible. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { unlessBackup } from '@kept/store/backup/sweep-lock.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { expireImports } from '@kept/store/imports/decide.ts'
import { failOrphans } from '@kept/store/imports/orphans.ts'
import { retireLoads } from '@kept/store/loads/retire.ts'
import { sweepWarehouse } from '@kept/store/loads/sweep.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { forgetUploads } from '@kept/store/uploads/forget.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { arrivingSuffix } from '../platform/upload-path.ts'

interface SweepNeeds {
  database: Database
  warehouse: Warehouse
  uploads: string
  /** How long an undo can restore replaced loads. */
  replacedRetentionDays: number
  /** Imports with a queued or running job. */
  pendingImports(): Promise<Set<string>>
  now(): Date
  logInfo(event: string, fields: Record<string, number>): void
}

export const sweepJob = defineJob({
  name: 'sweep',
  input: z.object({}),
  retries: 0,
  cron: '17 * * * *',
  // Skipped while a backup reads; the next hour sweeps the same.
  run: async (_input, needs: SweepNeeds) => void (await unlessBackup(needs.database, () => sweep(needs))),
})

/** Uploads are retained for a day, so that an import can be repeated with another format. */
const uploadRetentionMs = dayMs
/** A running import reports every second; one silent for this long was abandoned. */
const orphanAfterMinutes = 5

export async function sweep(needs: SweepNeeds): Promise<void> {
  const { database, warehouse, now } = needs
  const figures = { orphans: 0, expired: 0, retired: 0, loads: 0, rejected: 0, uploads: 0, files: 0 }
  const pending = await needs.pendingImports()
  const retainedFiles = new Set<string>()
  for (const { id } of await listOrganizations(database)) {
    const scope = { organizationId: id }
    figures.orphans += await failOrphans(database, scope, { pending, silentMinutes: orphanAfterMinutes, now: now() })
    figures.expired += await expireImports(database, scope, now())
    figures.retired += await retireLoads(
      database,
      scope,
      new Date(now().getTime() - needs.replacedRetentionDays * dayMs),
    )
    const { loads, rejectedRows } = await sweepWarehouse(database, warehouse, scope)
    figures.loads += loads
    figures.rejected += rejectedRows
    const uploads = await forgetUploads(database, scope, new Date(now().getTime() - uploadRetentionMs))
    figures.uploads += uploads.forgotten.length
    for (const file of uploads.retained) retainedFiles.add(file)
  }
  figures.files = await removeFiles(needs.uploads, retainedFiles, now())
  if (Object.values(figures).some((figure) => figure > 0)) needs.logInfo('imports.swept', figures)
}

/** Removes files without a record: expired uploads and leftovers of a kill. Recent files may still be arriving. */
async function removeFiles(folder: string, retained: Set<string>, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    if (retained.has(name)) continue
    const stats = await stat(join(folder, name)).catch(() => undefined)
    if (!stats || now.getTime() - stats.mtimeMs < uploadRetentionMs) continue
    await rm(join(folder, name), { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** Removes interrupted uploads at start, when none can be arriving. */
export async function removeCutOffUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(arrivingSuffix)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
