/** Attempts that send themselves again: each run fails, and the message it leaves is the next attempt at the same. */
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import { areAttempts, isAttempts } from '../lineage/failing-chain.ts'
import { queueCirclesOf } from '../lineage/queue-circles.ts'
import type { DetectorContext } from '../view.ts'
import { circleParts } from './circle-parts.ts'
import { queueCircleParts } from './queue-circle-parts.ts'

/** Brokers give a message up after three to ten deliveries. */
const tooMany = 10

export function failingChains({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const linked = circlesOf(view, minutes)
    .filter(isAttempts)
    .map((circle) =>
      evaluationOf({
        type: 'infinite_retry',
        threshold,
        minutes,
        volume: circle.iterations,
        ...circleParts(circle, view, circle.iterations, minutes),
        features: [
          feature(
            'sent_again',
            circle.maxRepeats,
            circle.maxRepeats >= tooMany,
            `sent itself again ${figure(circle.maxRepeats)} times`,
          ),
          feature('failing', circle.failing, true, `${figure(circle.failing * 100)}% of attempts fail`),
        ],
      }),
    )
  const linkedIds = new Set(linked.flatMap(({ resourceIds }) => resourceIds))
  const unlinked = queueCirclesOf(view, minutes)
    .filter((circle) => areAttempts(circle, view, minutes) && !circle.resources.some(({ id }) => linkedIds.has(id)))
    .map((circle) => {
      const parts = queueCircleParts(circle, view, minutes)
      const gain = parts.features.filter(({ name }) => name !== 'began')
      return evaluationOf({
        type: 'infinite_retry',
        threshold,
        minutes,
        volume: circle.iterations,
        ...parts,
        features: [...gain, feature('failing', 1, true, 'nearly all attempts fail')],
      })
    })
  return [...linked, ...unlinked]
}
