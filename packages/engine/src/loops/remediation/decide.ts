/**
 * What Kept may do about a loop by itself, decided and not done: notify, a throttle that can be undone, stop. Every guard
 * has to allow it, and the first that does not is said. The worse mistake is to stop what should run.
 */
import { compare, type Decimal } from '@kept/domain/decimal.ts'
import type { LoopRule, RemediationStep } from '@kept/domain/loop-rule.ts'
import type { RemediationPolicy } from '@kept/domain/remediation-policy.ts'

export interface RemediationCase {
  policy: RemediationPolicy
  rule: LoopRule
  isConfirmed: boolean
  /** True while it goes on and nobody has it in hand. */
  isActive: boolean
  /** Calibrated. */
  probability: number
  hourlyCost: Decimal | null
  isCritical: boolean
  /** What was already done about this incident, by whomever. */
  done: readonly { step: string; dryRun: boolean }[]
  /** Deeds without a person in the last hour, in the whole organisation. */
  doneThisHour: number
  /** Steps this kind of resource has; none where Kept cannot act upon it. */
  possible: readonly string[]
}

export interface RemediationDecision {
  step: RemediationStep
  dryRun: boolean
  /** Undone by itself after this time; null where nothing is to be undone. */
  revertAfterMinutes: number | null
  /** Why it goes no further. */
  because: string
}

const sure = 0.95
const ladder: readonly RemediationStep[] = ['notify', 'throttle', 'stop']

export function decideRemediation(one: RemediationCase): RemediationDecision {
  const { rule, policy, done } = one
  const wish = rule.auto_remediation
  const step = lower(wish.up_to, policy.up_to)
  const refusal = refusalOf(one, step)
  if (refusal) return { step: 'notify', dryRun: false, revertAfterMinutes: null, because: refusal }
  const isRehearsed = done.some((deed) => deed.step === step && deed.dryRun)
  return {
    step,
    dryRun: wish.dry_run || !isRehearsed,
    revertAfterMinutes: wish.revert_after_minutes,
    because: wish.dry_run ? 'the rule only rehearses' : isRehearsed ? 'every guard allows it' : 'it is rehearsed first',
  }
}

/** The first guard that speaks against it; "" when none does. */
function refusalOf(one: RemediationCase, step: RemediationStep): string {
  const { policy, rule, done } = one
  if (!policy.automatic) return 'automatic remediation is off'
  if (!rule.auto_remediation.enabled) return 'automatic remediation is off for this rule'
  if (step === 'notify') return 'the rule allows no more'
  if (!one.isConfirmed) return 'the loop is only suspected'
  if (!one.isActive) return 'somebody has it in hand, or it is over'
  if (one.probability < sure) return `its probability is below ${sure}`
  if (one.hourlyCost === null) return 'its cost is not known'
  if (compare(one.hourlyCost, rule.auto_remediation.above_hourly_cost) <= 0) return 'it costs no more than the limit'
  if (one.isCritical) return 'the resource is tagged as critical'
  if (done.some(({ step: did, dryRun }) => did !== 'notify' && !dryRun))
    return 'something was already done about this incident'
  if (!one.possible.includes(step))
    return one.possible.length === 0 ? 'Kept cannot act upon this resource' : `this kind of resource has no ${step}`
  if (one.doneThisHour >= policy.most_per_hour) return 'as much was done in the last hour as the organisation allows'
  return ''
}

function lower(one: RemediationStep, other: RemediationStep): RemediationStep {
  return ladder.indexOf(one) < ladder.indexOf(other) ? one : other
}
