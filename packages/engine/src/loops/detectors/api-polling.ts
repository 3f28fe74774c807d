import { quantile } from '../../maths/quantile.ts'
import type { PollMinute } from '../aggregate/minute-facts.ts'
import { countedIn } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import type { DetectorContext } from '../view.ts'
import { defineDetector } from './define-detector.ts'

export const apiPolling = defineDetector({
  type: 'api_polling_loop',
  sources: ['health checks ask at most 12 times a minute', 'long polling with 5% changes is at work'],
  evaluate(context) {
    return [...fromSpans(context), ...fromMetrics(context)]
  },
})

const unchangedEnough = 0.99

function fromSpans({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const inCircle = new Set(circlesOf(view, minutes).flatMap(({ nodes }) => nodes))
  const sums = new Map<string, PollMinute & { minutes: PollMinute[] }>()
  for (const { polls } of view.window(minutes)) {
    for (const [key, poll] of polls) {
      const sum = sums.get(key)
      if (!sum) sums.set(key, { ...poll, minutes: [poll] })
      else {
        sum.calls += poll.calls
        sum.spanCount += poll.spanCount
        sum.durationMs += poll.durationMs
        sum.comparedCount += poll.comparedCount
        sum.unchanged += poll.unchanged
        sum.writes += poll.writes
        sum.sampled ||= poll.sampled
        sum.minutes.push(poll)
      }
    }
  }
  return [...sums]
    .filter(([, { calls, node }]) => calls >= threshold / 2 && !inCircle.has(node))
    .map(([, sum]) => {
      const unchanged = sum.comparedCount > 0 ? sum.unchanged / sum.comparedCount : Number.NaN
      const knownShare = sum.comparedCount / sum.spanCount
      const avgMs = sum.durationMs / Math.max(1, sum.spanCount)
      const rhythm = rhythmOf(sum.minutes, minutes * 60_000, sum.calls)
      const tight = rhythm.gapMs < 2 * avgMs && oneAfterAnother(sum.minutes, avgMs, rhythm.gapMs)
      const target = view.nodes.label(sum.node)
      return evaluationOf({
        type: 'api_polling_loop',
        threshold,
        minutes,
        volume: sum.calls,
        resource: sum.client,
        edges: [`${sum.clientName} → ${target}`],
        features: [
          feature(
            'unchanged',
            unchanged,
            unchanged >= unchangedEnough && knownShare >= 0.5,
            Number.isNaN(unchanged) ? 'response changes unknown' : `${figure(unchanged * 100)}% of responses unchanged`,
          ),
          feature(
            'rhythm',
            rhythm.variation,
            rhythm.variation <= 0.3 || tight,
            describeRhythm(rhythm.variation, tight),
          ),
        ],
        excludedBy: sum.writes > sum.spanCount / 2 ? 'the calls write data' : null,
        partial: unchanged >= 0.9,
        cycle: [{ from: sum.clientName, to: target, count: Math.round(sum.calls) }],
        metrics: {
          iterations: Math.round(sum.calls),
          perMinute: sum.calls / minutes,
          avgMs,
          memoryMb: null,
          cpuPercent: null,
        },
        systems: [...new Set([sum.clientName, view.nodes.get(sum.node).resource.name])],
        traces: [sum.trace],
        nodeRates: [[sum.node, sum.calls / minutes]],
      })
    })
}

function describeRhythm(variation: number, tight: boolean): string {
  if (tight) return 'each call starts right after the previous response'
  return Number.isNaN(variation)
    ? 'too few calls to measure the interval'
    : `intervals vary by ${figure(variation * 100)}%`
}

/**
 * Whether calls wait for the answer before: a busy service's calls overlap as chance has it, a loop's hardly ever. Where
 * too few neighbors were sampled, nothing is concluded.
 */
function oneAfterAnother(all: readonly PollMinute[], avgMs: number, gapMs: number): boolean {
  let [pairs, overlapping] = [0, 0]
  for (const { starts } of all) {
    const sorted = starts.toSorted((a, b) => a - b)
    for (let i = 1; i < sorted.length; i += 1) {
      pairs += 1
      if ((sorted[i] as number) - (sorted[i - 1] as number) < avgMs * 0.9) overlapping += 1
    }
  }
  const byChance = pairs * (1 - Math.exp((-0.9 * avgMs * retainedCount(all)) / gapMs))
  return byChance >= 5 && overlapping <= byChance * 0.4
}

/** How even the gaps are. Calls left out by sampling leave gaps of two, three ... periods: each is folded onto one. */
function rhythmOf(all: readonly PollMinute[], windowMs: number, calls: number): { variation: number; gapMs: number } {
  const period = windowMs / Math.max(1, calls)
  const gaps = all.flatMap(({ starts }) => {
    const sorted = starts.toSorted((a, b) => a - b)
    return sorted.slice(1).map((start, index) => start - (sorted[index] as number))
  })
  if (gaps.length < 8) return { variation: Number.NaN, gapMs: Number.NaN }
  const sampled = all.some((poll) => poll.sampled)
  const unit = sampled ? period : quantile(gaps, 0.5)
  // Gaps of two and more periods are calls not seen; the few minutes' first gaps are no rhythm.
  const folded = gaps.filter((gap) => gap > 0).map((gap) => gap / Math.max(1, Math.round(gap / unit)))
  const mean = folded.reduce((total, gap) => total + gap, 0) / folded.length
  const spread = Math.sqrt(folded.reduce((total, gap) => total + (gap - mean) ** 2, 0) / folded.length)
  if (!sampled) return { variation: spread / mean, gapMs: mean }
  // What is folded within half a period is never far off: an even spread of gaps gives .29, so sampled calls must do better.
  return { variation: Math.max((spread / mean) * 1.6, nearness(gaps, period, retainedCount(all))), gapMs: period }
}

/** So many neighbors nearer than half a period must be due to chance before their absence says anything. */
const fewest = 3

/**
 * Neighbors nearer than half a period, against as many as chance would bring: none where calls keep a rhythm, one where
 * they come as they like. Folding cannot tell those apart once most calls are left out; unknown while too few were kept.
 */
function nearness(gaps: readonly number[], period: number, sampledShare: number): number {
  const byChance = gaps.length * (1 - Math.exp(-0.5 * sampledShare))
  return byChance < fewest ? Number.NaN : gaps.filter((gap) => gap < period / 2).length / byChance
}

function retainedCount(all: readonly PollMinute[]): number {
  const sum = (pick: (poll: PollMinute) => number) => all.reduce((total, poll) => total + pick(poll), 0)
  return Math.min(
    1,
    sum(({ spanCount }) => spanCount) /
      Math.max(
        1,
        sum(({ calls }) => calls),
      ),
  )
}

function fromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'unchanged') continue
    const siblings = view.series.ofResource(series.resource.id)
    const polls = siblings.find(({ role }) => role === 'polls') ?? siblings.find(({ role }) => role === 'requests')
    const calls = polls && countedIn(polls, view.minute, minutes)
    const unchanged = countedIn(series, view.minute, minutes)
    if (!polls || calls === undefined || unchanged === undefined || calls < threshold / 2) continue
    const perMinute = polls.minutes.slice(-Math.max(3, minutes)).map(({ sum }) => sum)
    const mean = perMinute.reduce((total, value) => total + value, 0) / perMinute.length
    const spread =
      Math.sqrt(perMinute.reduce((total, value) => total + (value - mean) ** 2, 0) / perMinute.length) / mean
    evaluations.push(
      evaluationOf({
        type: 'api_polling_loop',
        threshold,
        minutes,
        volume: calls,
        resource: series.resource,
        edges: [series.metric],
        features: [
          feature(
            'unchanged',
            unchanged / calls,
            unchanged / calls >= unchangedEnough,
            `${figure((unchanged / calls) * 100)}% of responses unchanged`,
          ),
          feature('rhythm', spread, spread <= 0.3, `calls per minute vary by ${figure(spread * 100)}%`),
        ],
      }),
    )
  }
  return evaluations
}
