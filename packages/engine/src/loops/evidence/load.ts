/**
 * What a resource was asked for, minute by minute: the one load that every detector holds its evidence against. Who follows
 * it is at work, however much more it does than before.
 */
import type { Series } from '../aggregate/series.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'
import { risesOf } from './counts.ts'

/** The series that count it: what came in where the series distinguish directions, else requests of the first name. */
export function loadSeries(resourceId: string, view: View): readonly Series[] {
  const counts = view.series
    .ofResource(resourceId)
    .filter(({ role, labels }) => role === 'requests' && isIncoming(labels))
  const incoming = counts.filter(({ labels }) => labels.direction === 'in')
  const [first] = incoming.length > 0 ? incoming : counts
  return first === undefined ? [] : counts.filter(({ metric, labels }) => isSame(first, metric, labels.direction))
}

const isIncoming = ({ direction }: Series['labels']) => direction === undefined || direction === 'in'
const isSame = (first: Series, metric: string, direction: Series['labels']['direction']) =>
  metric === first.metric && direction === first.labels.direction

/** By minute; undefined where nothing counts it. */
export function loadOf(resourceId: string, view: View): ReadonlyMap<number, number> | undefined {
  const series = loadSeries(resourceId, view)
  if (series.length === 0) return undefined
  const load = new Map<number, number>()
  for (const { minutes } of series)
    for (const { minute, sum } of minutes) if (minute <= view.minute) load.set(minute, (load.get(minute) ?? 0) + sum)
  return load
}

/**
 * The same where it is counted without a word of it: a count of all requests so far, exported as a level, is no load that
 * a size could follow, and what it rises by is.
 */
export function risingLoadOf(resourceId: string, view: View): ReadonlyMap<number, number> | undefined {
  const load = new Map<number, number>()
  for (const { isCounter, minutes } of loadSeries(resourceId, view))
    for (const [minute, rise] of isCounter ? [] : (risesOf(minutes) ?? []))
      load.set(minute, (load.get(minute) ?? 0) + rise)
  return load.size === 0 ? undefined : load
}

interface Level {
  minute: number
  value: number
}

/** Minutes by which a size may come after what it follows. */
interface Following {
  longestLag?: number
  /** Minutes of which both must be known. */
  fewest: number
}

/** The share of the levels that the load explains, of the lag that explains most; 0 where too little is known. */
export function explainedByLoad(
  levels: readonly Level[],
  load: ReadonlyMap<number, number>,
  { longestLag = 0, fewest }: Following,
): number {
  const shares = Array.from({ length: longestLag + 1 }, (_, lag) => {
    const both = levels.filter(({ minute }) => load.has(minute - lag))
    if (both.length < fewest) return 0
    const fit = linearFit(
      both.map(({ minute }) => load.get(minute - lag) ?? 0),
      both.map(({ value }) => value),
    )
    return fit.slope > 0 ? fit.r2 : 0
  })
  return Math.max(...shares)
}

/** Times as much load as before: of the minutes of a window against those before it. Not a number where unknown. */
export function loadGrowth(
  load: ReadonlyMap<number, number>,
  { minute, minutes, before }: { minute: number; minutes: number; before: number },
): number {
  const sumOf = (from: number, to: number) => {
    let [sum, count] = [0, 0]
    for (const [at, value] of load) if (at > from && at <= to) [sum, count] = [sum + value, count + 1]
    return { mean: sum / count, count }
  }
  const now = sumOf(minute - minutes, minute)
  const past = sumOf(minute - minutes - before, minute - minutes)
  return now.count === 0 || past.count === 0 ? Number.NaN : now.mean / Math.max(1, past.mean)
}
