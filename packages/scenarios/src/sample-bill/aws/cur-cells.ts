/** Groups of cells that lines of an AWS Cost and Usage Report share, by the column names of the legacy CSV. */
import { amountText, priceText, quantityText } from '../../bill/amount.ts'
import { hash } from '../../random.ts'
import type { SampleCharge, UsageCharge } from '../charges.ts'
import { type ProductKey, products } from '../products.ts'
import { instantOf, monthAfter, type SampleAccount, type SampleCommitment, type SampleWorld } from '../world.ts'
import { awsAccountId, awsCommitmentArn, awsPayerId, awsPaymentOption, awsProducts, awsRegions } from './names.ts'

export type Cells = Record<string, string>

export function baseCells(
  world: SampleWorld,
  { month, start, end }: Pick<SampleCharge, 'month' | 'start' | 'end'>,
  account: SampleAccount,
): Cells {
  const issued = monthAfter(month)
  return {
    'identity/TimeInterval': `${start}/${end}`,
    'bill/InvoiceId': String(hash(`${world.seed}/${month}/${account.currency}`)),
    'bill/InvoicingEntity': 'Amazon Web Services, Inc.',
    'bill/BillingEntity': 'AWS',
    'bill/BillType': 'Anniversary',
    'bill/PayerAccountId': awsPayerId(world),
    'bill/BillingPeriodStartDate': `${month}T00:00:00Z`,
    'bill/BillingPeriodEndDate': `${issued}T00:00:00Z`,
    'lineItem/UsageAccountId': awsAccountId(world, account),
    'lineItem/UsageStartDate': start,
    'lineItem/UsageEndDate': end,
    'lineItem/CurrencyCode': account.currency,
    'lineItem/LegalEntity': 'Amazon Web Services, Inc.',
    'pricing/currency': account.currency,
  }
}

/** Costs before the discount and, with a discount, what the account pays. */
export function priced(world: SampleWorld, gross: bigint, net: bigint): Cells {
  const cost = amountText(gross)
  return {
    'lineItem/UnblendedCost': cost,
    'lineItem/BlendedCost': cost,
    ...(world.discountPercent > 0 ? { 'lineItem/NetUnblendedCost': amountText(net) } : {}),
  }
}

/** A column of commitments before the discount, and its `Net` counterpart where the account has one. */
export function grossAndNetCells(world: SampleWorld, group: string, name: string, net: bigint): Cells {
  return {
    [`${group}${name}`]: amountText(grossOf(world, net)),
    ...(world.discountPercent > 0 ? { [`${group}Net${name}`]: amountText(net) } : {}),
  }
}

export function rateCells(world: SampleWorld, { product, model, resource }: UsageCharge): Cells {
  const rate = model === 'spot' ? priceText(unitPrice(product), world.spotPercent) : rateText(product)
  return {
    'lineItem/UnblendedRate': rate,
    'lineItem/BlendedRate': rate,
    ...(world.discountPercent > 0
      ? {
          'lineItem/NetUnblendedRate': resource.spot
            ? rate
            : priceText(unitPrice(product), 100 - world.discountPercent),
        }
      : {}),
  }
}

