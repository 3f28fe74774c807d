/**
 * What the calendar adds to days: charges on the 15th, load at the month's end, invoices on the first business day. An
 * effect is believed when it came again and again at the same position, beyond what noise would do there.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import type { Candidate } from './candidates.ts'
import { mean } from './conformal.ts'

/** Names of the places a row has in the calendar. */
export type Positions = (row: number) => readonly string[]

interface CalendarEffects {
  /** The values without what the calendar added. */
  cleaned: readonly number[]
  /** The same forecasts with what the calendar will add, as far as it was known then. */
  restore(candidate: Candidate): Candidate
}

/** Seasons around a row that are its level. */
const around = 3
/** Deviations of the mean of a position, and of its single days when there are but two. */
const [deviations, twice] = [4, 6]
/** The smallest share of the level that is worth an effect. */
const minShare = 0.04
/** Of the level, what the day without the effect must cost at least to be the base of a share. */
const leastBase = 0.05
/** The latest days of a position. */
const latest = 8

interface Effect {
  position: string
  /** An amount, or a share of what the day costs without it. */
  isShare: boolean
  size: number
}

export function calendarEffects(
  values: readonly number[],
  season: number,
  positions: Positions,
): CalendarEffects | null {
  if (values.length < 5 * season || values.some((value) => value < 0)) return null
  const base = baseOf(values, season)
  // Where the middle day costs next to nothing, there is no level to be off from.
  if (!(median(base) > leastBase * mean(values))) return null
  const rowsByPosition = new Map<string, number[]>()
  for (let row = 0; row < values.length; row += 1)
    for (const position of positions(row)) rowsByPosition.set(position, [...(rowsByPosition.get(position) ?? []), row])
  const all = learn(values, base, rowsByPosition, values.length)
  if (all.length === 0) return null
  // Only positions that matter today are worth a look on earlier days.
  const matter = new Map(all.map(({ position }) => [position, rowsByPosition.get(position) ?? []]))
  const learned = (end: number) => learn(values, base, matter, end)
  const cleaned = values.map((value, row) => {
    const effect = effectAt(all, positions(row))
    if (!effect) return value
    return Math.max(0, effect.isShare ? value / (1 + effect.size) : value - effect.size)
  })
  const effectsByEnd = new Map<number, Effect[]>()
  const effectsBefore = (end: number) => {
    const effects = effectsByEnd.get(end) ?? learned(end)
    effectsByEnd.set(end, effects)
    return effects
  }
  return {
    cleaned,
    restore: (candidate) => ({
      ...candidate,
      path(end, horizon) {
        const effects = effectsBefore(end)
        return candidate.path(end, horizon).map((value, h) => {
          const effect = effectAt(effects, positions(end + h))
          if (!effect) return value
          return effect.isShare ? value * (1 + effect.size) : value + effect.size
        })
      },
    }),
  }
}

const effectAt = (effects: readonly Effect[], names: readonly string[]) =>
  effects.find(({ position }) => names.includes(position))

/** The strongest first; days that one position explains say nothing for the next. */
function learn(
  values: readonly number[],
  base: readonly number[],
  rowsByPosition: ReadonlyMap<string, number[]>,
  end: number,
): Effect[] {
  // A share of next to nothing says nothing: of days without cost, and of series whose middle day has none.
  const least = leastBase * Math.max(median(base), mean(values.slice(0, end)), Number.MIN_VALUE)
  const shareOf = (row: number) => ((values[row] ?? 0) - (base[row] ?? 0)) / Math.max(base[row] ?? 0, least)
  const shares = Array.from({ length: end }, (_, row) => shareOf(row))
  const spread = Math.max(robustSpread(shares), 0.002)
  const effects: Effect[] = []
  const explained = new Set<number>()
  for (let round = 0; round < 8; round += 1) {
    let best: { position: string; rows: number[]; height: number } | null = null
    for (const [position, all] of rowsByPosition) {
      const rows = all.filter((row) => row < end && !explained.has(row)).slice(-latest)
      if (rows.length < 2) continue
      const list = rows.map((row) => shares[row] ?? 0)
      const typical = median(list)
      const alike = list.filter((share) => share * typical > 0 && Math.abs(share) > Math.abs(typical) / 3).length
      if (Math.abs(typical) < minShare || alike < Math.max(2, 0.7 * list.length)) continue
      const height = (Math.abs(typical) / spread) * Math.sqrt(rows.length)
      if (height < (rows.length === 2 ? twice * Math.SQRT2 : deviations * 1.25)) continue
      const fit = height / (1 + (10 * robustSpread(list)) / Math.abs(typical))
      if (!best || fit > best.height) best = { position, rows, height: fit }
    }
    if (!best) break
    effects.push(sized(best.position, best.rows, shares, values, base))
    for (const row of rowsByPosition.get(best.position) ?? []) explained.add(row)
  }
  return effects
}

function sized(
  position: string,
  rows: readonly number[],
  shares: readonly number[],
  values: readonly number[],
  base: readonly number[],
): Effect {
  const list = rows.map((row) => shares[row] ?? 0)
  const amounts = rows.map((row) => (values[row] ?? 0) - (base[row] ?? 0))
  const unrest = (numbers: readonly number[]) => mean(numbers.map((number) => Math.abs(number / median(numbers) - 1)))
  const isShare = unrest(list) < unrest(amounts)
  const numbers = isShare ? list : amounts
  return { position, isShare, size: isShare ? Math.max(-0.95, (median(numbers) + mean(numbers)) / 2) : median(numbers) }
}

/** What a day costs in its weeks: the median of the level around it, times what its weekday costs. */
function baseOf(values: readonly number[], season: number): number[] {
  const levels = values.map((_, row) => {
    const from = Math.max(0, Math.min(row - ((around * season) >> 1), values.length - around * season))
    return median(values.slice(from, from + around * season))
  })
  const ratios: number[][] = Array.from({ length: season }, () => [])
  for (const [row, value] of values.entries()) {
    const level = levels[row] ?? 0
    if (level > 0 && row >= values.length - 26 * season) ratios[row % season]?.push(value / level)
  }
  const factors = ratios.map((list) => (list.length === 0 ? 1 : median(list)))
  return levels.map((level, row) => level * (factors[row % season] ?? 1))
}
