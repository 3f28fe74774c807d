/** Kept's own rules, and a custom pattern for the scenarios of custom patterns. */
import { defaultRules, type LoopRule, loopRuleSchema } from '@kept/domain/loop-rule.ts'
import { customExpression } from '@kept/scenarios/loops/positives.ts'

/** Kept's own rules and one with an expression of the customer's. */
export function rulesWith(expression: string): LoopRule[] {
  return [
    ...defaultRules(),
    loopRuleSchema.parse({
      id: 'tokens',
      name: 'Tokens',
      loop_type: 'custom_pattern',
      detection_criteria: { threshold_type: 'expression', threshold_value: 1, measurement_window_minutes: 5 },
      expression,
    }),
  ]
}

export const loopRules: LoopRule[] = rulesWith(customExpression)
