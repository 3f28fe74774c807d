import { edgeEnds } from '../aggregate/minute-facts.ts'
import { countedIn } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { loadSeries } from '../evidence/load.ts'
import { circlesOf } from '../lineage/circles.ts'
import { leastSampled } from '../unknown-sampling.ts'
import type { DetectorContext, EdgeSums, View } from '../view.ts'
import { defineDetector } from './define-detector.ts'

/** Normal requests have up to nine queries alike, as real traces show; fifty is more than a page needs. */
const perParent = 50
const aboveBaselineRatio = 5
/** Fewer are enough where it is known that there used to be hardly any. */
const [manyPerParent, wellAboveBaseline] = [20, 8]
/** Rows written one by one, and reads of a cache, are many in some requests from their first day: only more is new. */
const rowByRow = /^\s*(insert|update|delete|upsert|merge|replace)\b/i
const cache = /redis|memcache|valkey/i
const bulkName = /(^|[^a-z])(batch|job|cron|etl|backfill|migrat\w*|reindex|nightly|warm\w*)([^a-z]|$)/i

export const databaseQuery = defineDetector({
  type: 'database_query_loop',
  sources: [
    'Sentry N+1: 5 identical queries under one parent',
    'real traces: at most 9 identical calls under one parent',
  ],
  evaluate(context) {
    return [...fromSpans(context), ...fromMetrics(context)]
  },
})

/** Calls of one statement by one caller, or by the request above it. */
interface StatementCalls {
  source: 'edges' | 'requestEdges'
  key: number
  edge: EdgeSums
  run: LateRun
}

