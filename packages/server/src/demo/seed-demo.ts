/**
 * Seeds the demo organization's bill once, through the regular import: generated up to yesterday, recorded as uploads,
 * imported by the job queue. After a crash the next start continues or starts over.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { billOf } from '@kept/scenarios/bill/bill-of.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { writeAnomalySettings } from '@kept/store/anomalies/list.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { Services } from '../platform/context.ts'
import { writeDemoBill } from './write-demo-bill.ts'

/** A start waits for the demo up to this long. After that the import continues, and the next start seeds the rest. */
const timeoutMs = 600_000
const lookEveryMs = 250

/** Starts an import of these uploads, passed in by the composition root. */
export type ImportBill = (scope: Scope, uploads: string[]) => Promise<{ id: string }>

/**
 * Whether the demo has its bill. `under way` after the longest wait; `undone` when its import was undone or discarded,
 * which is left alone.
 */
type DemoBill = 'imported' | 'under way' | 'undone'

/** Also waits for an import that an earlier start began. */
export async function seedDemo(
  services: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  importBill: ImportBill,
  { days = demoOptions.days }: { days?: number } = {},
): Promise<DemoBill> {
  const { database } = services.state
  const read = async () => {
    const { imports } = await listImports(database, scope, { page: 1, page_size: 200 })
    // Failed imports have no effect. Any other import, also an undone one, was a decision.
    return demoBillOf(imports.filter(({ status }) => status !== 'failed'))
  }
  if ((await read()) === undefined) await importWorld(services, scope, importBill, days)
  for (let waited = 0; waited < timeoutMs && (await read()) === 'under way'; waited += lookEveryMs)
    await wait(lookEveryMs)
  // A failed import is tried again by the next start.
  return (await read()) ?? 'undone'
}

/** Undefined without imports. */
function demoBillOf(imports: readonly Import[]): DemoBill | undefined {
  if (imports.length === 0) return undefined
  const isUnderWay = ({ status, progress }: Import) =>
    status === 'queued' || status === 'running' || (status === 'done' && progress.stage !== 'done')
  if (imports.some(isUnderWay)) return 'under way'
  return imports.some(({ status }) => status === 'done') ? 'imported' : 'undone'
}

/** Writes the bill of each billing account as an upload; returns the uploads. */
async function recordBills(
  { state, folder }: Pick<Services, 'state' | 'folder'>,
  scope: Scope,
  world: World,
): Promise<string[]> {
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const upload = await writeDemoBill(folder.uploads, account, billOf(world, account))
    await recordUpload(state.database, scope, upload)
    uploads.push(upload.id)
  }
  return uploads
}

async function importWorld(
  { state, folder, now, log }: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  importBill: ImportBill,
  days: number,
): Promise<void> {
  const until = utcDay(now())
  const world = northwind({ ...demoOptions, until, days })
  // The warehouse takes the points while the files are compressed.
  const [uploads] = await Promise.all([
    recordBills({ state, folder }, scope, world),
    writePoints(state.warehouse, scope, metricPointsOf(world), now().getTime() * 1000),
  ])
  // Before the bill, so the first evaluation includes them. A company of this size is not told of ten dollars.
  await writeAnomalySettings(state.database, scope, { min_daily_excess: '80', notify_from: 'medium' })
  await putInventory(state.database, scope, world.inventory, now())
  await importBill(scope, uploads)
  log.info({ event: 'demo.seeding', days, end_date: until, files: uploads.length }, 'importing the demo bill')
}
