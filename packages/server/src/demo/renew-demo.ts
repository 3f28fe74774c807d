/**
 * Extends the demo's data to yesterday. Changed billing periods are imported as one load that replaces them in one
 * transaction. Older periods stay as billed, so signed statements still match. After a crash the next run continues.
 */
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import { billingAccounts } from '@kept/scenarios/world/northwind-places.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { forgetDemoPast } from '@kept/store/demo/forget-past.ts'
import { deleteVisitBills } from '@kept/store/demo/visit-bills.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { Services } from '../platform/context.ts'
import type { ImportBill } from './seed-demo.ts'
import { billSince, demoBillName, writeDemoBill } from './write-demo-bill.ts'

const loopsKeptDays = 8
const newsKeptDays = 21

type Renewal = 'renewed' | 'up to date' | 'under way' | 'not seeded' | 'holds other bills'

export interface RenewalDeps {
  importBill: ImportBill
  /** Imports usage events. Known ones count once. */
  takeActivity(scope: Scope, world: World): Promise<void>
  /** Adds missing demo budgets. */
  setBudgets(scope: Scope): Promise<void>
  /** Erases what visitors did, and records the story of the demo's own users again. */
  renewAuditLog(scope: Scope): Promise<void>
}

export async function renewDemo(
  services: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  deps: RenewalDeps,
): Promise<Renewal> {
  const { state, now, log } = services
  const startMs = now().getTime()
  const { demoImports, otherCount } = await importsOf(services, scope)
  const first = demoImports.at(-1)
  if (!first) return 'not seeded'
  await deps.setBudgets(scope)
  await forgetDemoPast(state.database, scope, {
    loopsBefore: new Date(startMs - loopsKeptDays * dayMs),
    newsBefore: new Date(startMs - newsKeptDays * dayMs),
  })
  if (otherCount > 0) {
    log.info(
      { event: 'demo.renewal_skipped', organization_id: scope.organizationId, other_imports: otherCount },
      'the demo has bills that are not its own, skipped the renewal',
    )
    return 'holds other bills'
  }
  if (demoImports.some(({ status }) => status === 'queued' || status === 'running')) return 'under way'
  const until = utcDay(now())
  const { availableSpan } = await currentLedger(state.database, scope)
  if (availableSpan && availableSpan.to >= until) return 'up to date'
  await deps.renewAuditLog(scope)
  // Only demo bills are loaded, so the first day on record is the first generated day.
  const firstDay = availableSpan ? availableSpan.from : addDays(first.created_at, -demoOptions.days)
  const world = northwind({ ...demoOptions, until, days: daysBetween(firstDay, until) })
  await bringWorldIn(services, scope, { world, fromPeriod: availableSpan ? periodBefore(availableSpan.to) : '', deps })
  log.info(
    { event: 'demo.renewed', organization_id: scope.organizationId, end_date: until },
    'renewed the demo up to yesterday',
  )
  return 'renewed'
}

/** Failed imports have no effect. */
async function importsOf(
  { state }: Pick<Services, 'state'>,
  scope: Scope,
): Promise<{ demoImports: Import[]; otherCount: number }> {
  const names = new Set(billingAccounts.map(demoBillName))
  const demoImports: Import[] = []
  let otherCount = 0
  for (let page = 1, readCount = 0, total = 1; readCount < total; page += 1) {
    const result = await listImports(state.database, scope, { page, page_size: 200 })
    total = result.total
    readCount += Math.max(1, result.imports.length)
    for (const entry of result.imports) {
      if (entry.status === 'failed') continue
      if (entry.sources.every(({ name }) => names.has(name))) demoImports.push(entry)
      else if (entry.status !== 'undone' && entry.status !== 'discarded') otherCount += 1
    }
  }
  return { demoImports, otherCount }
}

/** New days can change the last weeks, so the previous period is renewed as well. */
function periodBefore(day: string): string {
  return startOfMonth(day, -1)
}

async function bringWorldIn(
  { state, folder, now }: Pick<Services, 'state' | 'folder' | 'now'>,
  scope: Scope,
  { world, fromPeriod, deps }: { world: World; fromPeriod: string; deps: RenewalDeps },
): Promise<void> {
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const upload = await writeDemoBill(folder.uploads, account, billSince(world, account, fromPeriod))
    await recordUpload(state.database, scope, upload)
    uploads.push(upload.id)
  }
  await putInventory(state.database, scope, world.inventory, now())
  await writePoints(state.warehouse, scope, metricPointsOf(world), now().getTime() * 1000)
  await deps.takeActivity(scope, world)
  // The day that visits have let pass is billed now.
  await deleteVisitBills(state.database, scope)
  // Last step: until it is recorded, the next run starts over.
  await deps.importBill(scope, uploads)
}
