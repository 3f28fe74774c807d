/** Housekeeping, every hour and at start: nothing here changes what anybody sees. */
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
import { arrivingSuffix } from './upload-path.ts'

export interface SweepNeeds {
  database: Database
  warehouse: Warehouse
  uploads: string
  /** Replaced loads can be brought back by an undo for this long. */
  keepReplacedDays: number
  /** Imports that a queued or running job will still see to. */
  pendingImports(): Promise<Set<string>>
  now(): Date
  tell(words: string, figures: Record<string, number>): void
}

export const sweepJob = defineJob({
  name: 'sweep',
  input: z.object({}),
  retries: 0,
  every: '17 * * * *',
  run: (_input, needs: SweepNeeds) => sweep(needs),
})

const dayMs = 86_400_000
/** An upload is kept for a day, so that a delivery can be repeated with another format named. */
const keepUploadsMs = dayMs
/** Whoever runs an import gives a sign of life every second; one silent for this long has nobody. */
const orphanAfterMinutes = 5

export async function sweep(needs: SweepNeeds): Promise<void> {
  const { database, warehouse, now } = needs
  const figures = { orphans: 0, expired: 0, retired: 0, loads: 0, set_aside: 0, uploads: 0, files: 0 }
  const pending = await needs.pendingImports()
  const keptFiles = new Set<string>()
  for (const { id } of await listOrganizations(database)) {
    const scope = { organizationId: id }
    figures.orphans += await failOrphans(database, scope, { pending, silentMinutes: orphanAfterMinutes, now: now() })
    figures.expired += await expireImports(database, scope, now())
    figures.retired += await retireLoads(database, scope, new Date(now().getTime() - needs.keepReplacedDays * dayMs))
    const { loads, setAside } = await sweepWarehouse(database, warehouse, scope)
    figures.loads += loads
    figures.set_aside += setAside
    const uploads = await forgetUploads(database, scope, new Date(now().getTime() - keepUploadsMs))
    figures.uploads += uploads.forgotten.length
    for (const kept of uploads.kept) keptFiles.add(kept)
  }
  figures.files = await removeFiles(needs.uploads, keptFiles, now())
  if (Object.values(figures).some((figure) => figure > 0)) needs.tell('swept', figures)
}

/** Files nobody has noted: forgotten uploads, and what a kill left between rename and note. Young ones may be arriving. */
async function removeFiles(folder: string, kept: Set<string>, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    if (kept.has(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (!found || now.getTime() - found.mtimeMs < keepUploadsMs) continue
    await rm(join(folder, name), { recursive: true, force: true })
    removed += 1
  }
  return removed
}

/** At start no upload can be arriving yet: what still bears the passing name was cut off. */
export async function removeCutOffUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(arrivingSuffix)) await rm(join(folder, name), { recursive: true, force: true })
  }
}
