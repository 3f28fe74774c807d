import { median } from '../../maths/quantile.ts'
import { edgeEnds } from '../aggregate/minute-facts.ts'
import { countedIn } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import { leastSampled } from '../unknown-sampling.ts'
import type { DetectorContext, EdgeSums, View } from '../view.ts'
import { agentsInCircles } from './agent-circle.ts'
import { operationsOfRetries } from './counted-operations.ts'
import { stormsFromMetrics } from './counted-storm.ts'
import { defineDetector } from './define-detector.ts'
import { failingChains } from './failing-chain.ts'
import { stormsFromSpans } from './failing-storm.ts'

/** Over the cap of five that gRPC sets on attempts. */
const perOperation = 5
/** Below this growth from gap to gap nothing backs off. */
const backingOff = 1.2

export const infiniteRetry = defineDetector({
  type: 'infinite_retry',
  sources: [
    'LangGraph recursion limit 25, CrewAI 25 iterations, OpenAI Agents 10 turns',
    'gRPC A6: at most 5 attempts',
    'Envoy retry budget 20%',
    'Google SRE: 3 attempts per request',
  ],
  evaluate(context) {
    return [
      ...fromSpans(context),
      ...fromKeys(context),
      ...stormsFromSpans(context),
      ...fromMetrics(context),
      ...stormsFromMetrics(context),
      ...agentsInCircles(context),
      ...failingChains(context),
    ]
  },
})

interface Tries {
  attempts: number
  logical: number
  failures: number
  stuck: boolean
  gapRatios: number[]
  /** Why most attempts may each be for another thing, where something speaks for it. */
  eachOther?: string | undefined
}

function evaluated(tries: Tries, threshold: number, minutes: number, healthyRatio?: number) {
  const { attempts, logical, failures, stuck, gapRatios, eachOther } = tries
  const extra = attempts - logical
  const ratio = attempts / Math.max(1, logical)
  const growth = gapRatios.length >= 5 ? median(gapRatios) : Number.NaN
  const failing = failures / Math.max(1, attempts)
  const isNormal = healthyRatio !== undefined && healthyRatio >= ratio / 2
  return {
    type: 'infinite_retry' as const,
    threshold,
    minutes,
    volume: Math.max(0, extra),
    features: [
      feature(
        'attempts_per_operation',
        eachOther === undefined ? ratio : Number.NaN,
        eachOther === undefined && (ratio >= perOperation || stuck),
        eachOther !== undefined
          ? `${eachOther}, so each may be for another thing: \`url.full\` or the key would tell`
          : stuck
            ? 'one operation failed at least 10 times in a row'
            : `${figure(ratio)} attempts per operation`,
      ),
      // Unknown gaps are no evidence against it; they only lower the confidence.
      feature(
        'gap_growth',
        growth,
        !(growth >= backingOff),
        Number.isNaN(growth)
          ? 'retry interval unknown'
          : `each retry interval is ${growth.toFixed(2)} times the previous one`,
      ),
      feature('failing', failing, failing >= 0.5, `${figure(failing * 100)}% of attempts fail`),
    ],
    excludedBy:
      ratio <= 3 && !stuck
        ? 'at most 3 attempts'
        : extra / Math.max(1, attempts) <= 0.2
          ? 'retries are at most 20% of calls'
          : isNormal
            ? 'call volume is normal'
            : null,
  }
}

