/** One meter of a lineage through the hours of a month: each hour a cell, each cell a chain. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { attributeCell, type Cell, type CellSaving } from '../chain.ts'
import { compareExact, type Exact, exact, multiplyExact, toNano, zero } from '../exact.ts'
import type { ModeledSaving } from '../modeled/billable-part.ts'
import { createDriftMonitor } from './drift.ts'
import type { LiveAction } from './live-action.ts'
import { openSum } from './meter-sum.ts'
import type { Meter, Metered } from './meters.ts'
import type { PriceBook } from './prices.ts'
import type { MonthSetup } from './setup.ts'

/** Told of what an action saved, and how much of that may be missing. */
type OnSaving = (live: LiveAction, saved: ModeledSaving) => void
/** Told of each hour: what it would have cost before the action, and what that saved, at face value. */
type OnStep = (live: LiveAction, hour: Hour, step: CellSaving['steps'][number]) => void

interface MeterMonth {
  /** The first hour in which a terminated meter ran again after it had stopped. */
  returned: Map<LiveAction, Hour>
}

export function calculateMeter(
  meter: Meter,
  hours: readonly Hour[],
  priceOf: PriceBook,
  demand: MonthSetup['demand'],
  onSaving: OnSaving,
  onStep: OnStep,
): MeterMonth {
  const byId = new Map(meter.actions.map((live) => [live.id, openSum(live)]))
  const returns = createReturnCheck(meter, hours[0])
  const drift = createDriftMonitor()
  let lastSku: string | undefined
  const liveAt = createLivenessCheck(meter, demand)
  for (const hour of hours) {
    const { live, target, atFirst } = liveAt(hour)
    const metered = meter.byHour.get(hour) ?? nothingMetered
    const running = metered.some(isEmpty) ? metered.filter((item) => !isEmpty(item)) : metered
    const main = mainSku(running, target, lastSku ?? target ?? atFirst)
    if (running.length > 0) lastSku = main
    if (live.length === 0) continue
    const { base, expectedBy } = baseOf(meter, live, hour, demand)
    returns.observe(live, hour, running)
    if (!expectedBy) drift.observe(meter, live, hour, running)
    for (const cell of cellsOf(hour, main, base, running)) {
      const { steps } = attributeCell(cell, live, (sku) => priceOf(sku, hour))
      const modeledBy = cell.base === base && restsOn(expectedBy, cell) ? expectedBy : undefined
      for (const step of steps) {
        const sum = byId.get(step.id)
        sum?.add(step, modeledBy)
        if (sum) onStep(sum.live, hour, step)
      }
    }
  }
  for (const sum of byId.values()) onSaving(sum.live, sum.close(drift.shareOf))
  return { returned: returns.seen }
}

/** Usage above what a profile expects is as metered; demand says what to expect, up and down. */
function restsOn(expectedBy: LiveAction | undefined, { base, quantity }: Cell): boolean {
  return expectedBy !== undefined && (expectedBy.change.kind === 'demand' || compareExact(base, quantity) > 0)
}

const nothingMetered: readonly Metered[] = []

function isEmpty({ quantity, contracted }: Metered): boolean {
  return quantity.units === 0n && contracted.units === 0n
}

interface Live {
  readonly live: readonly LiveAction[]
  /** What the last live rightsize went to. */
  readonly target: string | undefined
  /** What the resource was, by its baseline. */
  readonly atFirst: string
}

/** Which actions are live changes only when one begins or ends, or when a demand was not measured. */
function createLivenessCheck(meter: Meter, demand: MonthSetup['demand']): (hour: Hour) => Live {
  const byDemand = meter.actions.some(({ change }) => change.kind === 'demand')
  const edges = meter.actions.flatMap(({ from, until }) => [from, until])
  let cached: Live | undefined
  let knownUntil = Number.NEGATIVE_INFINITY
  return (hour) => {
    if (cached && hour < knownUntil && !byDemand) return cached
    const live = meter.actions.filter(
      (action) => action.from <= hour && hour < action.until && isKnown(action, hour, demand),
    )
    const target = live.flatMap(({ change }) => (change.kind === 'rightsize' ? change.toSku : [])).at(-1)
    const was = live.flatMap(({ baseline }) => baseline.meters.find(({ sku }) => meter.skus.has(sku))?.sku ?? [])[0]
    cached = { live, target, atFirst: was ?? [...meter.skus][0] ?? '' }
    knownUntil = Math.min(...edges.filter((edge) => edge > hour), Number.POSITIVE_INFINITY)
    return cached
  }
}

/** Whether the hour can be calculated: a demand-normalized action needs the hour's measured demand. */
function isKnown({ id, change }: LiveAction, hour: Hour, demand: MonthSetup['demand']): boolean {
  return change.kind !== 'demand' || demand.get(id)?.get(hour) !== undefined
}

/**
 * The SKU that the hour is about: our last target where it runs, else what runs. Where nothing does, what ran last; a
 * machine that was off the whole month would have started as our target, or as what it was made.
 */
function mainSku(running: readonly Metered[], target: string | undefined, atRest: string): string {
  const [single] = running
  if (running.length <= 1) return single?.sku ?? atRest
  const skus = running.map(({ sku }) => sku).toSorted()
  return (target !== undefined && skus.includes(target) ? target : skus[0]) ?? ''
}

/** The baseline of the first action that masks the hour; what came before it is none of the others' business. */
function baseOf(
  meter: Meter,
  live: readonly LiveAction[],
  hour: Hour,
  demand: MonthSetup['demand'],
): { base: Exact; expectedBy?: LiveAction } {
  const masking = live.find(({ change }) => change.kind === 'mask' && change.isOff(hour))
  if (masking) return { base: masking.expected(meter.skus, hour), expectedBy: masking }
  const byDemand = live.find(({ change }) => change.kind === 'demand')
  const perUnit = byDemand?.baseline.intensity?.per_unit
  const measuredDemand = byDemand && demand.get(byDemand.id)?.get(hour)
  return perUnit && measuredDemand
    ? { base: multiplyExact(exact(perUnit), exact(measuredDemand)), expectedBy: byDemand }
    : { base: zero }
}

/** Usually one. In the hour of a change two SKUs run; what the baseline expects is expected of the main one alone. */
function cellsOf(hour: Hour, main: string, base: Exact, running: readonly Metered[]): Cell[] {
  if (!running.some(({ sku }) => sku === main)) return [{ hour, sku: main, quantity: zero, base }]
  return running.map(({ sku, quantity, contracted }) => ({
    hour,
    sku,
    quantity,
    base: sku === main ? base : zero,
    metered: toNano(contracted),
  }))
}

/**
 * Only a stopped resource can return: the last minutes in the hour of a termination are no return. Only the main meter
 * can say so; a disk or an address that was left behind runs on and saves nothing, and that is all.
 */
function createReturnCheck(meter: Meter, firstHour: Hour | undefined) {
  const returnHours = new Map<LiveAction, Hour>()
  const stopped = new Set(meter.actions.filter(({ from }) => firstHour !== undefined && from < firstHour))
  return {
    seen: returnHours,
    observe(live: readonly LiveAction[], hour: Hour, running: readonly Metered[]) {
      const runs = running.some(({ quantity }) => quantity.units > 0n)
      for (const liveAction of live) {
        if (liveAction.action.kind !== 'terminate' || !meter.skus.has(liveAction.mainSku ?? '')) continue
        if (!runs) stopped.add(liveAction)
        else if (stopped.has(liveAction) && !returnHours.has(liveAction)) returnHours.set(liveAction, hour)
      }
    },
  }
}
