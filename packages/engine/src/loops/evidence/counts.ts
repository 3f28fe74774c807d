/**
 * What a series counted, minute by minute, whatever kind its exporter gives it: a number that only grows is a count of all
 * there ever was, also where it is exported as a level.
 */
import type { MinutePoint, Series } from '../aggregate/series.ts'

/** Minutes that must be known, and the share of them in which a count of all there ever was grows. */
const [fewest, mostlyGrows] = [20, 0.5]

/** What was added in each minute, of a level that never fell; undefined where it fell, or hardly moved. */
export function risesOf(points: readonly MinutePoint[]): Map<number, number> | undefined {
  if (points.length < fewest) return undefined
  const rises = points.slice(1).map(({ minute, last }, at) => ({ minute, rise: last - (points[at]?.last ?? last) }))
  const grows = rises.filter(({ rise }) => rise > 0).length
  if (grows < rises.length * mostlyGrows || rises.some(({ rise }) => rise < 0)) return undefined
  return new Map(rises.map(({ minute, rise }) => [minute, rise]))
}

/** Of a counter what was added, of a level that only grows the same, and else what was reported for each minute. */
export function countsOf({ isCounter, minutes }: Series): Map<number, number> {
  const reported = () => new Map(minutes.map(({ minute, sum }) => [minute, sum]))
  return isCounter ? reported() : (risesOf(minutes) ?? reported())
}
