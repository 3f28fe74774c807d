/**
 * How memory came back before: what fell because its process was started again leaks; what a collector or the end of a
 * job gave back does not. Restarts that are counted decide; without them only how full it was when it fell.
 */
import { type HalfHour, lastMinutes, type Series } from '../aggregate/series.ts'
import { type Feature, feature, figure } from '../evaluation.ts'
import type { View } from '../view.ts'
import { limitOf } from './memory-limit.ts'

/** A fall by this share of the limit, or of the highest level where no limit is known, is no noise. */
const fellBy = 0.3
/** Killed at its limit: a collector empties a heap earlier, at three quarters to nine tenths. */
const killedAt = 0.93

interface MemoryFall {
  /** Half hours since 1970, of the first level after it. */
  index: number
  /** What it had risen to. */
  peak: number
  /** Whether its process was started again then; undefined where nothing tells. */
  isRestart: boolean | undefined
}

/** Every fall of the last four days, the oldest first. */
export function fallsOf(series: Series, view: View, limit: number | undefined): MemoryFall[] {
  const { halfHours } = series
  const top = limit ?? halfHours.reduce((most, { max }) => Math.max(most, max), 0)
  const falls: MemoryFall[] = []
  for (let at = 1; at < halfHours.length; at += 1) {
    const [before, here] = [halfHours[at - 1] as HalfHour, halfHours[at] as HalfHour]
    const peak = Math.max(before.max, here.max)
    // Within a half hour its lowest level may lie before its highest: a fall shows at the latest in the next one.
    const low = Math.min(here.min, halfHours[at + 1]?.min ?? here.min)
    const last = falls.at(-1)
    if (peak - low <= fellBy * top || (last && here.index - last.index <= 1)) continue
    if ((halfHours[at + 1] ?? here).min > peak - fellBy * top) continue
    falls.push({ index: here.index, peak, isRestart: wasRestarted(series, view, here.index, peak, limit) })
  }
  return falls
}

function wasRestarted(
  { resource, minutes, stepMinutes }: Series,
  view: View,
  index: number,
  peak: number,
  limit: number | undefined,
): boolean | undefined {
  const counted = view.series
    .ofResource(resource.id)
    .filter(({ role }) => role === 'restarts' || role === 'out_of_memory')
    .map((sibling) => rose(sibling, index))
    .filter((isMore) => isMore !== undefined)
  if (counted.length > 0) return counted.some(Boolean)
  const isReported = view
    .events(60)
    .some((event) => /^(restart|out_of_memory|deploy)$/.test(event.kind) && event.resource.id === resource.id)
  if (isReported) return true
  if (limit === undefined) return undefined
  // The last point before the end may be a step away from it.
  const step = minutes.length > 1 ? stepOf(minutes) * Math.max(1, stepMinutes) : 0
  return peak + step >= killedAt * limit ? true : undefined
}

/**
 * Restarts in the last `minutes` that came when the memory was full: no one reports what killed a container more plainly
 * than its memory at the limit, and a count of restarts that goes on.
 */
export function restartsWhenFull(series: Series, view: View, minutes: number): number {
  const limit = limitOf(series, view)
  const restarts = view.series.ofResource(series.resource.id).find(({ role }) => role === 'restarts')
  if (limit === undefined || !restarts) return 0
  const points = lastMinutes(series, view.minute, minutes)
  const step = stepOf(points)
  let [falls, peak] = [0, 0]
  for (const { min, max } of points) {
    if (peak - min > fellBy * limit) {
      if (peak + step >= killedAt * limit) falls += 1
      peak = min
    }
    peak = Math.max(peak, max)
  }
  return Math.min(falls, restartsIn(restarts, view.minute, minutes))
}

/** Of a counter each point is what was added; of a gauge the level tells. */
function restartsIn(series: Series, minute: number, minutes: number): number {
  const points = lastMinutes(series, minute, minutes)
  if (!Number.isNaN(series.lastCumulative)) return points.reduce((total, { sum }) => total + sum, 0)
  return Math.max(0, (points.at(-1)?.max ?? 0) - (points[0]?.min ?? 0))
}

