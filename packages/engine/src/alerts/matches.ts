/** Whether a rule wants to hear of an event. */
import type { AlertEvent, AlertRule } from '@kept/domain/alert.ts'
import { alertKinds, alertSeverities } from '@kept/domain/alert-words.ts'
import { compare } from '@kept/domain/decimal.ts'

export type Wishes = Pick<AlertRule, 'enabled' | 'kinds' | 'min_severity' | 'min_amount' | 'filters'>
export type Matchable = Pick<AlertEvent, 'kind' | 'severity' | 'amount' | 'currency' | 'labels'>

export function matches(rule: Wishes, event: Matchable): boolean {
  return (
    rule.enabled &&
    rule.kinds.includes(event.kind) &&
    isSevereEnough(rule, event) &&
    reachesAmount(rule.min_amount, event) &&
    rule.filters.every(({ label, values }) => {
      const wanted = new Set(values.map(plain))
      return (event.labels[label] ?? []).some((value) => wanted.has(plain(value)))
    })
  )
}

/** What has no grades is not mild: a rule about findings chooses by their amount. */
function isSevereEnough({ min_severity }: Wishes, { kind, severity }: Matchable): boolean {
  return !alertKinds[kind].graded || alertSeverities.indexOf(severity) >= alertSeverities.indexOf(min_severity)
}

/** Two currencies are never compared, and what has no amount is not small: silence would be the worse mistake. */
function reachesAmount(least: AlertRule['min_amount'], { amount, currency }: Matchable): boolean {
  if (least === null || amount === null || currency !== least.currency) return true
  return compare(amount, least.amount) >= 0
}

const plain = (text: string) => text.trim().toLowerCase()
