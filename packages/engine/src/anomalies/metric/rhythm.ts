/**
 * What a series usually is at this time of the day, and of the week once that time of the week has been seen: means
 * that forget, in quarters of an hour, so the memory is 768 numbers whatever the step of the series.
 */
export interface Rhythm {
  day: Slot[]
  week: Slot[]
  /** A slow level, for times of day not yet seen. */
  level: number | null
}

interface Slot {
  mean: number
  count: number
}

const quarter = 15 * 60_000
const slots = (count: number): Slot[] => Array.from({ length: count }, () => ({ mean: 0, count: 0 }))

export const startRhythm = (): Rhythm => ({ day: slots(96), week: slots(672), level: null })

/** How far `value` is from its time of the day and from its time of the week; then learns it. */
export function offRhythm(rhythm: Rhythm, timestamp: number, value: number): { day: number; week: number } {
  const index = Math.floor(timestamp / quarter)
  const day = rhythm.day[modulo(index, 96)]
  const week = rhythm.week[modulo(index, 672)]
  if (!day || !week) throw new RangeError(`No time of the week holds ${timestamp}.`)
  const level = rhythm.level ?? value
  const expectedByDay = day.count > 0 ? day.mean : level
  const residual = { day: value - expectedByDay, week: value - (week.count > 0 ? week.mean : expectedByDay) }
  learn(day, value)
  learn(week, value)
  rhythm.level = level + 0.01 * (value - level)
  return residual
}

function learn(slot: Slot, value: number): void {
  slot.count += 1
  slot.mean += (value - slot.mean) * Math.max(0.1, 1 / slot.count)
}

/** The remainder that is never negative, for times before 1970. */
function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}
