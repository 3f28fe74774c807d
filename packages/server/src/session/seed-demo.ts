/**
 * The demo organisation's bill, brought in once through the ordinary door: generated for the days before today, noted
 * as uploads, imported by the job queue, judged like any other. Killed at any moment, the next start goes on or begins
 * again: all that is asked is whether a delivery was ever noted.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Scope } from '@kept/domain/scope.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { Services } from '../platform/context.ts'
import { writeDemoBill } from './write-demo-bill.ts'

/** A first start waits for the demo to be complete, but not for ever: on a slow machine it goes on behind the page. */
const patienceMs = 60_000
const lookEveryMs = 100

/** Starts an import of these uploads: the ingest feature's own, passed in because features are strangers. */
export type BringIn = (scope: Scope, uploads: string[]) => Promise<{ id: string }>

/** True when it was seeded now, false when it had been before. */
export async function seedDemo(
  { state, folder, now, log }: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  bringIn: BringIn,
  { days = demoOptions.days }: { days?: number } = {},
): Promise<boolean> {
  const { imports } = await listImports(state.database, scope, { page: 1, page_size: 200 })
  // A failed one left nothing behind; anything else, an undone one too, is somebody's decision.
  if (imports.some(({ status }) => status !== 'failed')) return false
  const until = now().toISOString().slice(0, 10)
  const world = northwind({ ...demoOptions, until, days })
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const upload = await writeDemoBill(folder.uploads, world, account)
    await recordUpload(state.database, scope, upload)
    uploads.push(upload.id)
  }
  // Before the bill, so that its first judgement sees them.
  await putInventory(state.database, scope, world.inventory, now())
  await writePoints(state.warehouse, scope, metricPointsOf(world), now().getTime() * 1000)
  const { id } = await bringIn(scope, uploads)
  log.info({ days, until, files: uploads.length }, 'the demo bill is being brought in')
  for (let waited = 0; waited < patienceMs && (await isUnderWay(id)); waited += lookEveryMs) await wait(lookEveryMs)
  return true

  async function isUnderWay(importId: string): Promise<boolean> {
    const { imports: found } = await listImports(state.database, scope, { page: 1, page_size: 10 })
    const one = found.find((candidate) => candidate.id === importId)
    if (one?.status === 'done') return one.progress.stage !== 'done'
    return one?.status === 'queued' || one?.status === 'running'
  }
}
