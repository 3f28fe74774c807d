/** What an operator may choose about a fee; with an id, a version and a currency it is a commission rule. */

import * as z from 'zod'
import { type CommissionRule, commissionRuleSchema } from './commission.ts'
import { describeIssue } from './describe-issue.ts'
import type { monthSchema } from './hour.ts'
import { currencySchema } from './money.ts'

const { mode, tiers, monthly_cap, horizon_months, bills_avoidance } = commissionRuleSchema.shape

/** Amounts (tiers, cap) need a currency to be amounts of; a flat rate needs none. */
export const commissionTermsSchema = z
  .strictObject({ currency: currencySchema.nullable(), mode, tiers, monthly_cap, horizon_months, bills_avoidance })
  .superRefine((terms, context) => {
    const hasAmounts = terms.tiers.length > 1 || terms.monthly_cap !== null
    if (hasAmounts && terms.currency === null)
      context.addIssue({ code: 'custom', path: ['currency'], message: 'is required with tiers or a cap' })
    const checked = commissionRuleSchema.safeParse(
      ruleOfTerms(terms, { id: 'terms', version: 1, valid_from: '2020-01', currency: terms.currency ?? 'USD' }),
    )
    for (const issue of checked.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: issue.path, message: describeIssue(issue) })
  })
export type CommissionTerms = z.infer<typeof commissionTermsSchema>

interface RuleName {
  id: string
  version: number
  valid_from: z.infer<typeof monthSchema>
  currency: string
}

/** Terms in another currency keep their first rate and lose their amounts: two currencies are never compared. */
export function ruleOfTerms(terms: CommissionTerms, name: RuleName): CommissionRule {
  const { mode, horizon_months, tiers, monthly_cap, bills_avoidance } = terms
  const isFlat = terms.currency !== null && terms.currency !== name.currency
  return {
    ...name,
    mode,
    tiers: isFlat ? [{ from: '0', rate_ppm: tiers[0]?.rate_ppm ?? 0 }] : tiers,
    monthly_cap: isFlat ? null : monthly_cap,
    horizon_months,
    ...(bills_avoidance && { bills_avoidance }),
  }
}
