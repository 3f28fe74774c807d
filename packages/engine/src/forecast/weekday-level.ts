/**
 * A level that forgets, times what each weekday costs of its week: the plainest way to look ahead at days of cost. The
 * factors of weekdays are drawn towards one by as much as chance alone would set them apart.
 */
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import type { Candidate } from './candidates.ts'
import { mean } from './conformal.ts'

/** Seasons that factors and level are learned from. */
const seasons = 12
/** Steps of the level beyond so many deviations count as this many. */
const clip = 4
/** A factor below this share would make of its rows an infinite level. */
const lowestFactor = 0.02

interface LevelOrder {
  season: number
  /** What the latest row counts in the level. */
  forgetting: number
  /** What of the growth of one row is left in the next: 0 for none, 1 for growth that goes on. */
  damping?: number
}

/** Of values that are never negative. */
export function weekdayLevel(values: readonly number[], { season, forgetting, damping = 0 }: LevelOrder): Candidate {
  const growing = damping === 0 ? '' : damping === 1 ? ' with growth' : ' with damped growth'
  return {
    method: `weekday level (${forgetting})${growing}`,
    grows: damping > 0,
    path(end, horizon) {
      const rows = values.slice(Math.max(0, end - seasons * season), end)
      const factors = factorsOf(rows, season)
      const plain = rows.map((value, row) => value / (factors[(rows.length - row) % season] ?? 1))
      const slope = damping === 0 ? 0 : growthOf(plain, season)
      const level = levelOf(plain, forgetting, slope)
      let grown = 0
      return Array.from({ length: horizon }, (_, h) => {
        grown += slope * damping ** h
        return level * Math.exp(grown) * (factors[(season - (h % season)) % season] ?? 1)
      })
    },
  }
}

/** By rows before the next one, modulo the season: [0] is the position of the next row, [1] that of the last. */
function factorsOf(rows: readonly number[], season: number): number[] {
  const ratios: number[][] = Array.from({ length: season }, () => [])
  if (rows.length < 2 * season) return ratios.map(() => 1)
  for (let row = 0; row < rows.length; row += 1) {
    const from = Math.max(0, Math.min(row - (season >> 1), rows.length - season))
    const around = mean(rows.slice(from, from + season))
    if (around > 0) ratios[(rows.length - row) % season]?.push((rows[row] ?? 0) / around)
  }
  const means = ratios.map((list) => (list.length === 0 ? 1 : (mean(list) + median(list)) / 2))
  const middle = mean(means) || 1
  const within = mean(ratios.flatMap((list, position) => list.map((ratio) => (ratio - (means[position] ?? 1)) ** 2)))
  const perPosition = rows.length / season
  const chance = within / Math.max(1, perPosition - 1)
  const between = mean(means.map((factor) => (factor - middle) ** 2))
  const trust = between === 0 ? 0 : Math.max(0, 1 - chance / between)
  return means.map((factor) => Math.max(lowestFactor, 1 + trust * (factor / middle - 1)))
}

function levelOf(plain: readonly number[], forgetting: number, slope: number): number {
  const first = plain.slice(0, 7)
  const steps =
    robustSpread(plain.slice(1).map((value, row) => value - (plain[row] ?? value))) || Number.POSITIVE_INFINITY
  let level = mean(first)
  for (const [row, value] of plain.entries()) {
    level *= Math.exp(slope)
    // The first rows count alike, or the level would begin with the noise of one.
    const weight = Math.max(forgetting, 1 / (row + 2))
    level += weight * Math.max(-clip * steps, Math.min(clip * steps, value - level))
  }
  return Math.max(0, level)
}

/** Growth of a row, as a logarithm: the median of the slopes between the seasons. */
function growthOf(plain: readonly number[], season: number): number {
  const logs: number[] = []
  for (let end = plain.length; end >= season && logs.length < 9; end -= season) {
    const sum = mean(plain.slice(end - season, end))
    if (sum > 0) logs.unshift(Math.log(sum))
  }
  const slopes = logs.flatMap((later, i) => logs.slice(0, i).map((earlier, j) => (later - earlier) / (i - j)))
  return slopes.length === 0 ? 0 : median(slopes) / season
}
