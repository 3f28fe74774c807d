/** Figures that exist only on cost lines, since the roll-ups have no column for them. */

import { isKeyOf } from '@kept/foundation/narrow.ts'

const elements = "JSONExtractArrayRaw(ContractApplied, 'Elements')"
const applied = (key: string) =>
  `arrayMap(element -> toDecimal128OrNull(JSONExtractRaw(element, '${key}'), 18), ${elements})`
/** Null when no element has a value: what the bill does not state is not zero. */
const sumOfApplied = (key: string) =>
  `if(arrayExists(value -> isNotNull(value), ${applied(key)}), arraySum(value -> ifNull(value, 0), ${applied(key)}), NULL)`

// The product of two amounts of 18 decimals needs 36 of them.
const weighted = (price: string) => `toDecimal256(${price}, 18) * toDecimal256(PricingQuantity, 18)`
const weight = (price: string) => `if(isNull(${price}), NULL, PricingQuantity)`

export const lineParts = {
  commitment_quantity: 'CommitmentDiscountQuantity',
  pricing_currency_cost: 'PricingCurrencyEffectiveCost',
  list_price_by_quantity: weighted('ListUnitPrice'),
  quantity_with_list_price: weight('ListUnitPrice'),
  contracted_price_by_quantity: weighted('ContractedUnitPrice'),
  quantity_with_contracted_price: weight('ContractedUnitPrice'),
  pricing_currency_list_price_by_quantity: weighted('PricingCurrencyListUnitPrice'),
  quantity_with_pricing_currency_list_price: weight('PricingCurrencyListUnitPrice'),
  pricing_currency_contracted_price_by_quantity: weighted('PricingCurrencyContractedUnitPrice'),
  quantity_with_pricing_currency_contracted_price: weight('PricingCurrencyContractedUnitPrice'),
  contract_applied_cost: sumOfApplied('ContractCommitmentAppliedCost'),
  contract_applied_quantity: sumOfApplied('ContractCommitmentAppliedQuantity'),
} as const

export type LinePart = keyof typeof lineParts

/** Units that must be the same for a figure to be meaningful: the column, and the amount whose lines count. */
const lineUnits = {
  commitment_unit: { unit: 'CommitmentDiscountUnit', amount: 'commitment_quantity' },
  pricing_currency: { unit: 'PricingCurrency', amount: 'pricing_currency_cost' },
  list_price_unit: { unit: 'PricingUnit', amount: 'quantity_with_list_price' },
  contracted_price_unit: { unit: 'PricingUnit', amount: 'quantity_with_contracted_price' },
  pricing_currency_list_price_unit: {
    unit: "concat(PricingUnit, ' ', PricingCurrency)",
    amount: 'quantity_with_pricing_currency_list_price',
  },
  pricing_currency_contracted_price_unit: {
    unit: "concat(PricingUnit, ' ', PricingCurrency)",
    amount: 'quantity_with_pricing_currency_contracted_price',
  },
  contract_applied_unit: {
    unit: `arrayStringConcat(arraySort(arrayDistinct(arrayMap(element -> JSONExtractString(element, 'ContractCommitmentAppliedUnit'), ${elements}))), ',')`,
    amount: 'contract_applied_quantity',
  },
} as const satisfies Record<string, { unit: string; amount: LinePart }>

export type LineUnit = keyof typeof lineUnits
export type LineWitness = `${LineUnit}_low` | `${LineUnit}_high`

export function isLinePart(term: string): term is LinePart {
  return term in lineParts
}

/** The unit whose lowest or highest value `pricing_currency_low` or `_high` is; undefined for another term. */
export function lineUnitOf(term: string): (typeof lineUnits)[LineUnit] | undefined {
  const name = term.replace(/_(?:low|high)$/, '')
  return name !== term && isKeyOf(lineUnits, name) ? lineUnits[name] : undefined
}
