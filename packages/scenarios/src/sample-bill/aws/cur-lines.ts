/**
 * The lines of an AWS Cost and Usage Report, by the column names of the legacy CSV ("lineItem/UnblendedCost").
 *
 * `Unblended` columns are before the contract's discount and an `EdpDiscount` line takes it off again; the `Net`
 * columns, there only when the account has such a discount, are what it pays. Sources: AWS Cost and Usage Report user
 * guide (column dictionary; "Understanding reservations" and "Savings Plans" line items), and real reports.
 */
import { subtract } from '@kept/foundation/decimal.ts'
import { amountText, quantityText } from '../../bill/amount.ts'
import { hash } from '../../random.ts'
import {
  type AdjustmentCharge,
  chargesOf,
  type FeeCharge,
  type Granularity,
  type SampleCharge,
  type TaxCharge,
  type UpfrontCharge,
  type UsageCharge,
  upfrontOf,
} from '../charges.ts'
import type { FlatRow } from '../table.ts'
import { instantOf, type SampleCommitment, type SampleWorld } from '../world.ts'
import {
  baseCells,
  type Cells,
  grossAndNetCells,
  grossOf,
  lastSecond,
  planCells,
  planProductCells,
  planRate,
  priced,
  productCells,
  quantityCells,
  rateCells,
  rateText,
  termCells,
  zoneOf,
} from './cur-cells.ts'
import { awsAccountId, awsCommitmentArn, awsPaymentOption, awsProducts, awsResourceId, digitsOf } from './names.ts'

/** Every line of the month that begins on `month`. */
export function* curLines(world: SampleWorld, month: string, granularity: Granularity): Generator<FlatRow> {
  let index = 0
  for (const charge of chargesOf(world, month, granularity)) {
    for (const line of linesOf(world, charge)) {
      index += 1
      yield { 'identity/LineItemId': lineItemId(world, month, index), ...line }
    }
  }
}

function lineItemId(world: SampleWorld, month: string, index: number): string {
  const part = (salt: string) => hash(`${world.seed}/${month}/${index}/${salt}`).toString(36).padStart(7, '0')
  return part('a') + part('b') + part('c')
}

function linesOf(world: SampleWorld, charge: SampleCharge): Cells[] {
  switch (charge.kind) {
    case 'usage':
      return usageLines(world, charge)
    case 'fee':
      return feeLines(world, charge)
    case 'upfront':
      return upfrontLines(world, charge)
    case 'adjustment':
      return [adjustmentLine(world, charge)]
    case 'tax':
      return [taxLine(world, charge)]
    // The unused part is on the line of the fee.
    case 'unused':
      return []
  }
}

function usageLines(world: SampleWorld, charge: UsageCharge): Cells[] {
  const { resource, product, model, commitment } = charge
  const facts = awsProducts[product]
  const spot = model === 'spot'
  const line = {
    ...baseCells(world, charge, resource.account),
    ...productCells(product, resource.region, spot ? 'SpotUsage' : 'BoxUsage'),
    ...quantityCells(charge),
    'lineItem/AvailabilityZone': facts.instanceType ? zoneOf(charge) : '',
    'lineItem/ResourceId': awsResourceId(world, resource),
    ...Object.fromEntries(Object.entries(resource.tags).map(([key, value]) => [`resourceTags/user:${key}`, value])),
    'resourceTags/aws:createdBy': resource.kind === 'bucket' ? 'AssumedRole:deploy' : '',
    // AWS has no public price of spot usage, and writes 0.
    'pricing/publicOnDemandCost': spot ? '0.0000000000' : amountText(charge.list),
    'pricing/publicOnDemandRate': spot ? '' : rateText(product),
    'pricing/term': spot ? '' : 'OnDemand',
  }
  if (model === 'reservation' && commitment) return [{ ...line, ...reservationUsageCells(world, charge, commitment) }]
  if (model === 'savings_plan' && commitment) return planUsageLines(world, charge, commitment, line)
  return discounted(world, {
    ...line,
    ...(spot
      ? priced(world, charge.billed, charge.billed)
      : priced(world, grossOf(world, charge.billed), charge.billed)),
    ...rateCells(world, charge),
    'lineItem/LineItemType': 'Usage',
    'lineItem/LineItemDescription': spot
      ? `${facts.instanceType} Linux Spot Instance-hour`
      : `$${rateText(product)} per ${facts.description}`,
  })
}

/** Covered by a reservation: bills nothing, and states its share of the reservation. */
function reservationUsageCells(world: SampleWorld, charge: UsageCharge, commitment: SampleCommitment): Cells {
  const { instanceType } = awsProducts[charge.product]
  const recurring = charge.amortized - charge.amortizedUpfront
  return {
    ...priced(world, 0n, 0n),
    ...termCells(commitment, 'Reserved'),
    'lineItem/LineItemType': 'DiscountedUsage',
    'lineItem/LineItemDescription': `Linux/UNIX (Amazon VPC), ${instanceType} reserved instance applied`,
    'lineItem/UnblendedRate': '0.0000000000',
    'reservation/ReservationARN': awsCommitmentArn(world, commitment),
    'reservation/SubscriptionId': digitsOf(world, commitment.key, 10),
    ...grossAndNetCells(world, 'reservation/', 'EffectiveCost', charge.amortized),
    ...grossAndNetCells(world, 'reservation/', 'AmortizedUpfrontCostForUsage', charge.amortizedUpfront),
    ...grossAndNetCells(world, 'reservation/', 'RecurringFeeForUsage', recurring),
  }
}

