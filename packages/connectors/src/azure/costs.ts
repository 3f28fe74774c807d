/**
 * Azure writes one cost column. In the actual export it is what is billed: a commitment's purchase in full, the usage
 * it covers at nothing. In the amortized export it is what is consumed: the covered usage at its share, what was not
 * used in rows of its own, and no purchase at all. Each export alone knows only its half; both together know all.
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

/** Rows only an amortized export has: what a commitment left unused, and covered usage that costs something. */
export const isAmortizedRow: Condition = any(isUnused, all(isCovered, nonZero(cost)))

export interface CostRules {
  billed: AmountRule
  effective: AmountRule
  contracted: AmountRule
  list: AmountRule
  quantity: AmountRule
}

/** Prices are in the pricing currency; the rate to the billing currency is there when the two differ. */
const rate = whenAmount(
  [{ if: filled('ExchangeRatePricingToBilling'), use: 'ExchangeRatePricingToBilling' }],
  constantOne(),
)

/** 0 as pay-as-you-go price means that none is known, not that it was free. */
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
  // Nothing can be compared with a cost that is not known.
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

/** Delivered together, the actual export tells what was billed and nothing else: the other one tells the rest. */
export const actualBesideAmortized: CostRules = {
  billed: cost,
  effective: zero,
  contracted: unknown,
  list: unknown,
  quantity: unknown,
}
export const amortizedBesideActual: CostRules = { ...amortized, billed: zero }

function constantOne(): AmountRule {
  return { from: 'amount', text: { from: 'literal', value: '1' } }
}
