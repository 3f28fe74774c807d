import type { CommissionRule } from '@kept/domain/commission.ts'
import { ruleOfTerms } from '@kept/domain/commission-terms.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'

/** The default terms as the rule of an organization that has no rule of its own. */
export function defaultRule(currency: string): CommissionRule {
  return ruleOfTerms(defaultTerms, { id: 'default', version: 1, valid_from: '2020-01', currency })
}