function fromSpans({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  const evaluations: LoopEvaluation[] = []
  const reported = new Set<string>()
  // What mappers and repositories pass on one by one is many for the request above them.
  for (const source of ['edges', 'requestEdges'] as const) {
    for (const [key, edge] of view.edgeSums(minutes, source)) {
      const [from, to] = edgeEnds(key)
      const target = view.nodes.get(to)
      if (!target.isDatabase || edge.parents === 0 || edge.count < threshold * leastSampled || inCircle.has(to))
        continue
      const run = lateRun(view, key, minutes, source)
      if (run.ratio < perParent / 4) continue
      const evaluation = evaluateCalls({ source, key, edge, run }, view, { threshold, minutes })
      // One loop, though both its mapper and its request are seen to run it.
      const id = `${view.nodes.get(from).resource.id}\n${target.operation}`
      if (source === 'requestEdges' && reported.has(id)) continue
      if (evaluation.shape) reported.add(id)
      evaluations.push(evaluation)
    }
  }
  return evaluations
}

function evaluateCalls(
  calls: StatementCalls,
  view: View,
  { threshold, minutes }: { threshold: number; minutes: number },
): LoopEvaluation {
  const { key, edge, run } = calls
  const [from, to] = edgeEnds(key)
  const [caller, target] = [view.nodes.get(from), view.nodes.get(to)]
  return evaluationOf({
    type: 'database_query_loop',
    threshold,
    minutes,
    volume: edge.count,
    resource: caller.resource,
    edges: [`${view.nodes.label(from)} → ${target.operation}`],
    features: featuresOf(calls, view, minutes),
    partial: run.ratio >= 20,
    excludedBy: exclusionOf(edge, caller, view),
    cycle: [{ from: view.nodes.label(from), to: target.operation, count: Math.round(edge.count) }],
    metrics: {
      iterations: Math.round(edge.count),
      perMinute: run.perMinute,
      avgMs: edge.durationMs / Math.max(1, edge.spanCount),
      memoryMb: null,
      cpuPercent: null,
    },
    systems: [...new Set([caller.resource.name, target.resource.name])],
    traces: [edge.trace],
    nodeRates: [[to, run.perMinute]],
  })
}

function featuresOf(calls: StatementCalls, view: View, minutes: number): Feature[] {
  const { key, edge, run } = calls
  const { ratio } = run
  const baseline = ofOtherStatements(calls, view, minutes) ?? view.history.baseline(key, run.startMinute)
  const over = baseline === undefined ? Number.NaN : ratio / Math.max(1, baseline)
  const isMany = ratio >= perParent || (ratio >= manyPerParent && over >= wellAboveBaseline)
  const steady = run.minutes >= steadyMinutes || edge.ratios.every((minuteRatio) => minuteRatio >= manyPerParent)
  return [
    feature('per_parent', ratio, isMany, `${figure(ratio)} queries per caller`),
    overBaseline(calls, view, over),
    feature('every_minute', steady ? 1 : 0, steady, steady ? 'in every minute' : 'only in some minutes'),
    ...(run.remaining <= mostOfEarlier
      ? [feature('stays', run.remaining, false, 'fewer with each minute, as a cache that fills leaves to ask')]
      : []),
    feature(
      'not_failing',
      edge.failures / edge.count,
      edge.failures < edge.count / 2,
      `${figure((edge.failures / edge.count) * 100)}% fail`,
    ),
  ]
}

/** A statement is new for so many minutes; most requests of its kind must run it, for one of many questions may be rare. */
const [newFor, byMost] = [30, 0.5]

/**
 * A statement that was not there before is held against all that its request made of databases until then: a release that
 * asks one by one for what one statement gathered has another text. Requests alone, which are answered in one way until a
 * release.
 */
function ofOtherStatements({ key, edge, run }: StatementCalls, view: View, minutes: number): number | undefined {
  const [from, to] = edgeEnds(key)
  const { system, operation } = view.nodes.get(to)
  const first = view.history.firstMinute(key) ?? run.startMinute
  if (view.nodes.get(from).kind !== 'server' || rowByRow.test(operation) || first < view.minute - newFor)
    return undefined
  const requests = view.nodeSums(minutes).get(from)?.visits ?? 0
  if (edge.parents < requests * byMost) return undefined
  return view.history.baselineOf(from, Math.min(first, run.startMinute), (other) => {
    const node = view.nodes.get(other)
    return node.isDatabase && node.system === system
  })
}

/** Unknown is not held against what answers requests: a service new to Kept has no past. A job has no such limit. */
function overBaseline({ key, edge }: StatementCalls, view: View, over: number): Feature {
  const [from, to] = edgeEnds(key)
  const target = view.nodes.get(to)
  const isRowByRow = rowByRow.test(target.operation)
  // How many rows a consumer writes for what it reads depends on what was sent.
  if (isRowByRow && view.nodes.get(from).kind === 'consumer')
    return feature(
      'over_usual',
      Number.NaN,
      false,
      'rows of messages: `messaging.batch.message_count` would tell how many there are for each',
    )
  if (!Number.isNaN(over))
    return feature('over_usual', over, over >= aboveBaselineRatio, `${figure(over)} times the baseline`)
  const isJob = edge.jobs > edge.parents / 2
  const needsBaseline = isRowByRow || cache.test(target.system)
  const reason = isJob ? 'a background job; ' : needsBaseline ? 'row by row, as some requests always do; ' : ''
  return feature('over_usual', over, !isJob && !needsBaseline, `${reason}baseline unknown`)
}

function exclusionOf(edge: EdgeSums, caller: ReturnType<View['nodes']['get']>, view: View): string | null {
  const isBulk =
    edge.bulk > edge.parents / 2 ||
    caller.resource.bulk ||
    bulkName.test(caller.operation) ||
    bulkName.test(caller.resource.name)
  if (isBulk) return 'bulk processing'
  const sinceDeploy = view.sinceDeploy(caller.resource.id)
  return sinceDeploy !== undefined && sinceDeploy < 10 ? 'deployed less than 10 minutes ago' : null
}

/** What is asked for less and less comes to an end; a loop asks for as many in its last minute as in its first. */
const mostOfEarlier = 0.7

/** Longer than a burst: cold caches and single exports are over by then. */
const steadyMinutes = 4

interface LateRun {
  ratio: number
  minutes: number
  perMinute: number
  startMinute: number
  remaining: number
}

/**
 * The last minutes of the window in which each caller asked as often as a loop does: what was usual before the onset
 * must not thin it out. Where there is no such run, the whole window.
 */
function lateRun(view: View, key: number, minutes: number, source: StatementCalls['source']): LateRun {
  const sums = { count: 0, parents: 0 }
  const run = { count: 0, parents: 0, startMinute: view.minute + 1 }
  let isRun = true
  let latest: number | undefined
  let earliest = Number.NaN
  for (const facts of view.window(minutes).toReversed()) {
    const { minute } = facts
    const edge = facts[source].get(key)
    if (!edge || edge.parents === 0) continue
    sums.count += edge.count
    sums.parents += edge.parents
    isRun &&= edge.count / edge.parents >= manyPerParent
    if (!isRun) continue
    latest ??= edge.count / edge.parents
    earliest = edge.count / edge.parents
    run.count += edge.count
    run.parents += edge.parents
    run.startMinute = minute
  }
  const chosen = run.parents > 0 ? run : sums
  const length = view.minute + 1 - run.startMinute
  return {
    ratio: chosen.count / Math.max(1, chosen.parents),
    minutes: length,
    startMinute: run.startMinute,
    remaining: (latest ?? Number.NaN) / earliest,
    perMinute: length >= steadyMinutes ? run.count / length : sums.count / minutes,
  }
}

/** Statements beside requests, as databases and services count them. */
function fromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'statements') continue
    const [requests] = loadSeries(series.resource.id, view)
    const statements = countedIn(series, view.minute, minutes)
    const requestCount = requests && countedIn(requests, view.minute, minutes)
    if (!requests || statements === undefined || !requestCount || statements < threshold) continue
    const before = (length: number, metricSeries: typeof series) =>
      metricSeries.minutes
        .filter(({ minute }) => minute < view.minute - 15 && minute >= view.minute - length)
        .reduce((total, { sum }) => total + sum, 0)
    const baseline = before(120, series) / before(120, requests)
    const ratio = statements / requestCount
    const over = ratio / baseline
    const bulk = series.resource.bulk || bulkName.test(series.resource.name)
    evaluations.push(
      evaluationOf({
        type: 'database_query_loop',
        threshold,
        minutes,
        volume: statements,
        resource: series.resource,
        edges: [series.metric],
        features: [
          feature('per_parent', ratio, ratio >= perParent, `${figure(ratio)} statements per request`),
          feature(
            'over_usual',
            over,
            over >= aboveBaselineRatio,
            Number.isNaN(over) ? 'baseline unknown' : `${figure(over)} times the baseline`,
          ),
        ],
        partial: ratio >= 20,
        excludedBy: bulk ? 'bulk processing' : null,
      }),
    )
  }
  return evaluations
}
