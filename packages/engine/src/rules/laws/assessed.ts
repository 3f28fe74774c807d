/** A candidate on its way to being a recommendation: the same thing, in months, with what the laws have said so far. */
import type { Decimal } from '@kept/foundation/decimal.ts'
import type { Candidate, Rule } from '../define-rule.ts'
import type { Calculation, Range } from '../reading/calculation.ts'

/** The estimate of a 30-day month with its range. */
export type Saving = Range

export interface Assessed {
  rule: Rule
  candidate: Candidate
  /** Of a 30-day month. */
  cost: Decimal
  saving: Saving | null
  /** The steps from what the rule saw to the saving; null where there is no estimate. */
  calculation: Calculation | null
  fingerprint: string
  /** The rule whose recommendation already counts this money; '' when this one does. */
  countedIn: string
}

/** Rule, place, resource and part: the same waste found again next month is the same recommendation. */
export function fingerprintOf(rule: Rule, { location, part = '' }: Candidate): string {
  return [
    rule.id,
    location.provider,
    location.billing_account_id,
    location.sub_account_id,
    location.service,
    location.region,
    location.currency,
    location.resource_id,
    part,
  ].join('|')
}
