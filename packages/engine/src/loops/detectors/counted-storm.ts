/**
 * Storms of failures that only counts tell of: calls that a service makes, or work it gives itself, five times as often as
 * while they succeeded, nearly all failing. Failures are a metric of their own, or an attribute of the series.
 */
import type { TelemetryResource } from '@kept/domain/span.ts'
import { median } from '../../maths/quantile.ts'
import { countedIn, type Series } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { loadGrowth, loadOf } from '../evidence/load.ts'
import type { DetectorContext, View } from '../view.ts'
import { overHealthy, stormFeatures } from './failing-storm.ts'

/** Calls that a service makes, not those it answers. */
const outgoing = /client|outgoing|outbound|egress|upstream|downstream/i
/** Work that a process gives itself: no one from outside decides how often it runs. */
const ownWork = /reconcile|sync|task|execution|attempt|connect|publish/i

/** What was counted, minute by minute. */
interface Counted {
  resource: TelemetryResource
  name: string
  stepMinutes: number
  calls: Map<number, number>
  failures: Map<number, number>
  /** Of the minutes of the window. */
  callsNow: number
  failuresNow: number
}

/** Minutes before the window that tell what is usual. */
const before = 60
const fewest = 5

export function stormsFromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return [...withErrors(view, minutes), ...withOutcomes(view, minutes)].flatMap((counted) => {
    const { resource, name, callsNow, failuresNow } = counted
    const healthy = baselineRate(counted, view.minute - minutes)
    if (!healthy || callsNow < threshold) return []
    const over = callsNow / (healthy * minutes)
    return [
      evaluationOf({
        type: 'infinite_retry',
        threshold,
        minutes,
        volume: Math.max(0, callsNow - healthy * minutes),
        resource,
        edges: [name],
        features: [...stormFeatures(over, failuresNow / callsNow), ...againstLoad(resource, over, view, minutes)],
      }),
    ]
  })
}

/** Calls and failures that are two metrics. */
function withErrors(view: View, minutes: number): Counted[] {
  const failuresOf = failuresByResource(view)
  return view.activeSeries.flatMap((series) => {
    const errors = errorsOf(series, failuresOf)
    const callsNow = countedIn(series, view.minute, minutes)
    const failuresNow = errors && countedIn(errors, view.minute, minutes)
    if (!errors || callsNow === undefined || failuresNow === undefined) return []
    return [
      {
        ...{ resource: series.resource, name: series.metric, stepMinutes: series.stepMinutes, callsNow, failuresNow },
        ...{ calls: byMinute([series]), failures: byMinute([errors]) },
      },
    ]
  })
}

interface Failures {
  outgoing: Series | undefined
  /** By the name of the count that they are part of. */
  byName: Map<string, Series>
}

/** Looked up once for each resource: one may report thousands of series. */
function failuresByResource(view: View): (id: string) => Failures {
  const byResource = new Map<string, Failures>()
  return (id) => {
    const existing = byResource.get(id)
    if (existing) return existing
    const failures: Failures = { outgoing: undefined, byName: new Map() }
    for (const series of view.series.ofResource(id)) {
      if (series.role !== 'errors') continue
      if (outgoing.test(series.metric)) failures.outgoing ??= series
      const name = series.metric.replace(/[._-]?(errors?|failures?|failed)(?![a-z])/i, '')
      if (!failures.byName.has(name)) failures.byName.set(name, series)
    }
    byResource.set(id, failures)
    return failures
  }
}

/** Its failures: of outgoing calls, or of its own work where both counts share a name. */
function errorsOf(
  { role, metric, resource, labels }: Series,
  failuresOf: (id: string) => Failures,
): Series | undefined {
  if (labels.outcome !== undefined) return undefined
  if (role === 'requests' && outgoing.test(metric)) return failuresOf(resource.id).outgoing
  if (role === 'errors' || !ownWork.test(metric)) return undefined
  return failuresOf(resource.id).byName.get(metric)
}

/** Series of one metric that differ in how the calls ended. */
function withOutcomes(view: View, minutes: number): Counted[] {
  const groups = new Map<string, Series[]>()
  for (const series of view.activeSeries) {
    const { role, labels, metric, resource } = series
    const isOwn = labels.direction === 'out' || (labels.direction !== 'in' && ownWork.test(metric))
    if (role !== 'requests' || labels.outcome === undefined || !isOwn) continue
    const key = `${resource.id}\n${metric}\n${labels.subject}`
    const group = groups.get(key)
    if (group) group.push(series)
    else groups.set(key, [series])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    const failed = group.filter(({ labels }) => labels.outcome === 'failed')
    if (!first || failed.length === 0) return []
    const sumOf = (list: readonly Series[]) =>
      list.reduce((sum, series) => sum + (countedIn(series, view.minute, minutes) ?? 0), 0)
    return [
      {
        ...{ resource: first.resource, name: `${first.metric} ${first.labels.subject}`.trim() },
        ...{ stepMinutes: first.stepMinutes, calls: byMinute(group), failures: byMinute(failed) },
        ...{ callsNow: sumOf(group), failuresNow: sumOf(failed) },
      },
    ]
  })
}

function byMinute(list: readonly Series[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { minutes } of list) for (const { minute, sum } of minutes) sums.set(minute, (sums.get(minute) ?? 0) + sum)
  return sums
}

/** Calls a minute while at most half of them failed; undefined while too little is known. */
function baselineRate({ calls, failures, stepMinutes }: Counted, minute: number): number | undefined {
  const step = Math.max(1, Math.round(stepMinutes))
  const healthy = [...calls]
    .filter(([at]) => at > minute - before && at <= minute)
    .filter(([at, count]) => (failures.get(at) ?? 0) <= count / 2)
  return healthy.length < fewest ? undefined : median(healthy.map(([, count]) => count / step))
}

/** Whether more was asked of it as well: nothing is said where what comes in is not counted. */
function againstLoad({ id }: TelemetryResource, over: number, view: View, minutes: number): Feature[] {
  const load = loadOf(id, view)
  const growth = load ? loadGrowth(load, { minute: view.minute, minutes, before }) : Number.NaN
  if (Number.isNaN(growth)) return []
  const perRequest = over / Math.max(1, growth)
  return [
    feature(
      'not_load',
      perRequest,
      perRequest >= overHealthy,
      growth <= 1.5
        ? 'no more is asked of it than before'
        : `${figure(growth)} times as much is asked of it, and ${figure(perRequest)} times as many calls for each`,
    ),
  ]
}