export function productCells(product: ProductKey, region: keyof typeof awsRegions, use: string): Cells {
  const facts = awsProducts[product]
  const location = awsRegions[region]
  const usageType = `${location.prefix}${facts.usageType.replace('BoxUsage', use)}`
  return {
    'lineItem/ProductCode': facts.code,
    'lineItem/UsageType': usageType,
    'lineItem/Operation': facts.operation,
    'product/ProductName': facts.name,
    'product/productFamily': facts.family,
    'product/servicecode': facts.code,
    'product/sku': skuOf(product, region),
    'product/region': location.id,
    'product/regionCode': location.id,
    'product/location': location.name,
    'product/usagetype': usageType,
    'product/operation': facts.operation,
    'product/instanceType': facts.instanceType ?? '',
    'product/instanceFamily': product.startsWith('machine') ? 'General purpose' : '',
    'product/operatingSystem': product.startsWith('machine') ? 'Linux' : '',
    'product/databaseEngine': product === 'database' ? 'PostgreSQL' : '',
    'product/vcpu': products[product].cpus ? String(products[product].cpus) : '',
    'product/memory': products[product].gibibytes ? `${products[product].gibibytes} GiB` : '',
    'product/volumeApiName': product === 'disk' ? 'gp3' : '',
    'product/storageClass': product === 'object-storage' ? 'General Purpose' : '',
    'pricing/unit': facts.unit,
    'pricing/RateId': String(hash(`rate/${product}/${region}`)),
    'pricing/RateCode': `${skuOf(product, region)}.JRTCKXETXF.6YS6EN2CT7`,
  }
}

export function planProductCells(commitment: SampleCommitment): Cells {
  const option = awsPaymentOption(commitment).replace(' ', '')
  return {
    'lineItem/ProductCode': 'ComputeSavingsPlans',
    'lineItem/UsageType': `ComputeSP:${commitment.termYears}yr${option}`,
    'product/ProductName': 'Savings Plans for AWS Compute usage',
    'product/servicecode': 'ComputeSavingsPlans',
    'product/sku': skuOf('machine-small', commitment.region).toLowerCase(),
  }
}

export function planCells(world: SampleWorld, commitment: SampleCommitment): Cells {
  return {
    'savingsPlan/SavingsPlanARN': awsCommitmentArn(world, commitment),
    'savingsPlan/OfferingType': 'ComputeSavingsPlans',
    'savingsPlan/PaymentOption': awsPaymentOption(commitment),
    'savingsPlan/PurchaseTerm': `${commitment.termYears}yr`,
    'savingsPlan/StartTime': instantOf(world, commitment.from),
    'savingsPlan/EndTime': instantOf(world, commitment.until),
  }
}

export function termCells(commitment: SampleCommitment, term: string): Cells {
  return {
    'pricing/term': term,
    'pricing/LeaseContractLength': `${commitment.termYears}yr`,
    'pricing/OfferingClass': 'standard',
    'pricing/PurchaseOption': awsPaymentOption(commitment),
  }
}

export function quantityCells({ product, quantity }: UsageCharge): Cells {
  const { unitsPer, normalization } = awsProducts[product]
  const text = quantityText(quantity * unitsPer)
  return {
    'lineItem/UsageAmount': text,
    ...(normalization
      ? {
          'lineItem/NormalizationFactor': String(normalization),
          'lineItem/NormalizedUsageAmount': quantityText(quantity * normalization),
        }
      : {}),
  }
}

/** Before the contract's discount. Every net amount is a multiple of the discounted percentage, so this is exact. */
export function grossOf({ discountPercent }: SampleWorld, net: bigint): bigint {
  return (net * 100n) / BigInt(100 - discountPercent)
}

/** The list price of one of AWS's units. */
function unitPrice(product: ProductKey): string {
  const { price } = products[product]
  const { unitsPer } = awsProducts[product]
  return unitsPer === 1 ? price : (Number(price) / unitsPer).toFixed(10)
}

export function rateText(product: ProductKey): string {
  return priceText(unitPrice(product))
}

export function planRate(commitment: SampleCommitment, product: ProductKey): string {
  return commitment.kind === 'savings_plan' ? priceText(unitPrice(product), commitment.ratePercent) : ''
}

function skuOf(product: ProductKey, region: string): string {
  return hash(`sku/${product}/${region}`).toString(36).toUpperCase().padEnd(12, 'X')
}

export function zoneOf({ resource }: UsageCharge): string {
  const { zones } = awsRegions[resource.region]
  return zones[hash(resource.key) % zones.length] ?? ''
}

export function lastSecond(instant: string): string {
  return Temporal.Instant.from(instant).subtract({ seconds: 1 }).toString()
}
