/** The limits of a policy. They are checked when a change starts, never only when it is planned. */
import type { AutopilotLimits } from '@kept/domain/autopilot.ts'
import { add, compare, type Decimal, sum } from '@kept/foundation/decimal.ts'

/** What the policy started before, without the change in question. Each is counted whatever became of it. */
interface StartedChanges {
  /** Of this run. */
  inRun: number
  /** Estimated monthly savings of those of the last 24 hours, of all runs of the policy. */
  savingsOfDay: readonly Decimal[]
  /** Resources in the policy's scope. */
  scopeResources: number
}

/** Undefined where the change may start; otherwise the limit that it would exceed. */
export function exceededLimit(
  { max_changes_per_run, max_savings_per_day, max_share_percent }: AutopilotLimits,
  { inRun, savingsOfDay, scopeResources }: StartedChanges,
  change: { monthly_savings: Decimal; currency: string },
): string | undefined {
  if (inRun + 1 > max_changes_per_run) return `The policy allows ${max_changes_per_run} changes in a run.`
  const { amount, currency } = max_savings_per_day
  if (change.currency !== currency)
    return `Its savings are in ${change.currency}, and the daily limit is in ${currency}.`
  if (compare(add(sum(savingsOfDay), change.monthly_savings), amount) > 0)
    return `The policy allows changes worth ${amount} ${currency} a month in 24 hours.`
  const mostResources = Math.floor((scopeResources * max_share_percent) / 100)
  if (savingsOfDay.length + 1 > mostResources)
    return `The policy allows ${max_share_percent}% of the ${scopeResources} resources in scope in 24 hours.`
  return undefined
}
