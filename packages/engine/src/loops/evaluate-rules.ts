/** What every rule says of one minute, once it has passed what speaks for health. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import { isAllowed } from './allowed.ts'
import { withUses } from './cost/uses.ts'
import { loopDetectors } from './detectors/all.ts'
import { customDetector } from './detectors/custom-pattern.ts'
import type { LoopEvaluation } from './evaluation.ts'
import { withoutExplained } from './evidence/explained.ts'
import { withHealth } from './evidence/health.ts'
import { isTrue } from './incidents.ts'
import { withUnknownSampling } from './unknown-sampling.ts'
import type { View } from './view.ts'

/** Calls of so many minutes tell which work a loop is made of. */
const explainedMinutes = 15

export function evaluateRules(
  view: View,
  rules: readonly LoopRule[],
): { evaluation: LoopEvaluation; rule: LoopRule }[] {
  const evaluated = rules.flatMap((rule) => {
    const detector =
      rule.loop_type === 'custom_pattern' ? customDetector : loopDetectors.find(({ type }) => type === rule.loop_type)
    const evaluations = detector?.evaluate({ view, rule }) ?? []
    const { measurement_window_minutes: minutes, threshold_value: threshold } = rule.detection_criteria
    return evaluations
      .filter((evaluation) => !isAllowed(rule.allow, evaluation))
      .map((seen) => {
        const evaluation = withUnknownSampling(withHealth(seen, view), view, threshold, minutes)
        return { evaluation: isTrue(evaluation) ? withUses(evaluation, view, minutes) : evaluation, rule }
      })
  })
  return withoutExplained(evaluated, view, explainedMinutes)
}
