import { countedIn, lastMinutes } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf, pilesUp } from '../lineage/circles.ts'
import { circleAsAlways, whyEnded } from '../lineage/ended-circle.ts'
import { areAttempts, isAttempts } from '../lineage/failing-chain.ts'
import { queueCirclesOf } from '../lineage/queue-circles.ts'
import type { DetectorContext } from '../view.ts'
import { circleParts } from './circle-parts.ts'
import { defineDetector } from './define-detector.ts'
import { queueCircleParts } from './queue-circle-parts.ts'
import { selfStarted } from './self-started.ts'
import { steadyWork } from './steady-work.ts'

/** AWS drops the next invocation after about sixteen: a chain of mean length 16 has gain 15/16. */
const awsGain = 15 / 16
/** So deep that one trace is enough. */
const deepAlone = 64
/** Deeper than data nests: what walks a tree or a chain of parents inside one process ends before. */
const deepInProcess = 256
/** A chain ends once in all its length; where every third run is an end, the calls branch and come to one. */
const treeEnds = 0.3

export const recursiveFunction = defineDetector({
  type: 'recursive_function',
  sources: [
    'AWS Lambda recursive loop detection: about 16 invocations in one chain',
    'SQL Server nesting limit 32, Salesforce trigger depth 16',
  ],
  evaluate(context) {
    const evaluations = [...fromLineage(context), ...fromQueues(context), ...fromMetrics(context)]
    const explained = new Set(evaluations.map(({ resource }) => resource.id))
    const others = [...selfStarted(context), ...steadyWork(context)]
    return [...evaluations, ...others.filter(({ resource }) => !explained.has(resource.id))]
  },
})

function fromLineage({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return circlesOf(view, minutes)
    .filter((circle) => circle.services.length < 2 && !circle.hasWebhook && !isAttempts(circle))
    .map((circle) => {
      const { iterations, maxDepth, maxRepeats, amplification, gain, gainLow, cyclicTraces } = circle
      const isDeep = maxDepth >= deepAlone && maxRepeats >= 5
      const enoughTraces = cyclicTraces >= 20 || isDeep || (circle.isMessaging && iterations >= threshold)
      const isSeparate = !circle.isInProcess || maxDepth >= deepInProcess
      const isPilingUp = circle.branching >= pilesUp && !circle.isInProcess && iterations >= threshold / 2
      return evaluationOf({
        type: 'recursive_function',
        threshold,
        minutes,
        volume: iterations,
        ...circleParts(circle, view, iterations, minutes),
        gate: iterations >= threshold || isDeep,
        isQuiet: iterations < threshold / 2 && !isDeep,
        features: [
          isPilingUp
            ? feature('branching', circle.branching, true, `each run starts ${figure(circle.branching)} more`)
            : feature('depth', maxDepth, maxDepth >= 16, `call chain ${maxDepth} levels deep`),
          feature(
            'repeats',
            maxRepeats,
            maxRepeats >= (isPilingUp ? 3 : 5),
            `the same operation ${maxRepeats} times in one chain`,
          ),
          feature(
            'amplification',
            amplification,
            amplification >= 3,
            `${figure(amplification)} runs per external call`,
          ),
          feature('gain', gainLow, gainLow >= awsGain, `gain ${gain.toFixed(3)} (at least ${gainLow.toFixed(3)})`),
          feature(
            'traces',
            cyclicTraces,
            enoughTraces || isPilingUp,
            cyclicTraces >= 1
              ? `${figure(cyclicTraces)} traces contain the cycle`
              : 'a trace that began before contains the cycle',
          ),
          feature(
            'separate_runs',
            circle.isInProcess ? maxDepth : Number.NaN,
            isSeparate,
            circle.isInProcess
              ? 'calls inside one process, which end with their request'
              : 'each step is a run of its own',
          ),
          ...(isPilingUp ? [] : circleAsAlways(circle, view)),
        ],
        excludedBy: isPilingUp
          ? null
          : maxDepth <= 15
            ? 'depth of at most 15, normal for tree walks and pagination'
            : !circle.isLossy && circle.endShare >= treeEnds && circle.branching <= pilesUp
              ? 'a tree walk: its branches end by themselves'
              : whyEnded(circle),
      })
    })
}

/** Slow chains are seen by an hour of theirs. */
const slowMinutes = 60

/** A consumer whose own messages are what it consumes, where nothing links one step to the next. */
function fromQueues({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const seen = new Set<string>()
  return [minutes, Math.max(minutes, slowMinutes)].flatMap((length) =>
    queueCirclesOf(view, length).flatMap((circle) => {
      const key = circle.destinations.join('\n')
      const isLong = length === minutes || circle.minutes >= length / 2
      if (areAttempts(circle, view, minutes)) return []
      if (circle.resources.length !== 1 || !isLong || circle.iterations < threshold / 2 || seen.has(key)) return []
      seen.add(key)
      return [
        evaluationOf({
          type: 'recursive_function',
          threshold,
          minutes: length,
          volume: circle.iterations,
          ...queueCircleParts(circle, view, length),
        }),
      ]
    }),
  )
}

/** Counted by the platform: a depth it reports, or the invocations it dropped because a chain had come to sixteen. */
function fromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'depth' && series.role !== 'recursion_dropped') continue
    const points = lastMinutes(series, view.minute, Math.max(minutes, Math.round(series.stepMinutes)))
    const maxValue = points.reduce((highest, { max }) => Math.max(highest, max), 0)
    const dropped = series.role === 'recursion_dropped' ? (countedIn(series, view.minute, minutes) ?? 0) : 0
    const depth = series.role === 'depth' ? maxValue : dropped > 0 ? 16 : 0
    if (depth < 8) continue
    const counts = view.series
      .ofResource(series.resource.id)
      .filter(({ role }) => role === 'iterations' || role === 'requests')
    const counted = Math.max(
      dropped * 16,
      ...counts.map((metricSeries) => countedIn(metricSeries, view.minute, minutes) ?? 0),
    )
    evaluations.push(
      evaluationOf({
        type: 'recursive_function',
        threshold,
        minutes,
        volume: counted,
        gate: counted >= threshold || depth >= deepAlone,
        resource: series.resource,
        edges: [series.metric],
        features: [
          feature(
            'depth',
            depth,
            depth >= 16,
            dropped > 0 ? `${figure(dropped)} invocations dropped at a depth of 16` : `${figure(depth)} levels deep`,
          ),
        ],
        excludedBy: depth <= 15 ? 'depth of at most 15, normal for tree walks and pagination' : null,
      }),
    )
  }
  return evaluations
}
