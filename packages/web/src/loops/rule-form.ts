/** A rule as a form holds it, and back. */
import type { StoredRule } from '@kept/contract/routes/loops.ts'
import type { LoopRule, RemediationStep } from '@kept/domain/loop-rule.ts'

export interface RuleDraft {
  name: string
  enabled: boolean
  threshold: string
  minutes: string
  expression: string
  allow: string
  /** What Kept may do by itself about what it finds. */
  acts: boolean
  upTo: RemediationStep
  aboveCost: string
  revertMinutes: string
  isDryRun: boolean
}

export const newPattern: RuleDraft = {
  name: '',
  enabled: true,
  threshold: '1',
  minutes: '5',
  expression: '',
  allow: '',
  acts: false,
  upTo: 'notify',
  aboveCost: '10',
  revertMinutes: '60',
  isDryRun: true,
}

export function draftOf(rule: StoredRule): RuleDraft {
  const { threshold_value: value, measurement_window_minutes: minutes } = rule.detection_criteria
  const remediation = rule.auto_remediation
  return {
    name: rule.name,
    enabled: rule.enabled,
    threshold: String(value),
    minutes: String(minutes),
    expression: rule.expression ?? '',
    allow: rule.allow.join('\n'),
    acts: remediation.enabled,
    upTo: remediation.max_step,
    aboveCost: remediation.above_hourly_cost,
    revertMinutes: String(remediation.revert_after_minutes),
    isDryRun: remediation.dry_run,
  }
}

export type RuleInput = Omit<LoopRule, 'id'>

/** The rule of a draft, or a sentence what is wrong with it. Without a rule behind it, it is a custom pattern. */
export function ruleOf(draft: RuleDraft, rule: StoredRule | null): RuleInput | string {
  const threshold = Number(draft.threshold)
  const minutes = Number(draft.minutes)
  if (draft.name.trim() === '') return 'Enter a name.'
  if (draft.threshold.trim() === '' || !Number.isFinite(threshold) || threshold < 0)
    return 'Enter a threshold of 0 or more.'
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > 2880) return 'Enter a window of 1 to 2,880 minutes.'
  const isCustom = rule === null || rule.loop_type === 'custom_pattern'
  if (isCustom && draft.expression.trim() === '') return 'Enter an expression.'
  const revert = Number(draft.revertMinutes)
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(draft.aboveCost.trim())) return 'Enter a cost of 0 or more, such as 12.50.'
  if (!Number.isInteger(revert) || revert < 1 || revert > 1440) return 'Enter a revert time of 1 to 1,440 minutes.'
  return {
    name: draft.name.trim(),
    loop_type: rule?.loop_type ?? 'custom_pattern',
    enabled: draft.enabled,
    detection_criteria: {
      threshold_type: rule?.detection_criteria.threshold_type ?? 'expression',
      threshold_value: threshold,
      measurement_window_minutes: minutes,
    },
    expression: isCustom ? draft.expression.trim() : null,
    allow: draft.allow
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
    auto_remediation: {
      enabled: draft.acts,
      max_step: draft.upTo,
      above_hourly_cost: draft.aboveCost.trim(),
      dry_run: draft.isDryRun,
      revert_after_minutes: revert,
    },
  }
}
