/**
 * The shape that a scope's months have: prices that fall within the month by tiers or sustained use, an allowance that
 * is used up first, a price by the month that is spread over its days. Learned from complete months, and believed only
 * where the other months explain each month.
 */
import { mean } from '../../forecast/conformal.ts'
import { median, quantile } from '../../maths/quantile.ts'
import { type CompleteMonth, learnLengthShare, meanLength, riseWithin } from './month-length.ts'

export interface MonthShape {
  /** What the day of the month adds to the logarithm of its cost; empty where months have no shape. */
  days: number[]
  /** What part of the cost is a price of the month, spread over its days. */
  lengthShare: number
}

export interface DayOfMonth {
  /** From 1 on. */
  day: number
  daysInMonth: number
}

export function shapeAdds(shape: MonthShape | null, { day, daysInMonth }: DayOfMonth): number {
  if (shape === null) return 0
  return (shape.days[day - 1] ?? 0) - shape.lengthShare * Math.log(daysInMonth / meanLength)
}

/** A price falls a few days earlier or later from month to month: days on either side whose shape may be this day's. */
const moves = 3

/** The same, of the days around, as near as can be to `off`: what the day is off without any shape. */
export function nearestShapeAdds(shape: MonthShape, { day, daysInMonth }: DayOfMonth, off: number): number {
  let nearest = shapeAdds(shape, { day, daysInMonth })
  for (let other = Math.max(1, day - moves); other <= Math.min(daysInMonth, day + moves); other += 1) {
    const adds = shapeAdds(shape, { day: other, daysInMonth })
    if (Math.abs(off - adds) < Math.abs(off - nearest)) nearest = adds
  }
  return nearest
}

/** The fewest complete months that make a shape, and the most that are read. */
const [fewest, most] = [2, 6]
/** The share of each month, or of most where there are many, that the other months must explain. */
const minExplained = 0.2
const [mostOfThem, longestMonth] = [0.34, 31]
/** Charges of single days are no shape: of so many days around, the middle counts. */
const around = 5

/** `plain` are the last days without weekdays, as logarithms; `dates` where each lies. Null where months have no shape. */
export function learnMonthShape(plain: readonly number[], dates: readonly DayOfMonth[]): MonthShape | null {
  const months = completeMonths(plain, dates).slice(-most)
  if (months.length < fewest) return null
  const rise = riseOf(months)
  const deviations = months.map(({ values }) => {
    const [level, center] = [mean(values), (values.length - 1) / 2]
    return values.map((value, row) => value - level - rise * (row - center))
  })
  const explained = deviations.map((own, index) => explainedBy(own, profileOf(deviations.toSpliced(index, 1))))
  const days = quantile(explained, mostOfThem) < minExplained ? [] : profileOf(deviations)
  const flat = months.map(({ first, values }) => ({
    first,
    values: values.map((value, row) => value - (days[row] ?? 0)),
  }))
  const lengthShare = learnLengthShare(flat)
  return days.length === 0 && lengthShare === 0 ? null : { days, lengthShare }
}

function completeMonths(plain: readonly number[], dates: readonly DayOfMonth[]): CompleteMonth[] {
  return dates.flatMap(({ day, daysInMonth }, first) =>
    day === 1 && first + daysInMonth <= plain.length
      ? [{ first, values: plain.slice(first, first + daysInMonth) }]
      : [],
  )
}

/** Growth shows within months and from one to the next: what is only within is shape, what is only between is a step. */
function riseOf(months: readonly CompleteMonth[]): number {
  const between = median(months.slice(1).map((month, index) => riseTo(months[index], month)))
  const within = riseWithin(months)
  return between * within <= 0 ? 0 : Math.sign(within) * Math.min(Math.abs(between), Math.abs(within))
}

/** By the day, from the middle of a month to that of the next. */
function riseTo(before: CompleteMonth | undefined, { first, values }: CompleteMonth): number {
  if (before === undefined) return 0
  const days = first + values.length / 2 - (before.first + before.values.length / 2)
  return (mean(values) - mean(before.values)) / days
}

function profileOf(deviations: readonly (readonly number[])[]): number[] {
  const byDay = Array.from({ length: longestMonth }, (_, day) => deviations.flatMap((month) => month[day] ?? []))
  const middles = byDay.map((values) => (values.length === 0 ? null : median(values)))
  const knownDays = middles.filter((value) => value !== null)
  const smooth = middles.map((_, day) => {
    const from = Math.max(0, Math.min(day - (around >> 1), knownDays.length - around))
    return median(knownDays.slice(from, from + around))
  })
  const center = mean(smooth)
  return smooth.map((value) => value - center)
}

/** The share of a month's deviations that a profile explains. */
function explainedBy(own: readonly number[], profile: readonly number[]): number {
  const all = own.reduce((sum, value) => sum + Math.abs(value), 0)
  const left = own.reduce((sum, value, day) => sum + Math.abs(value - (profile[day] ?? 0)), 0)
  return all === 0 ? 0 : 1 - left / all
}
