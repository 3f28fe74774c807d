/** Whether an alert rule matches an event. */
import type { AlertEvent, AlertRule } from '@kept/domain/alert.ts'
import { alertKinds, alertSeverities } from '@kept/domain/alert-labels.ts'
import { compare } from '@kept/foundation/decimal.ts'

export type RuleCriteria = Pick<AlertRule, 'enabled' | 'kinds' | 'min_severity' | 'min_amount' | 'filters'>
export type Matchable = Pick<AlertEvent, 'kind' | 'severity' | 'amount' | 'currency' | 'labels'>

export function matches(rule: RuleCriteria, event: Matchable): boolean {
  return (
    rule.enabled &&
    rule.kinds.includes(event.kind) &&
    isSevereEnough(rule, event) &&
    reachesAmount(rule.min_amount, event) &&
    rule.filters.every(({ label, values }) => {
      const accepted = new Set(values.map(normalize))
      return (event.labels[label] ?? []).some((value) => accepted.has(normalize(value)))
    })
  )
}

/** An event without a severity always passes: rules about recommendations select by amount instead. */
function isSevereEnough({ min_severity }: RuleCriteria, { kind, severity }: Matchable): boolean {
  return !alertKinds[kind].graded || alertSeverities.indexOf(severity) >= alertSeverities.indexOf(min_severity)
}

/** Two currencies are never compared, and what has no amount is not small: silence would be the worse mistake. */
function reachesAmount(minAmount: AlertRule['min_amount'], { amount, currency }: Matchable): boolean {
  if (minAmount === null || amount === null || currency !== minAmount.currency) return true
  return compare(amount, minAmount.amount) >= 0
}

const normalize = (text: string) => text.trim().toLowerCase()
