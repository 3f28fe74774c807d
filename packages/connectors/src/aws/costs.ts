/**
 * The costs of an AWS line, by AWS's published rules for amortized cost, as in the FOCUS converters:
 *
 * - usage covered by a commitment bills nothing and takes its share of the commitment: `reservation/EffectiveCost`,
 *   `savingsPlan/SavingsPlanEffectiveCost`;
 * - a commitment's fee row bills the fee; its effective cost is only the unused part;
 * - an upfront fee, and the negation that removes a savings plan's covered usage from the bill, have no effective cost:
 *   it is in the usage rows.
 *
 * Where an account has discounts of its own, the `Net` columns exist and contain what it pays.
 */
import {
  type AmountRule,
  all,
  any,
  type Condition,
  difference,
  filled,
  firstAmount,
  nonZero,
  not,
  oneOf,
  product,
  quotient,
  sumOf,
  unknown,
  whenAmount,
  zero,
} from '@kept/domain/mapping.ts'

export const lineType = (...types: string[]): Condition => oneOf('lineItem/LineItemType', ...types)
export const isUsage = lineType('Usage', 'DiscountedUsage', 'SavingsPlanCoveredUsage')
export const isDiscount = lineType(
  'BundledDiscount',
  'Discount',
  'EdpDiscount',
  'PrivateRateDiscount',
  'RiVolumeDiscount',
  'SppDiscount',
  'DistributorDiscount',
)

export const billedCost = firstAmount('lineItem/NetUnblendedCost', 'lineItem/UnblendedCost')

/** A net amount where the account has discounts, scaled from the gross one: AWS reports no net used commitment. */
const unusedSavingsPlan = difference('savingsPlan/TotalCommitmentToDate', 'savingsPlan/UsedCommitment')
const netCommitment = sumOf(
  'savingsPlan/NetAmortizedUpfrontCommitmentForBillingPeriod',
  'savingsPlan/NetRecurringCommitmentForBillingPeriod',
)
const grossCommitment = sumOf(
  'savingsPlan/AmortizedUpfrontCommitmentForBillingPeriod',
  'savingsPlan/RecurringCommitmentForBillingPeriod',
)
const unusedReservation = sumOf(
  firstAmount(
    'reservation/NetUnusedAmortizedUpfrontFeeForBillingPeriod',
    'reservation/UnusedAmortizedUpfrontFeeForBillingPeriod',
  ),
  firstAmount('reservation/NetUnusedRecurringFee', 'reservation/UnusedRecurringFee'),
)

export const effectiveCost: AmountRule = whenAmount(
  [
    {
      if: lineType('SavingsPlanCoveredUsage'),
      use: firstAmount('savingsPlan/NetSavingsPlanEffectiveCost', 'savingsPlan/SavingsPlanEffectiveCost'),
    },
    {
      if: all(lineType('SavingsPlanRecurringFee'), nonZero(netCommitment), nonZero(grossCommitment)),
      use: product(unusedSavingsPlan, quotient(netCommitment, grossCommitment)),
    },
    { if: lineType('SavingsPlanRecurringFee'), use: unusedSavingsPlan },
    { if: lineType('SavingsPlanNegation', 'SavingsPlanUpfrontFee'), use: zero },
    {
      if: lineType('DiscountedUsage'),
      use: firstAmount('reservation/NetEffectiveCost', 'reservation/EffectiveCost'),
    },
    { if: lineType('RIFee'), use: unusedReservation },
    { if: all(lineType('Fee'), filled('reservation/ReservationARN')), use: zero },
  ],
  billedCost,
)

/** A rate times an amount, only where the cost itself is missing. */
const writtenPublicCost = firstAmount(
  'pricing/publicOnDemandCost',
  product('pricing/publicOnDemandRate', 'lineItem/UsageAmount'),
)

/** Spot usage has a public cost of 0 although it costs something: its list price is unknown. */
export const hasNoPublicCost = all(not(nonZero(writtenPublicCost)), any(nonZero(billedCost), nonZero(effectiveCost)))
const publicCost = whenAmount([{ if: hasNoPublicCost, use: unknown }], writtenPublicCost)

export const listCost: AmountRule = whenAmount(
  [
    { if: isUsage, use: publicCost },
    // The list price includes neither contract discounts nor the correction that balances covered usage.
    { if: isDiscount, use: zero },
    { if: lineType('SavingsPlanNegation'), use: zero },
  ],
  billedCost,
)

export const contractedCost: AmountRule = whenAmount(
  [
    // A reservation's covered usage bills 0, and no column has its contracted cost: the list price is used.
    { if: lineType('DiscountedUsage'), use: publicCost },
    { if: lineType('SavingsPlanNegation'), use: zero },
  ],
  billedCost,
)

export const contractedUnitPrice: AmountRule = whenAmount(
  [
    {
      if: lineType('Usage', 'SavingsPlanCoveredUsage'),
      use: firstAmount('lineItem/NetUnblendedRate', 'lineItem/UnblendedRate'),
    },
  ],
  unknown,
)