function fromSpans({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  const evaluations: LoopEvaluation[] = []
  const above = attemptsAbove(view, minutes)
  for (const [key, edge] of view.edgeSums(minutes)) {
    const [from, to] = edgeEnds(key)
    if (edge.failures < threshold * leastSampled || edge.parents === 0 || inCircle.has(to)) continue
    const { resource } = view.nodes.get(from)
    const target = view.nodes.label(to)
    const stuck = edge.stuck > 0 || (edge.maxPerCaller >= 10 && edge.failures >= edge.count * 0.98)
    const eachOther = whyEachOther(edge)
    // Each layer that tries again multiplies what the layers below it try.
    const logical = edge.operations / above(from)
    evaluations.push(
      evaluationOf({
        ...evaluated(
          { attempts: edge.count, logical, failures: edge.failures, stuck, gapRatios: edge.gapRatios, eachOther },
          threshold,
          minutes,
          view.history.healthyBaseline(key),
        ),
        resource,
        edges: [`${view.nodes.label(from)} → ${target}`],
        cycle: [{ from: view.nodes.label(from), to: target, count: Math.round(edge.count) }],
        metrics: {
          iterations: Math.round(edge.count - logical),
          perMinute: (edge.count - logical) / minutes,
          avgMs: edge.durationMs / Math.max(1, edge.spanCount),
          memoryMb: null,
          cpuPercent: null,
        },
        systems: [...new Set([resource.name, view.nodes.get(to).resource.name])],
        traces: [edge.trace],
        nodeRates: [[to, (edge.count - logical) / minutes]],
      }),
    )
  }
  return evaluations
}

function whyEachOther({ elsewhere = 0, answered = 0, failures }: EdgeSums): string | undefined {
  if (elsewhere >= failures / 2) return 'other calls succeed between them'
  return answered >= failures / 2 ? 'they are answered with “not found” or a conflict' : undefined
}

const maxLayers = 4

/** How often a node is tried for one operation at the top, by the failing calls above it that are tried again. */
function attemptsAbove(view: View, minutes: number): (node: number) => number {
  const callers = new Map<number, { from: number; ratio: number }>()
  for (const [key, edge] of view.edgeSums(minutes)) {
    const [from, to] = edgeEnds(key)
    if (edge.parents === 0 || edge.failures < edge.count / 2) continue
    const ratio = edge.count / Math.max(1, edge.operations)
    const existing = callers.get(to)
    if (from !== to && (!existing || existing.ratio < ratio)) callers.set(to, { from, ratio })
  }
  return (node) => {
    let attempts = 1
    let current = callers.get(node)
    for (let steps = 0; current && steps < maxLayers * 2; steps += 1) {
      attempts *= Math.max(1, current.ratio)
      current = callers.get(current.from)
    }
    return attempts
  }
}

function fromKeys({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const sums = new Map<number, Tries & { maxAttempts: number; trace: string }>()
  for (const { keys } of view.window(minutes)) {
    for (const [node, keyMinute] of keys) {
      const sum = sums.get(node) ?? {
        attempts: 0,
        logical: 0,
        failures: 0,
        stuck: false,
        gapRatios: [],
        maxAttempts: 0,
        trace: keyMinute.trace,
      }
      sum.attempts += keyMinute.attempts
      sum.logical += keyMinute.logical
      sum.failures += keyMinute.failures
      sum.stuck ||= keyMinute.stuck > 0 || keyMinute.maxAttempts >= 10
      sum.maxAttempts = Math.max(sum.maxAttempts, keyMinute.maxAttempts)
      sum.gapRatios.push(...keyMinute.gapRatios)
      if (keyMinute.maxAttempts >= sum.maxAttempts) sum.trace = keyMinute.trace
      sums.set(node, sum)
    }
  }
  return [...sums]
    .filter(([, { attempts, logical }]) => attempts - logical >= threshold / 4)
    .map(([node, tries]) =>
      evaluationOf({
        ...evaluated(tries, threshold, minutes),
        resource: view.nodes.get(node).resource,
        edges: [view.nodes.label(node)],
        cycle: [{ from: view.nodes.label(node), to: view.nodes.label(node), count: Math.round(tries.attempts) }],
        traces: [tries.trace],
        nodeRates: [[node, (tries.attempts - tries.logical) / minutes]],
      }),
    )
}

/** Counted by the resource itself: retries beside requests, or attempts beside operations. */
function fromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'attempts' && series.role !== 'retries') continue
    const counted = countedIn(series, view.minute, minutes)
    if (counted === undefined || counted < threshold / 4) continue
    const countOfRole = (role: string) => {
      const matches = view.series.ofResource(series.resource.id).filter((other) => other.role === role)
      const figures = matches
        .map((other) => countedIn(other, view.minute, minutes))
        .filter((value) => value !== undefined)
      return figures.length > 0 ? figures.reduce((total, value) => total + value, 0) : undefined
    }
    const requests =
      countOfRole('requests') ?? (series.role === 'retries' ? operationsOfRetries(series, view, minutes) : undefined)
    if (series.role === 'retries' && countOfRole('attempts') !== undefined) continue
    const attempts = series.role === 'attempts' ? counted : counted + (requests ?? 0)
    const logical = requests ?? (series.role === 'attempts' ? attempts - (countOfRole('retries') ?? 0) : 0)
    const isKnown = requests !== undefined || (series.role === 'attempts' && countOfRole('retries') !== undefined)
    const errors = countOfRole('errors')
    // What is tried again has failed, whether or not a count of errors has each attempt or only what was given up.
    const failures =
      series.role === 'retries' && errors !== undefined ? Math.max(errors, counted) : (errors ?? attempts)
    const evaluation = evaluationOf({
      // Without a count of errors what is tried again so often is taken to fail: a success is not repeated.
      ...evaluated(
        { attempts, logical: isKnown ? logical : attempts, failures, stuck: false, gapRatios: [] },
        threshold,
        minutes,
      ),
      volume: isKnown ? Math.max(0, attempts - logical) : counted,
      gate: (isKnown ? attempts - logical : counted) >= threshold,
      resource: series.resource,
      edges: [series.metric],
    })
    evaluations.push(isKnown ? evaluation : { ...evaluation, shape: false, partial: true, excludedBy: null })
  }
  return evaluations
}
