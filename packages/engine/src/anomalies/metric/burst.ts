/**
 * One alert per happening, and less for what keeps happening: of a burst only rows that top everything of the last
 * `quiet` rows alert, and a height met n times in the last `long` rows is worth 1 / (1 + n).
 */
export interface Burst {
  row: number
  /** Rows that no later row has topped yet, falling: the first is the highest of the last `quiet` rows. */
  tops: [row: number, height: number][]
  /** What has spoken lately. */
  peaks: [row: number, height: number][]
}

const quiet = 250
const long = 1500
/** A peak this much as high as the new one is of its kind. */
const alike = 0.6

export const startBurst = (): Burst => ({ row: 0, tops: [], peaks: [] })

/** What is left of `height` once bursts and habits are taken off: 0 for most rows. */
export function novelHeight(state: Burst, height: number): number {
  const { tops, peaks } = state
  state.row += 1
  while (tops[0] && tops[0][0] < state.row - quiet) tops.shift()
  const highest = tops[0]?.[1] ?? 0
  while ((tops.at(-1)?.[1] ?? Number.POSITIVE_INFINITY) <= height) tops.pop()
  tops.push([state.row, height])
  if (height <= highest) return 0
  while (peaks[0] && peaks[0][0] < state.row - long) peaks.shift()
  const spoken = height / (1 + happenings(peaks, height))
  peaks.push([state.row, height])
  return spoken
}

/** Peaks of the same kind, those of one burst counted once. */
function happenings(peaks: Burst['peaks'], height: number): number {
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  for (const [row, peak] of peaks) {
    if (peak < alike * height || row - last < quiet) continue
    last = row
    count += 1
  }
  return count
}
