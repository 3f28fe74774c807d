/** What a public holiday makes of a day: as much as the holidays before it did, and nothing where they did nothing. */
import { median } from '../../maths/quantile.ts'

/** Holidays remembered: more than half a year of most countries. */
const remembered = 8
/** After a single holiday it may have been anything. */
const enough = 2

export function pushHoliday(offs: number[], off: number): void {
  offs.push(off)
  if (offs.length > remembered) offs.shift()
}

/**
 * What to add to the logarithm expected of a holiday that is off by `off`; null where holidays are like other days. A day
 * cheaper than holidays were is a holiday too: how many people work differs from one to the next.
 */
export function holidayOff(offs: readonly number[], off: number, miss: number): number | null {
  const baseline = offs.length >= enough ? median(offs) : null
  const added = baseline === null ? off : Math.min(baseline, off)
  return added < -miss ? added : null
}