/** Covered by a savings plan: billed as on demand, and negated by a line that names no resource. */
function planUsageLines(world: SampleWorld, charge: UsageCharge, commitment: SampleCommitment, line: Cells): Cells[] {
  const gross = grossOf(world, charge.contracted)
  const plan = planCells(world, commitment)
  const covered = {
    ...line,
    ...plan,
    ...priced(world, gross, charge.contracted),
    ...rateCells(world, charge),
    'lineItem/LineItemType': 'SavingsPlanCoveredUsage',
    'lineItem/LineItemDescription': `$${rateText(charge.product)} per ${awsProducts[charge.product].description}`,
    'savingsPlan/SavingsPlanRate': planRate(commitment, charge.product),
    ...grossAndNetCells(world, 'savingsPlan/', 'SavingsPlanEffectiveCost', charge.amortized),
  }
  const negation = {
    ...baseCells(world, charge, charge.resource.account),
    ...productCells(charge.product, charge.resource.region, 'BoxUsage'),
    ...quantityCells(charge),
    ...plan,
    ...priced(world, -gross, -charge.contracted),
    'lineItem/LineItemType': 'SavingsPlanNegation',
    'lineItem/LineItemDescription': `SavingsPlanNegation used by ${awsAccountId(world, charge.resource.account)}`,
  }
  return [covered, negation]
}

function feeLines(world: SampleWorld, charge: FeeCharge): Cells[] {
  return charge.commitment.kind === 'reservation' ? reservationFeeLines(world, charge) : planFeeLines(world, charge)
}

/** One line for the month, from its first day, with the unused part of the reservation. */
function reservationFeeLines(world: SampleWorld, charge: FeeCharge): Cells[] {
  const { commitment } = charge
  if (commitment.kind !== 'reservation') return []
  const facts = awsProducts[commitment.product]
  const normalization = facts.normalization ?? 1
  const units = charge.quantity / 1_000_000
  const unused = charge.unusedQuantity / 1_000_000
  return discounted(world, {
    ...baseCells(world, charge, commitment.account),
    ...productCells(commitment.product, commitment.region, 'HeavyUsage'),
    // A report writes the end of a month's fee as its last second.
    'lineItem/UsageEndDate': lastSecond(charge.end),
    'identity/TimeInterval': `${charge.start}/${lastSecond(charge.end)}`,
    ...priced(world, grossOf(world, charge.billed), charge.billed),
    ...termCells(commitment, 'Reserved'),
    'lineItem/LineItemType': 'RIFee',
    'lineItem/LineItemDescription': `USD ${commitment.recurringPerHour} hourly fee per Linux/UNIX (Amazon VPC), ${facts.instanceType} instance`,
    'lineItem/UsageAmount': String(units),
    'lineItem/NormalizationFactor': String(normalization),
    'lineItem/NormalizedUsageAmount': String(units * normalization),
    'lineItem/UnblendedRate': commitment.recurringPerHour,
    'pricing/publicOnDemandCost': '0.0000000000',
    'pricing/unit': '',
    'reservation/ReservationARN': awsCommitmentArn(world, commitment),
    'reservation/SubscriptionId': digitsOf(world, commitment.key, 10),
    'reservation/StartTime': instantOf(world, commitment.from),
    'reservation/EndTime': instantOf(world, commitment.until),
    'reservation/ModificationStatus': 'Original',
    'reservation/NumberOfReservations': String(commitment.count),
    'reservation/UnitsPerReservation': String(units / commitment.count),
    'reservation/NormalizedUnitsPerReservation': String((units / commitment.count) * normalization),
    'reservation/TotalReservedUnits': String(units),
    'reservation/TotalReservedNormalizedUnits': String(units * normalization),
    'reservation/UnusedQuantity': String(unused),
    'reservation/UnusedNormalizedUnitQuantity': String(unused * normalization),
    ...grossAndNetCells(world, 'reservation/', 'AmortizedUpfrontFeeForBillingPeriod', charge.amortizedUpfront),
    ...grossAndNetCells(world, 'reservation/', 'UnusedAmortizedUpfrontFeeForBillingPeriod', charge.unusedUpfront),
    ...grossAndNetCells(world, 'reservation/', 'UnusedRecurringFee', charge.unusedRecurring),
    'reservation/UpfrontValue': amountText(grossOf(world, upfrontOf(world, commitment))),
  })
}

