/** The commission rule of a customer's month: their own, else the default. */
import type { CommissionRule } from '@kept/domain/commission.ts'
import { ruleOfTerms } from '@kept/domain/commission-terms.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { ruleAt } from '@kept/engine/commission/rule-at.ts'
import {
  listCustomerRules,
  listSettings,
  type RuleVersion,
  type SettingsVersion,
} from '@kept/store/commission/rules.ts'
import type { Database } from '@kept/store/database/connect.ts'

/** The name of the default on statements. */
export const standardTier = 'standard'

export async function ruleFor(
  database: Database,
  scope: Scope,
  month: Month,
  currency: string,
): Promise<CommissionRule> {
  const [customerRules, settings] = await Promise.all([listCustomerRules(database, scope), listSettings(database)])
  return ruleAmong(customerRules, settings, month, currency)
}

/** A rule in another currency does not apply: currencies are never compared. */
export function ruleAmong(
  customerRules: readonly RuleVersion[],
  settings: readonly SettingsVersion[],
  month: Month,
  currency: string,
): CommissionRule {
  const customerRule = ruleAt(customerRules, month)?.rule
  if (customerRule && customerRule.currency === currency) return customerRule
  const standard = ruleAt(settings, month) ?? settings[0]
  if (!standard) throw new Error('commission settings not found')
  const { settings: terms, version, valid_from } = standard
  return ruleOfTerms(terms, { id: standardTier, version, valid_from, currency })
}
