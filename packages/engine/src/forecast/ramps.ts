/** Moves of a level that took days or weeks: a step in their middle leaves a slope on both sides, and slopes are gone on with. */
import { robustSpread } from '../maths/spread.ts'
import { mean } from './conformal.ts'

/** Where a level moved. */
export interface Move {
  row: number
  /** Rows of the windows that showed it: about as long as it may have taken. */
  width: number
}

/** What is left of a ramp beside its step: a share of the level, and deviations of what seasons differ by. */
const [minSlope, deviations] = [Math.log(1.06), 2]
/** Seasons looked back for what seasons differ by, and seasons at the end that are the level of today. */
const [lookBack, today] = [30, 4]

/** Around each ramp, every season is brought to the level of today: its days say how a week goes, and nothing of growth. */
export function withoutRamps(values: readonly number[], moves: readonly Move[], season: number): readonly number[] {
  const ramps = moves
    .map(({ row, width }) => ({ row, apart: Math.max(2 * season, width) }))
    .filter((ramp) => isRamp(values, ramp, season))
    .map(({ row, apart }) => ({ row, reach: apart + (apart > 2 * season ? season : 0) }))
  if (ramps.length === 0) return values
  const last = Math.min(values.length - season, Math.max(...ramps.map(({ row, reach }) => row + reach)))
  const level = mean(values.slice(Math.max(last, values.length - today * season)))
  return values.map((value, row) => {
    if (row >= last || !ramps.some((ramp) => Math.abs(row - ramp.row) <= ramp.reach)) return value
    const start = Math.max(0, Math.min(row - (season >> 1), values.length - season))
    return (value * level) / mean(values.slice(start, start + season))
  })
}

/** Whether the seasons next to a move still differ from those further on, beyond what seasons differ by. */
function isRamp(values: readonly number[], { row, apart }: { row: number; apart: number }, season: number): boolean {
  const levelAt = (from: number) => Math.log(mean(values.slice(from, from + season)))
  const differences: number[] = []
  if (row >= season + apart) differences.push(levelAt(row - season) - levelAt(row - season - apart))
  if (row + season + apart <= values.length) differences.push(levelAt(row) - levelAt(row + apart))
  const baseline: number[] = []
  for (let from = Math.max(0, values.length - lookBack * season); from + season + apart <= values.length; from += 1)
    baseline.push(levelAt(from) - levelAt(from + apart))
  const chance = deviations * robustSpread(baseline)
  return differences.some((difference) => Math.abs(difference) > Math.max(minSlope, chance))
}