/** One line per hour or day, with the used part of the plan. */
function planFeeLines(world: SampleWorld, charge: FeeCharge): Cells[] {
  const { commitment } = charge
  const recurring = charge.billed
  const total = charge.amortizedUpfront + recurring
  return discounted(world, {
    ...baseCells(world, charge, commitment.account),
    ...planProductCells(commitment),
    ...planCells(world, commitment),
    ...priced(world, grossOf(world, recurring), recurring),
    'lineItem/LineItemType': 'SavingsPlanRecurringFee',
    'lineItem/LineItemDescription': `${commitment.termYears} year ${awsPaymentOption(commitment)} Compute Savings Plan`,
    'lineItem/UsageAmount': quantityText(charge.quantity),
    'savingsPlan/TotalCommitmentToDate': amountText(grossOf(world, total)),
    'savingsPlan/UsedCommitment': amountText(grossOf(world, charge.used)),
    ...grossAndNetCells(world, 'savingsPlan/', 'AmortizedUpfrontCommitmentForBillingPeriod', charge.amortizedUpfront),
    ...grossAndNetCells(world, 'savingsPlan/', 'RecurringCommitmentForBillingPeriod', recurring),
  })
}

function upfrontLines(world: SampleWorld, charge: UpfrontCharge): Cells[] {
  const { commitment } = charge
  const base = {
    ...baseCells(world, charge, commitment.account),
    ...priced(world, grossOf(world, charge.billed), charge.billed),
    'bill/BillType': 'Purchase',
    'lineItem/UsageAmount': '1',
    'lineItem/ResourceId': awsCommitmentArn(world, commitment),
  }
  if (commitment.kind === 'reservation') {
    return discounted(world, {
      ...base,
      ...productCells(commitment.product, commitment.region, 'HeavyUsage'),
      ...termCells(commitment, 'Reserved'),
      'lineItem/LineItemType': 'Fee',
      'lineItem/LineItemDescription': `Sign up charge for subscription: ${digitsOf(world, commitment.key, 10)}`,
      'pricing/unit': '',
      'reservation/ReservationARN': awsCommitmentArn(world, commitment),
      'reservation/SubscriptionId': digitsOf(world, commitment.key, 10),
    })
  }
  return discounted(world, {
    ...base,
    ...planProductCells(commitment),
    ...planCells(world, commitment),
    'lineItem/LineItemType': 'SavingsPlanUpfrontFee',
    'lineItem/LineItemDescription': `${commitment.termYears} year ${awsPaymentOption(commitment)} Compute Savings Plan`,
  })
}

function adjustmentLine(world: SampleWorld, charge: AdjustmentCharge): Cells {
  const { kind, description, publisher } = charge.adjustment
  return {
    ...baseCells(world, charge, charge.account),
    ...priced(world, charge.billed, charge.billed),
    'bill/BillType': kind === 'refund' ? 'Refund' : 'Anniversary',
    ...(publisher ? { 'bill/BillingEntity': 'AWS Marketplace', 'lineItem/LegalEntity': publisher } : {}),
    'lineItem/LineItemType': { credit: 'Credit', refund: 'Refund', subscription: 'Fee' }[kind],
    'lineItem/LineItemDescription': description,
    'lineItem/ProductCode': publisher ? 'logviewer' : 'AmazonEC2',
    'lineItem/UsageAmount': kind === 'subscription' ? '1' : '',
    'product/ProductName': publisher ? 'Log viewer' : 'Amazon Elastic Compute Cloud',
  }
}

function taxLine(world: SampleWorld, charge: TaxCharge): Cells {
  return {
    ...baseCells(world, charge, charge.account),
    ...priced(world, charge.billed, charge.billed),
    'lineItem/LineItemType': 'Tax',
    'lineItem/TaxType': 'VAT',
    'lineItem/LineItemDescription': 'Tax for product code AmazonEC2',
    'lineItem/ProductCode': 'AmazonEC2',
    'lineItem/UsageAmount': '1',
    'product/ProductName': 'Amazon Elastic Compute Cloud',
  }
}

/** The line, and the line of its contract discount. */
function discounted(world: SampleWorld, line: Cells): Cells[] {
  const net = line['lineItem/NetUnblendedCost']
  const gross = line['lineItem/UnblendedCost'] ?? '0'
  if (world.discountPercent === 0 || net === undefined || net === gross) return [line]
  const sharedPrefixes = [
    'identity/',
    'bill/',
    'lineItem/UsageAccountId',
    'lineItem/UsageStartDate',
    'lineItem/UsageEndDate',
  ]
  return [
    line,
    {
      ...Object.fromEntries(
        Object.entries(line).filter(([name]) => sharedPrefixes.some((prefix) => name.startsWith(prefix))),
      ),
      'bill/BillType': 'Anniversary',
      'lineItem/LineItemType': 'EdpDiscount',
      'lineItem/LineItemDescription': 'Enterprise Program Discount',
      'lineItem/ProductCode': line['lineItem/ProductCode'] ?? '',
      'lineItem/LegalEntity': line['lineItem/LegalEntity'] ?? '',
      'lineItem/CurrencyCode': line['lineItem/CurrencyCode'] ?? '',
      'lineItem/UsageAmount': '1',
      'lineItem/UnblendedCost': subtract(net, gross),
      'lineItem/NetUnblendedCost': '0',
    },
  ]
}
