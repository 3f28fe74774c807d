/**
 * Azure exports have one cost column. In the actual export it is the billed cost: a commitment's purchase in full, the
 * usage it covers at zero. In the amortized export it is the effective cost: the covered usage at its share, the unused
 * part in rows of its own, and no purchase. Each export has only its half; both together are complete.
 */
import {
  type AmountRule,
  all,
  any,
  type Condition,
  filled,
  firstAmount,
  nonZero,
  not,
  oneOf,
  product,
  unknown,
  whenAmount,
  zero,
} from '@kept/domain/mapping.ts'

const cost = firstAmount('CostInBillingCurrency', 'Cost', 'PreTaxCost', 'ExtendedCost')
const quantity = firstAmount('Quantity', 'UsageQuantity', 'ConsumedQuantity')

export const isUnused = oneOf('ChargeType', 'UnusedReservation', 'UnusedSavingsPlan')
const isPurchase = oneOf('ChargeType', 'Purchase', 'Refund')
const ofCommitment = any(
  filled('BenefitId'),
  filled('ReservationId'),
  oneOf('PricingModel', 'Reservation', 'SavingsPlan', 'Savings Plan'),
)
export const isCommitmentPurchase = all(isPurchase, ofCommitment)
export const isCovered: Condition = all(
  not(any(isPurchase, isUnused)),
  oneOf('PricingModel', 'Reservation', 'SavingsPlan', 'Savings Plan'),
)
export const isUsage: Condition = not(
  any(isPurchase, isUnused, oneOf('ChargeType', 'Tax', 'RoundingAdjustment', 'Adjustment', 'Credit')),
)

/** Rows that only an amortized export has: the unused part of a commitment, and covered usage with a cost. */
export const isAmortizedRow: Condition = any(isUnused, all(isCovered, nonZero(cost)))

export interface CostRules {
  billed: AmountRule
  effective: AmountRule
  contracted: AmountRule
  list: AmountRule
  quantity: AmountRule
}

/** Prices are in the pricing currency; the exchange rate exists when it differs from the billing currency. */
const rate = whenAmount(
  [{ if: filled('ExchangeRatePricingToBilling'), use: 'ExchangeRatePricingToBilling' }],
  constantOne(),
)

/** 0 as the pay-as-you-go price means that it is unknown, not free. */
const listCost: AmountRule = whenAmount(
  [
    { if: all(isUsage, filled('PaygCostInBillingCurrency')), use: 'PaygCostInBillingCurrency' },
    { if: all(isUsage, nonZero('PayGPrice')), use: product(quantity, 'PayGPrice', rate) },
  ],
  unknown,
)
const contractedCost: AmountRule = whenAmount(
  [
    { if: all(isCovered, nonZero('UnitPrice')), use: product(quantity, 'UnitPrice', rate) },
    { if: isCovered, use: unknown },
    { if: isUnused, use: zero },
  ],
  cost,
)

export const actual: CostRules = {
  billed: cost,
  effective: whenAmount(
    [
      { if: isCommitmentPurchase, use: zero },
      { if: isCovered, use: unknown },
    ],
    cost,
  ),
  contracted: contractedCost,
  // Nothing can be compared with an unknown cost.
  list: whenAmount([{ if: isCovered, use: unknown }], listCost),
  quantity,
}

export const amortized: CostRules = {
  billed: whenAmount([{ if: any(isCovered, isUnused), use: zero }], cost),
  effective: cost,
  contracted: contractedCost,
  list: listCost,
  quantity,
}

/** When both are uploaded, the actual export provides the billed cost only and the other one the rest. */
export const actualWithAmortized: CostRules = {
  billed: cost,
  effective: zero,
  contracted: unknown,
  list: unknown,
  quantity: unknown,
}
export const amortizedWithActual: CostRules = { ...amortized, billed: zero }

function constantOne(): AmountRule {
  return { from: 'amount', text: { from: 'literal', value: '1' } }
}
