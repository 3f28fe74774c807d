/** What tells the growth of a leak from that of a cache, which slows down as it fills. */
import { type Feature, feature, figure } from '../evaluation.ts'

/** How much of the growth a straight line explains. */
const straightEnough = 0.97
/** The second half grows at least this much as fast as the first. */
const keepsPace = 0.8

export function straightLine(r2: number): Feature {
  return feature('linear', r2, r2 >= straightEnough, `a straight line explains ${figure(r2 * 100)}% of the growth`)
}

/** The slopes of the first and of the second half. */
export function keepsGrowing(early: number, late: number): Feature {
  const isSteady = late >= early * keepsPace
  return feature(
    'keeps_growing',
    late / Math.max(1e-9, early),
    isSteady,
    isSteady ? 'growing as fast as before' : 'growing more and more slowly, as caches fill',
  )
}
