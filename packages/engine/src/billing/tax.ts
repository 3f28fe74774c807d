/** Which tax a buyer is charged, and how much of it: on the sum of a document's lines, rounded half-even once. */
import type { Party, TaxLine } from '@kept/domain/billing/invoice-document.ts'
import type { TaxRule } from '@kept/domain/billing/settings.ts'
import { type Decimal, divideHalfEven } from '@kept/foundation/decimal.ts'
import { exact } from '../savings/exact.ts'

export type TaxTreatment = Pick<TaxLine, 'category' | 'percent' | 'note'>

/** Where no rule of the operator matches. */
const untaxed: TaxTreatment = { category: 'O', percent: '0', note: 'Not subject to tax.' }

/** The first rule that matches the buyer. */
export function taxTreatmentOf(buyer: Party, rules: readonly TaxRule[]): TaxTreatment {
  const match = rules.find(
    ({ country, region, has_tax_id }) =>
      (country === null || country === buyer.country) &&
      (region === null || region.toLowerCase() === buyer.region.toLowerCase()) &&
      (has_tax_id === null || has_tax_id === (buyer.tax_id !== '')),
  )
  return match ? { category: match.category, percent: match.percent, note: match.note } : untaxed
}

export function taxOn(baseMinor: bigint, percent: Decimal): bigint {
  const { units, scale } = exact(percent)
  return divideHalfEven(baseMinor * units, 100n * 10n ** BigInt(scale))
}
