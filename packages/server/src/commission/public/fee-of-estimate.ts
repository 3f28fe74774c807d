/** The fee that would be due if an estimate were verified completely in one month, under this month's rule. */
import { minorDigits } from '@kept/domain/currency.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { feeOf, minorText } from '@kept/engine/commission/fee.ts'
import { exact, toNano } from '@kept/engine/savings/exact.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { type Decimal, subtract } from '@kept/foundation/decimal.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { ruleFor } from './commission-rule.ts'

interface Split {
  fee: Decimal
  customer_net: Decimal
}

/** Null for a currency outside ISO 4217: no fee can be due in it. */
export async function splitEstimate(
  database: Database,
  scope: Scope,
  now: Date,
  { currency, monthly_savings: saving }: { currency: string; monthly_savings: Decimal },
): Promise<Split | null> {
  if (minorDigits(currency) === undefined) return null
  const rule = await ruleFor(database, scope, utcMonth(now), currency)
  const fee = minorText(feeOf(toNano(exact(saving)), rule).minor, currency)
  return { fee, customer_net: subtract(saving, fee) }
}
