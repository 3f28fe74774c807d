import { median } from '../../maths/quantile.ts'
import { edgeEnds } from '../aggregate/minute-facts.ts'
import { countedIn } from '../aggregate/series.ts'
import { circlesOf } from '../lineage/circles.ts'
import { feature, figure, type Verdict, verdictOf } from '../verdict.ts'
import type { Judging } from '../view.ts'
import { defineDetector } from './define-detector.ts'

/** Over the cap of five that gRPC sets on attempts. */
const perOperation = 5
/** Below this growth from gap to gap nothing backs off. */
const backingOff = 1.2

export const infiniteRetry = defineDetector({
  type: 'infinite_retry',
  sources: ['gRPC A6: at most 5 attempts', 'Envoy retry budget 20 %', 'Google SRE: 3 attempts per request'],
  judge(judging) {
    return [...fromSpans(judging), ...fromKeys(judging), ...fromMetrics(judging)]
  },
})

interface Tries {
  attempts: number
  logical: number
  failures: number
  stuck: boolean
  gapRatios: number[]
}

function judged(tries: Tries, threshold: number, minutes: number, healthyRatio?: number) {
  const { attempts, logical, failures, stuck, gapRatios } = tries
  const extra = attempts - logical
  const ratio = attempts / Math.max(1, logical)
  const growth = gapRatios.length >= 5 ? median(gapRatios) : Number.NaN
  const failing = failures / Math.max(1, attempts)
  const usual = healthyRatio !== undefined && healthyRatio >= ratio / 2
  return {
    type: 'infinite_retry' as const,
    threshold,
    minutes,
    volume: Math.max(0, extra),
    features: [
      feature(
        'attempts_per_operation',
        ratio,
        ratio >= perOperation || stuck,
        stuck
          ? 'one operation tried ten times and more without success'
          : `${figure(ratio)} attempts for each operation`,
      ),
      // Unknown gaps do not speak against it; they only lower the confidence.
      feature(
        'gap_growth',
        growth,
        !(growth >= backingOff),
        Number.isNaN(growth) ? 'gaps between attempts unknown' : `each gap ${growth.toFixed(2)} times the one before`,
      ),
      feature('failing', failing, failing >= 0.5, `${figure(failing * 100)} % of the attempts fail`),
    ],
    excludedBy:
      ratio <= 3 && !stuck
        ? 'at most three attempts'
        : extra / Math.max(1, attempts) <= 0.2
          ? 'retries within the usual fifth'
          : usual
            ? 'as many calls as when all is well'
            : null,
  }
}

function fromSpans({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  const verdicts: Verdict[] = []
  for (const [key, edge] of view.edgeSums(minutes)) {
    const [from, to] = edgeEnds(key)
    if (edge.failures < threshold / 4 || edge.parents === 0 || inCircle.has(to)) continue
    const { resource } = view.nodes.at(from)
    const target = view.nodes.label(to)
    const stuck = edge.stuck > 0 || (edge.most >= 10 && edge.failures >= edge.count * 0.98)
    verdicts.push(
      verdictOf({
        ...judged(
          { attempts: edge.count, logical: edge.parents, failures: edge.failures, stuck, gapRatios: edge.gapRatios },
          threshold,
          minutes,
          view.history.usualWhenHealthy(key),
        ),
        resource,
        edges: [`${view.nodes.label(from)} → ${target}`],
        cycle: [{ from: view.nodes.label(from), to: target, count: Math.round(edge.count) }],
        metrics: {
          iterations: Math.round(edge.count - edge.parents),
          perMinute: (edge.count - edge.parents) / minutes,
          avgMs: edge.durationMs / Math.max(1, edge.seen),
          memoryMb: null,
          cpuPercent: null,
        },
        systems: [...new Set([resource.name, view.nodes.at(to).resource.name])],
        traces: [edge.trace],
        begun: [[to, (edge.count - edge.parents) / minutes]],
      }),
    )
  }
  return verdicts
}

function fromKeys({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const sums = new Map<number, Tries & { worst: number; trace: string }>()
  for (const { keys } of view.window(minutes)) {
    for (const [node, one] of keys) {
      const sum = sums.get(node) ?? {
        attempts: 0,
        logical: 0,
        failures: 0,
        stuck: false,
        gapRatios: [],
        worst: 0,
        trace: one.trace,
      }
      sum.attempts += one.attempts
      sum.logical += one.logical
      sum.failures += one.failures
      sum.stuck ||= one.stuck > 0 || one.worst >= 10
      sum.worst = Math.max(sum.worst, one.worst)
      sum.gapRatios.push(...one.gapRatios)
      if (one.worst >= sum.worst) sum.trace = one.trace
      sums.set(node, sum)
    }
  }
  return [...sums]
    .filter(([, { attempts, logical }]) => attempts - logical >= threshold / 4)
    .map(([node, tries]) =>
      verdictOf({
        ...judged(tries, threshold, minutes),
        resource: view.nodes.at(node).resource,
        edges: [view.nodes.label(node)],
        cycle: [{ from: view.nodes.label(node), to: view.nodes.label(node), count: Math.round(tries.attempts) }],
        traces: [tries.trace],
        begun: [[node, (tries.attempts - tries.logical) / minutes]],
      }),
    )
}

/** Counted by the resource itself: retries beside requests, or attempts beside operations. */
function fromMetrics({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const verdicts: Verdict[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'attempts' && series.role !== 'retries') continue
    const counted = countedIn(series, view.minute, minutes)
    if (counted === undefined || counted < threshold / 4) continue
    const beside = (role: string) => {
      const found = view.series.of(series.resource.id).filter((other) => other.role === role)
      const figures = found
        .map((other) => countedIn(other, view.minute, minutes))
        .filter((value) => value !== undefined)
      return figures.length > 0 ? figures.reduce((total, value) => total + value, 0) : undefined
    }
    const requests = beside('requests')
    if (series.role === 'retries' && beside('attempts') !== undefined) continue
    const attempts = series.role === 'attempts' ? counted : counted + (requests ?? 0)
    const logical = requests ?? (series.role === 'attempts' ? attempts - (beside('retries') ?? 0) : 0)
    const isKnown = requests !== undefined || (series.role === 'attempts' && beside('retries') !== undefined)
    const errors = beside('errors')
    const verdict = verdictOf({
      // Without a count of errors what is tried again so often is taken to fail: nobody repeats a success.
      ...judged(
        { attempts, logical: isKnown ? logical : attempts, failures: errors ?? attempts, stuck: false, gapRatios: [] },
        threshold,
        minutes,
      ),
      volume: isKnown ? Math.max(0, attempts - logical) : counted,
      gate: (isKnown ? attempts - logical : counted) >= threshold,
      resource: series.resource,
      edges: [series.metric],
    })
    verdicts.push(isKnown ? verdict : { ...verdict, shape: false, partial: true, excludedBy: null })
  }
  return verdicts
}
