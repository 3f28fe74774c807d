/** One lineage in one month: what each of its actions saved, or why nothing can be said. */
import { KeptError } from '@kept/domain/errors.ts'
import type { SavingPart, SavingsLine } from '@kept/domain/saving.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import type { Exact, Nano } from '../exact.ts'
import { isConsistent } from '../line-price.ts'
import { billablePart, inNano, type ModeledSaving } from '../modeled/billable-part.ts'
import { calculateMeter } from './calculate-meter.ts'
import type { Lineage } from './lineages.ts'
import type { LiveAction } from './live-action.ts'
import { loopAvoidance } from './loop-avoidance.ts'
import { metersOf } from './meters.ts'
import { openDetail, type PartDetail } from './part-detail.ts'
import type { PriceBook } from './prices.ts'
import type { SavedByHour } from './replaced.ts'
import type { MonthSetup } from './setup.ts'

export interface SavedByAction {
  readonly live: LiveAction
  readonly part: SavingPart
  /** What counts: at face value, or the lower bound of what was modeled. */
  readonly amount: Nano
  /** Of a modeled part, its face value. */
  readonly face: Nano
  /** What of it may be missing or more, at 68 %. */
  readonly unsure: Nano
  readonly detail: PartDetail | undefined
}

export interface LineageMonth {
  readonly lineage: Lineage
  readonly saved: readonly SavedByAction[]
  /** Hours that are missing from the bill. */
  readonly gapHours: number
  /** Terminated resources that came back, and when. */
  readonly returned: ReadonlyMap<string, Hour>
  /** Why nothing of it may be booked until it is reviewed; null when nothing holds it. */
  readonly heldReason: string | null
}

interface LineageContext {
  readonly from: Hour
  readonly to: Hour
  readonly priceOf: PriceBook
  readonly demand: MonthSetup['demand']
  readonly read: (text: Decimal) => Exact
  isCovered(hour: Hour): boolean
  readonly savedByHour: SavedByHour
}

export function calculateLineage(
  lineage: Lineage,
  lines: readonly SavingsLine[],
  context: LineageContext,
): LineageMonth {
  const grain = lineage.actions[0]?.baseline.grain ?? 'hour'
  const span = grain === 'day' ? 24 : 1
  const times = hoursFrom(context.from, context.to, span)
  const hours = times.filter(context.isCovered)
  const nothingYet = { lineage, gapHours: (times.length - hours.length) * span }
  try {
    refuseOddLines(lines, span, countedSkus(lineage))
    const { saved, returned } = calculateMeters(lineage, lines, hours, context)
    return { ...nothingYet, saved, returned, heldReason: null }
  } catch (error) {
    // One resource whose lines cannot be trusted must not keep the others from their month.
    if (!(error instanceof KeptError) || error.code !== 'bad_input') throw error
    return { ...nothingYet, saved: [], returned: new Map(), heldReason: error.message }
  }
}

function calculateMeters(
  lineage: Lineage,
  lines: readonly SavingsLine[],
  hours: readonly Hour[],
  context: LineageContext,
) {
  const sums = new Map(
    lineage.actions.map((live) => [live, { saved: 0n, unsure80: 0n, unsure68: 0n, unsureEither: 0n }]),
  )
  const details = new Map(lineage.actions.map((live) => [live, openDetail()]))
  const returned = new Map<string, Hour>()
  const { savedByHour } = context
  const isObserved = lineage.actions.some(({ id }) => savedByHour.isObserved(id))
  const onStep = (live: LiveAction, hour: Hour, step: { before: Nano; saved: Nano }) => {
    details.get(live)?.add(hour, step)
    if (isObserved) savedByHour.add(live.id, hour, live.baseline.grain === 'day' ? 24 : 1, step.saved)
  }
  for (const meter of metersOf(lineage.actions, lines, context.read)) {
    const count = (live: LiveAction, cell: ModeledSaving) => {
      const sum = sums.get(live)
      if (!sum) return
      sum.saved += cell.saved
      sum.unsure80 += cell.unsure80
      sum.unsure68 += cell.unsure68
      sum.unsureEither += cell.unsureEither
    }
    const month = calculateMeter(meter, hours, context.priceOf, context.demand, count, onStep)
    for (const [{ id }, hour] of month.returned) returned.set(id, Math.min(hour, returned.get(id) ?? hour))
    for (const live of meter.actions) {
      const sum = sums.get(live)
      if (sum && live.action.kind === 'loop_stop') sum.saved += loopAvoidance(live.action, live, meter, hours, context)
    }
  }
  const saved = [...sums].map(([live, sum]) => ({
    ...countedAs(live, sum),
    detail: details.get(live)?.close(inNano(sum.unsure80)),
  }))
  return { saved, returned }
}

function countedAs(live: LiveAction, metered: ModeledSaving): Omit<SavedByAction, 'detail'> {
  // Work that moved takes back at most what the schedule saved: a machine that does more than before is growth.
  const sum = live.action.kind === 'schedule' && metered.saved < 0n ? { ...metered, saved: 0n } : metered
  const face = { live, face: sum.saved, unsure: inNano(sum.unsureEither) }
  if (live.action.kind === 'loop_stop') return { ...face, part: 'avoidance', amount: sum.saved }
  const isExact = sum.unsure80 === 0n && sum.unsure68 === 0n && live.action.kind !== 'demand'
  return isExact
    ? { ...face, part: 'usage', amount: sum.saved }
    : { ...face, part: 'modeled', amount: billablePart(sum) }
}

/** SKUs that a saving can come from; what else is billed to the resource changes nothing. */
function countedSkus({ actions }: Lineage): Set<string> {
  return new Set(
    actions.flatMap(({ action, baseline }) => [
      ...baseline.meters.map(({ sku }) => sku),
      ...(action.kind === 'rightsize' ? [action.from_sku, action.to_sku] : []),
      ...('sku' in action ? [action.sku] : []),
    ]),
  )
}

function refuseOddLines(lines: readonly SavingsLine[], span: number, skus: ReadonlySet<string>): void {
  let good: SavingsLine | undefined
  for (const line of lines) {
    if (!skus.has(line.sku) || (good && isLike(line, good))) continue
    const { resource, sku, hour, hours, price, quantity, contracted } = line
    const refuse = (reason: string) =>
      new KeptError('bad_input', `${resource}, SKU ${sku}, ${fromHour(hour)}: ${reason}`)
    if (hours !== span) throw refuse(`the line spans ${hours} hours, but the baseline spans ${span}.`)
    if (!isConsistent(line)) throw refuse(`${quantity} at ${price} is not the contracted cost of ${contracted}.`)
    good = line
  }
}

/** Most machines are billed alike hour after hour, so that the previous calculation can be reused. */
function isLike(a: SavingsLine, b: SavingsLine): boolean {
  return (
    a.hours === b.hours &&
    a.price === b.price &&
    a.quantity === b.quantity &&
    a.contracted === b.contracted &&
    a.correction === b.correction
  )
}

function hoursFrom(from: Hour, to: Hour, span: number): Hour[] {
  return Array.from({ length: Math.ceil((to - from) / span) }, (_, index) => from + index * span)
}
