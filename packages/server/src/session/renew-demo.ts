/**
 * The demo's days go on with the calendar. Its world begins on the day it always began and is made up to yesterday; the
 * billing periods that changed are brought in as one delivery, which replaces them in one transaction. Older periods
 * stay as they were billed, so that signed statements go on agreeing with their bills. Killed at any moment, the next
 * run finds out from what is there what is still to do.
 */
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { metricPointsOf } from '@kept/scenarios/world/metric-points.ts'
import { billingAccounts } from '@kept/scenarios/world/northwind-places.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { forgetDemoPast } from '@kept/store/demo/forget-past.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { recordUpload } from '@kept/store/uploads/record.ts'
import type { Services } from '../platform/context.ts'
import type { BringIn } from './seed-demo.ts'
import { demoBillName, writeDemoBill } from './write-demo-bill.ts'

const dayMs = 86_400_000
const loopsKeptDays = 8
const newsKeptDays = 21

export type Renewal = 'renewed' | 'up to date' | 'under way' | 'not seeded' | 'holds other bills'

export interface RenewalDeps {
  bringIn: BringIn
  /** Takes the world's activity in; what is known counts once. */
  takeActivity(scope: Scope, world: World): Promise<void>
  /** Sets the demo's budgets that are missing. */
  setBudgets(scope: Scope): Promise<void>
}

export async function renewDemo(
  services: Pick<Services, 'state' | 'folder' | 'now' | 'log'>,
  scope: Scope,
  deps: RenewalDeps,
): Promise<Renewal> {
  const { state, now, log } = services
  const at = now().getTime()
  const { own, others } = await importsOf(services, scope)
  const first = own.at(-1)
  if (!first) return 'not seeded'
  await deps.setBudgets(scope)
  await forgetDemoPast(state.database, scope, {
    loopsBefore: new Date(at - loopsKeptDays * dayMs),
    newsBefore: new Date(at - newsKeptDays * dayMs),
  })
  if (others > 0) {
    log.info(
      { organization_id: scope.organizationId, others },
      'the demo holds bills of somebody else and is not renewed',
    )
    return 'holds other bills'
  }
  if (own.some(({ status }) => status === 'queued' || status === 'running')) return 'under way'
  const until = now().toISOString().slice(0, 10)
  const { known } = await currentLedger(state.database, scope)
  if (known && known.to >= until) return 'up to date'
  // Nothing but the demo's own bills is there, so the first day on record is the world's first.
  const firstDay = known
    ? Temporal.PlainDate.from(known.from)
    : Temporal.PlainDate.from(first.created_at.slice(0, 10)).subtract({ days: demoOptions.days })
  const world = northwind({ ...demoOptions, until, days: firstDay.until(until).days })
  await bringWorldIn(services, scope, { world, fromPeriod: known ? periodBefore(known.to) : '', deps })
  log.info({ organization_id: scope.organizationId, until }, 'the demo goes on to yesterday')
  return 'renewed'
}

/** Failed ones left nothing behind. */
async function importsOf({ state }: Pick<Services, 'state'>, scope: Scope): Promise<{ own: Import[]; others: number }> {
  const names = new Set(billingAccounts.map(demoBillName))
  const own: Import[] = []
  let others = 0
  for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
    const found = await listImports(state.database, scope, { page, page_size: 200 })
    total = found.total
    seen += Math.max(1, found.imports.length)
    for (const one of found.imports) {
      if (one.status === 'failed') continue
      if (one.sources.every(({ name }) => names.has(name))) own.push(one)
      else if (one.status !== 'undone' && one.status !== 'discarded') others += 1
    }
  }
  return { own, others }
}

/** What happens near a world's end is told of its last weeks: the period before the last known one may change too. */
function periodBefore(day: string): string {
  return Temporal.PlainDate.from(day).with({ day: 1 }).subtract({ months: 1 }).toString()
}

async function bringWorldIn(
  { state, folder, now }: Pick<Services, 'state' | 'folder' | 'now'>,
  scope: Scope,
  { world, fromPeriod, deps }: { world: World; fromPeriod: string; deps: RenewalDeps },
): Promise<void> {
  const uploads: string[] = []
  for (const account of world.billingAccounts) {
    const upload = await writeDemoBill(folder.uploads, world, account, { fromPeriod })
    await recordUpload(state.database, scope, upload)
    uploads.push(upload.id)
  }
  await putInventory(state.database, scope, world.inventory, now())
  await writePoints(state.warehouse, scope, metricPointsOf(world), now().getTime() * 1000)
  await deps.takeActivity(scope, world)
  // Last: until it is noted, the next run begins again.
  await deps.bringIn(scope, uploads)
}
