/**
 * Seeds the demo organization's bill once, through the regular import: generated up to yesterday, recorded as uploads,
 * imported by the job queue. After a crash the next start continues or starts over.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { Services } from '../platform/context.ts'
import { writeDemoBill } from './write-demo-bill.ts'

/** The first start waits for the demo up to this long. After that the import continues in the background. */
const timeoutMs = 60_000
const lookEveryMs = 100

/** Starts an import of these uploads, passed in by the composition root. */
export type ImportBill = (scope: Scope, uploads: string[]) => Promise<{ id: string }>

/** Returns true when it was seeded now, false when it existed. */
export async function seedDemo(
  { state, folder, now, log }: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  importBill: ImportBill,
  { days = demoOptions.days }: { days?: number } = {},
): Promise<boolean> {
  const { imports } = await listImports(state.database, scope, { page: 1, page_size: 200 })
  // Failed imports have no effect. Any other import, also an undone one, was a decision.
  if (imports.some(({ status }) => status !== 'failed')) return false
  const until = utcDay(now())
  const world = northwind({ ...demoOptions, until, days })
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const upload = await writeDemoBill(folder.uploads, world, account)
    await recordUpload(state.database, scope, upload)
    uploads.push(upload.id)
  }
  // Before the bill, so the first evaluation includes them.
  await putInventory(state.database, scope, world.inventory, now())
  await writePoints(state.warehouse, scope, metricPointsOf(world), now().getTime() * 1000)
  const { id } = await importBill(scope, uploads)
  log.info({ event: 'demo.seeding', days, end_date: until, files: uploads.length }, 'importing the demo bill')
  for (let waited = 0; waited < timeoutMs && (await isUnderWay(id)); waited += lookEveryMs) await wait(lookEveryMs)
  return true

  async function isUnderWay(importId: string): Promise<boolean> {
    const { imports } = await listImports(state.database, scope, { page: 1, page_size: 10 })
    const match = imports.find((candidate) => candidate.id === importId)
    if (match?.status === 'done') return match.progress.stage !== 'done'
    return match?.status === 'queued' || match?.status === 'running'
  }
}
