/**
 * The frozen baseline: what a resource used in a usual week before the action, taken from the bill once and never looked
 * at again. A month that was all over the place gives a cautious profile (lower quartile) and says so.
 */
import { badInput } from '@kept/domain/errors.ts'
import type { Baseline, Grain, MeterBaseline, SavingsLine } from '@kept/domain/saving.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, type Exact, exact, exactText, zero } from '../exact.ts'
import { priceOfLine } from '../line-price.ts'
import { fractionalUncertainty, tValues } from '../modeled/fractional-uncertainty.ts'
import { fitOf } from '../modeled/model-fit.ts'
import { heldOutErrors, type ProfileErrors, toPpm } from './errors.ts'
import { slotCount, slotsOf } from './slots.ts'
import { cvRmsePpm, exactLowerQuartile, exactMedian } from './statistics.ts'

export interface BaselineRequest {
  resource: string
  /** Lines of the resource in the window. */
  lines: readonly SavingsLine[]
  from: Hour
  /** First hour after the window; no later than the action. */
  to: Hour
  timeZone: string
  grain: Grain
  /** False for hours missing from the bill: they are unknown, not zero. */
  isCovered(hour: Hour): boolean
}

/** Days asked for, unless the contract says otherwise, and the fewest that make a baseline to rely on. */
export const defaultBaselineDays = 28
export const fewestBaselineDays = 14
const largestCvRmsePpm = 300_000

export function freezeBaseline({ resource, lines, from, to, timeZone, grain, isCovered }: BaselineRequest): Baseline {
  const times = timesOf(from, to, grain, isCovered)
  const coveredHours = times.length * (grain === 'day' ? 24 : 1)
  if (coveredHours === 0) {
    throw badInput(
      `The bill has no data from ${fromHour(from)} to ${fromHour(to)}, so ${resource} has no baseline and its actions cannot be verified.`,
    )
  }
  const slots = slotCount(grain, coveredHours)
  const slotOf = slotsOf(slots, timeZone)
  const meters = metersOf(lines)
  const profiles = (statistic: typeof exactMedian, hours: readonly Hour[] = times) =>
    meters.map((meter) => profileOf(meter.byHour, hours, slots, slotOf, statistic))
  const medians = profiles(exactMedian)
  const measured = times.map((hour) => costOf(meters, ({ byHour }) => byHour.get(hour)))
  const expectedBy = (profile: readonly Exact[][]) => (hour: Hour) =>
    costOf(meters, (_, index) => profile[index]?.[slotOf(hour)])
  const fit = cvRmsePpm(measured, times.map(expectedBy(medians)))
  const isSure = coveredHours >= fewestBaselineDays * 24 && fit !== null && fit <= largestCvRmsePpm
  const statistic = isSure ? exactMedian : exactLowerQuartile
  const chosen = isSure ? medians : profiles(statistic)
  const errors = heldOutErrors({
    times,
    to,
    measured,
    expectedFrom: (otherTimes) => expectedBy(profiles(statistic, otherTimes)),
    isCautious: !isSure,
    fallback: isSure ? errorsOfFit(measured, times.map(expectedBy(medians))) : { error_80_ppm: 0, error_68_ppm: 0 },
  })
  return {
    resource,
    grain,
    time_zone: timeZone,
    from: fromHour(from),
    to: fromHour(to),
    covered_hours: coveredHours,
    cv_rmse_ppm: fit,
    statistic: isSure ? 'median' : 'lower_quartile',
    confidence: isSure ? 'high' : 'low',
    ...errors,
    meters: meters.map(
      ({ sku, price }, index): MeterBaseline => ({
        sku,
        price: exactText(price),
        quantities: (chosen[index] ?? []).map(exactText),
      }),
    ),
    commitments: [...new Set(lines.flatMap(({ commitment }) => commitment ?? []))].toSorted(),
    intensity: null,
  }
}

function timesOf(from: Hour, to: Hour, grain: Grain, isCovered: (hour: Hour) => boolean): Hour[] {
  const step = grain === 'day' ? 24 : 1
  const count = Math.max(0, Math.ceil((to - from) / step))
  return Array.from({ length: count }, (_, index) => from + index * step).filter(isCovered)
}

interface Meter {
  sku: string
  price: Exact
  byHour: Map<Hour, Exact>
}

function metersOf(lines: readonly SavingsLine[]): Meter[] {
  const bySku = Map.groupBy(lines, ({ sku }) => sku)
  return [...bySku]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([sku, ofSku]) => {
      const inOrder = ofSku.toSorted((a, b) => a.hour - b.hour)
      const price = inOrder.flatMap((line) => priceOfLine(line) ?? []).at(-1)
      // Without any price it was never billed by the unit: nothing of it can be saved.
      if (!price) return []
      const byHour = new Map<Hour, Exact>()
      for (const { hour, quantity } of inOrder) {
        byHour.set(hour, addExact(byHour.get(hour) ?? zero, exact(quantity)))
      }
      return [{ sku, price, byHour }]
    })
}

function profileOf(
  byHour: ReadonlyMap<Hour, Exact>,
  times: readonly Hour[],
  slots: number,
  slotOf: (hour: Hour) => number,
  statistic: (values: readonly Exact[]) => Exact,
): Exact[] {
  const values = Array.from({ length: slots }, (): Exact[] => [])
  for (const hour of times) values[slotOf(hour)]?.push(byHour.get(hour) ?? zero)
  return values.map(statistic)
}

/** What the resource costs in all: a meter that hardly costs anything may jump about as it likes. */
function costOf(meters: readonly Meter[], quantityOf: (meter: Meter, index: number) => Exact | undefined): number {
  return meters.reduce(
    (total, meter, index) => total + toFloat(meter.price) * toFloat(quantityOf(meter, index) ?? zero),
    0,
  )
}

/** Hours in a month of reporting. */
const reportedHours = 720

function errorsOfFit(measured: readonly number[], expected: readonly number[]): ProfileErrors {
  const fit = fitOf(measured, expected, reportedHours)
  return {
    error_80_ppm: toPpm(fractionalUncertainty(fit, tValues.lower80)),
    error_68_ppm: toPpm(fractionalUncertainty(fit, tValues.both68)),
  }
}

function toFloat({ units, scale }: Exact): number {
  return Number(units) / 10 ** scale
}