/** Whether restarts were counted in a half hour or in the ones next to it. Of a counter each point is what was added. */
function rose({ halfHours, lastCumulative }: Series, index: number): boolean | undefined {
  const around = halfHours.filter((halfHour) => Math.abs(halfHour.index - index) <= 1)
  if (around.length === 0) return undefined
  if (!Number.isNaN(lastCumulative)) return around.some(({ sum }) => sum > 0)
  const before = halfHours.findLast((halfHour) => halfHour.index < index - 1)
  return before && Math.max(...around.map(({ max }) => max)) > before.max
}

/** What it rises by in a minute, as a median. */
function stepOf(minutes: Series['minutes']): number {
  const rises = minutes.slice(1).map((point, at) => {
    const before = minutes[at] as (typeof minutes)[number]
    return (point.last - before.last) / Math.max(1, point.minute - before.minute)
  })
  return Math.max(0, rises.sort((a, b) => a - b)[rises.length >> 1] ?? 0)
}

/** What was as full before and came back is full again; nothing where it is higher than ever. */
export function neverBefore(series: Series, view: View, limit: number | undefined): Feature[] {
  const now = lastMinutes(series, view.minute, 90).at(-1)?.last ?? 0
  const falls = fallsOf(series, view, limit).filter(({ peak }) => now <= peak * 1.05)
  const isGivenBack = falls.some(({ isRestart }) => isRestart === false)
  if (falls.length === 0 || (!isGivenBack && falls.some(({ isRestart }) => isRestart))) return []
  const highest = falls.reduce((most, { peak }) => Math.max(most, peak), 0)
  const level = limit === undefined ? `${figure(highest)} MiB` : `${figure((100 * highest) / limit)}% of the limit`
  const description = isGivenBack
    ? `was given back from ${level} before`
    : `fell from ${level} before: \`kube_pod_container_status_restarts_total\` would tell whether it was started again`
  return [feature('never_before', isGivenBack ? now / highest : Number.NaN, false, description)]
}

/** What the system caches of files counts in these, and is given back when it is needed. */
const withPageCache = /memory.?usage.?bytes|mem(ory)?.?used.*(total|host|node)/i

/** What measures the cache of files by itself, and the share of a growth that is its own. */
const [ofFiles, cacheShare] = [/(^|[^a-z])(file|cache|page.?cache|mapped)([^a-z]|$)/i, 0.5]

/** The share of what it grew by in three hours that is the cache of files, where that is measured; 0 where it did not grow. */
function cachedShare(
  { metric, resource, minute }: { metric: string; minute: number } & Pick<Series, 'resource'>,
  view: View,
  grown: number,
): number {
  if (ofFiles.test(metric) || !(grown > 0)) return 0
  const grownOf = (series: Series) => growthOf(series, minute)
  const caches = view.series
    .ofResource(resource.id)
    .filter(({ role, metric: name }) => role === 'memory' && ofFiles.test(name))
  return Math.max(0, ...caches.map(grownOf)) / grown
}

function growthOf(series: Series, minute: number): number {
  const points = lastMinutes(series, minute, 180)
  return (points.at(-1)?.last ?? 0) - (points[0]?.last ?? 0)
}

/** Whether it is memory of its own: where the name says that the cache of files counts too, another series must tell. */
export function ownMemory(series: Series, view: View): Feature {
  const { metric, resource, key, role } = series
  if (role === 'held') return feature('own_memory', 1, true, 'held, and not given back')
  const cached = cachedShare({ metric, resource, minute: view.minute }, view, growthOf(series, view.minute))
  if (cached >= cacheShare)
    return feature('own_memory', 0, false, `the cache of files is ${figure(cached * 100)}% of what it grew by`)
  const isOwn = !withPageCache.test(metric)
  const hasSibling = view.series
    .ofResource(resource.id)
    .some((sibling) => sibling.role === 'memory' && sibling.key !== key && !withPageCache.test(sibling.metric))
  return feature(
    'own_memory',
    isOwn ? 1 : hasSibling ? 0 : Number.NaN,
    isOwn,
    isOwn
      ? 'memory that is not given back'
      : 'includes the page cache: `container_memory_working_set_bytes` would tell',
  )
}
