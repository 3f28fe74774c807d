import { evaluationOf, feature, figure } from '../evaluation.ts'
import { circlesOf } from '../lineage/circles.ts'
import { circleParts } from './circle-parts.ts'
import { defineDetector } from './define-detector.ts'

export const circularDependency = defineDetector({
  type: 'circular_dependency',
  sources: [
    '4,582 real microservice traces: the same operation on its own path at most once, no circle of services at all',
  ],
  evaluate({ view, rule }) {
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
          ],
        })
      })
  },
})
