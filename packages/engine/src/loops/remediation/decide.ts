/**
 * What Kept may do about a loop by itself, decided and not done: notify, a throttle that can be undone, stop. Every guard
 * has to allow it, and the first that does not is said. The worse mistake is to stop what should run.
 */
import type { LoopRule, RemediationStep } from '@kept/domain/loop-rule.ts'
import type { RemediationPolicy } from '@kept/domain/remediation-policy.ts'
import { compare, type Decimal } from '@kept/foundation/decimal.ts'

export interface RemediationCase {
  policy: Omit<RemediationPolicy, 'grace_days'>
  rule: LoopRule
  isConfirmed: boolean
  /** True while it goes on and no one has acknowledged it. */
  isActive: boolean
  /** Calibrated. */
  probability: number
  hourlyCost: Decimal | null
  isCritical: boolean
  /** Steps already executed for this incident, by Kept or a person. */
  done: readonly { step: string; dryRun: boolean }[]
  /** Automatic actions of the last hour, in the complete organization. */
  doneThisHour: number
  /** Steps this kind of resource has; none where Kept cannot act on it. */
  possible: readonly string[]
}

export interface RemediationDecision {
  step: RemediationStep
  dryRun: boolean
  /** Undone by itself after this time; null where nothing is to be undone. */
  revertAfterMinutes: number | null
  /** Why it goes no further. */
  reason: string
}

const sure = 0.95
const ladder: readonly RemediationStep[] = ['notify', 'throttle', 'stop']

export function decideRemediation(input: RemediationCase): RemediationDecision {
  const { rule, policy, done } = input
  const settings = rule.auto_remediation
  const step = lower(settings.max_step, policy.max_step)
  const refusal = refusalOf(input, step)
  if (refusal) return { step: 'notify', dryRun: false, revertAfterMinutes: null, reason: refusal }
  const isDryRun = done.some((action) => action.step === step && action.dryRun)
  return {
    step,
    dryRun: settings.dry_run || !isDryRun,
    revertAfterMinutes: settings.revert_after_minutes,
    reason: settings.dry_run
      ? 'the rule only allows dry runs'
      : isDryRun
        ? 'every safeguard allows it'
        : 'a dry run comes first',
  }
}

/** The first guard that forbids it; "" when none does. */
function refusalOf(input: RemediationCase, step: RemediationStep): string {
  const { policy, rule, done } = input
  if (!policy.automatic) return 'automatic remediation is off'
  if (!rule.auto_remediation.enabled) return 'automatic remediation is off for this rule'
  if (step === 'notify') return 'the rule only allows notifications'
  if (!input.isConfirmed) return 'the loop is only suspected'
  if (!input.isActive) return 'the loop is being handled or has ended'
  if (input.probability < sure) return `its probability is below ${sure}`
  if (input.hourlyCost === null) return 'its cost is unknown'
  if (compare(input.hourlyCost, rule.auto_remediation.above_hourly_cost) <= 0) return 'its cost is below the limit'
  if (input.isCritical) return 'the resource is tagged as critical'
  if (done.some(({ step: did, dryRun }) => did !== 'notify' && !dryRun))
    return 'an action was already taken for this loop'
  if (!input.possible.includes(step))
    return input.possible.length === 0
      ? "Kept can't act on this resource"
      : `this resource type does not support ${step}`
  if (input.doneThisHour >= policy.max_per_hour) return 'the hourly limit of the organization is reached'
  return ''
}

function lower(step: RemediationStep, other: RemediationStep): RemediationStep {
  return ladder.indexOf(step) < ladder.indexOf(other) ? step : other
}
