import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { type Circle, circlesOf, pilesUp } from '../lineage/circles.ts'
import { circleAsAlways, whyEnded } from '../lineage/ended-circle.ts'
import { queueCirclesOf } from '../lineage/queue-circles.ts'
import type { DetectorContext } from '../view.ts'
import { circleParts } from './circle-parts.ts'
import { defineDetector } from './define-detector.ts'
import { keyEchoes } from './key-echo.ts'
import { queueCircleParts } from './queue-circle-parts.ts'
import { steadyWork } from './steady-work.ts'

export const circularDependency = defineDetector({
  type: 'circular_dependency',
  sources: [
    '4,582 real microservice traces: the same operation on its own path at most once, no circle of services at all',
  ],
  evaluate(context) {
    const circles = [...fromLineage(context), ...fromQueues(context)]
    const covered = new Set(circles.filter(({ shape }) => shape).flatMap(({ resourceIds }) => resourceIds))
    const echoes = keyEchoes(context).filter(({ resourceIds }) => !resourceIds.some((id) => covered.has(id)))
    return [...circles, ...echoes, ...steadyWork(context)]
  },
})

/** Levels of one another's data that requests ask for: a post, its author, the posts of the author. */
const normalDepth = 15
const normalHops = 15
const treeEnds = 0.3

/** Few hops in few spans. Operations whose names vary hide hops, but not how deep the lineage is. */
function isNormal({ maxDepth, maxRepeats, services }: Circle): boolean {
  const hops = (maxRepeats + 1) * services.length
  return maxDepth <= normalDepth || (hops <= normalHops && maxDepth <= normalHops * 2)
}

function fromLineage({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return circlesOf(view, minutes)
    .filter(({ services, hasWebhook }) => services.length >= 2 && !hasWebhook)
    .map((circle) => {
      const { cyclicTraces, entryTraces, maxRepeats, maxDepth } = circle
      const share = cyclicTraces / entryTraces
      const isRunaway = maxDepth >= 16
      return evaluationOf({
        type: 'circular_dependency',
        threshold,
        minutes,
        volume: cyclicTraces,
        ...circleParts(circle, view, circle.iterations, minutes),
        gate: cyclicTraces >= threshold || (share >= 0.01 && isRunaway),
        isQuiet: cyclicTraces < threshold / 2 && !(share >= 0.005 && isRunaway),
        features: [
          feature('repeats', maxRepeats, maxRepeats >= 3, `${maxRepeats} repetitions in one trace`),
          feature('services', circle.services.length, true, `${circle.services.length} services in the cycle`),
          feature('cyclic_share', share, true, `${figure(share * 100)}% of traces repeat the cycle`),
          ...circleAsAlways(circle, view),
        ],
        excludedBy:
          !circle.isLossy && isNormal(circle)
            ? 'at most 15 hops, normal for services that resolve each other’s data'
            : !circle.isLossy && circle.endShare >= treeEnds && circle.branching <= pilesUp
              ? 'its branches end by themselves'
              : whyEnded(circle),
      })
    })
}

/** Consumers whose messages come around to them, where nothing links one step to the next. */
function fromQueues({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return queueCirclesOf(view, minutes)
    .filter(({ resources, iterations }) => resources.length >= 2 && iterations >= threshold)
    .map((circle) =>
      evaluationOf({
        type: 'circular_dependency',
        threshold,
        minutes,
        volume: circle.iterations,
        ...queueCircleParts(circle, view, minutes),
      }),
    )
}
