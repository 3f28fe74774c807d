import type { CommissionCustomer } from '@kept/contract/routes/commission.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { describeCommissionRule } from './rule-text.ts'

/** Below the rule of this month: what replaces it, and from when. */
export function UpcomingRule({ upcoming }: Pick<CommissionCustomer, 'upcoming'>) {
  if (!upcoming) return null
  const { valid_from, rule } = upcoming
  return (
    <span className="block text-small text-soft">
      From {formatMonth(`${valid_from}-01`)}: {describeCommissionRule(rule, rule.currency)}
    </span>
  )
}
