/** The lines of a FOCUS Cost and Usage export, with every column that any version has; a table takes its own. */
import { type FocusColumn, type FocusVersion, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import { amountText, priceText, quantityText } from '../../bill/amount.ts'
import { hash } from '../../random.ts'
import { awsAccountId, awsCommitmentArn, awsPayerId, awsProducts, awsRegions, awsResourceId } from '../aws/names.ts'
import {
  type AdjustmentCharge,
  chargesOf,
  type FeeCharge,
  type Granularity,
  type SampleCharge,
  type UnusedCharge,
  type UpfrontCharge,
  type UsageCharge,
} from '../charges.ts'
import { type ProductKey, products } from '../products.ts'
import type { FlatRow } from '../table.ts'
import { monthAfter, type SampleCommitment, type SampleWorld } from '../world.ts'

type Values = Partial<Record<FocusColumn, string>>

export function* focusLines(
  world: SampleWorld,
  month: string,
  granularity: Granularity,
  version: FocusVersion,
): Generator<FlatRow> {
  for (const charge of chargesOf(world, month, granularity)) {
    const values = valuesOf(world, charge)
    if (values)
      yield toVersion({ ...accountValues(world, charge), ...values, ...contractValues(world, charge) }, version)
  }
}

function valuesOf(world: SampleWorld, charge: SampleCharge): Values | undefined {
  switch (charge.kind) {
    case 'usage':
      return usageValues(world, charge)
    case 'unused':
      return unusedValues(world, charge)
    case 'fee':
      // A commitment that is paid in full has no recurring fee, and no line for it in FOCUS.
      return charge.billed === 0n ? undefined : paymentValues(world, charge, 'Recurring')
    case 'upfront':
      return paymentValues(world, charge, 'One-Time')
    case 'adjustment':
      return adjustmentValues(charge)
    case 'tax':
      return {
        ...sameCost(charge.billed),
        ChargeCategory: 'Tax',
        ChargeFrequency: 'Recurring',
        ChargeDescription: `Tax, ${charge.percent}%`,
        ServiceName: 'Tax',
        ServiceCategory: 'Other',
        ServiceSubcategory: 'Other (Other)',
      }
  }
}

function usageValues(world: SampleWorld, charge: UsageCharge): Values {
  const { product, resource, model, commitment } = charge
  const { unitsPer, unit, description, instanceType } = awsProducts[product]
  const quantity = quantityText(charge.quantity * unitsPer)
  const spot = model === 'spot'
  const list = listPrice(product)
  const contracted = spot ? priceText(list, world.spotPercent) : priceText(list, 100 - world.discountPercent)
  return {
    ...productValues(product, resource.region),
    AvailabilityZone: instanceType ? awsRegions[resource.region].zones[0] : '',
    BilledCost: amountText(charge.billed),
    EffectiveCost: amountText(charge.amortized),
    ContractedCost: amountText(charge.contracted),
    ListCost: amountText(charge.list),
    ListUnitPrice: priceText(list),
    ContractedUnitPrice: contracted,
    PricingCurrencyListUnitPrice: priceText(list),
    PricingCurrencyContractedUnitPrice: contracted,
    PricingCurrencyEffectiveCost: amountText(charge.amortized),
    PricingCategory: spot ? 'Dynamic' : commitment ? 'Committed' : 'Standard',
    PricingQuantity: quantity,
    ConsumedQuantity: quantity,
    ConsumedUnit: unit,
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ChargeDescription: description,
    ResourceId: awsResourceId(world, resource),
    ResourceName: resource.name,
    ResourceType: resource.kind,
    Tags: JSON.stringify(resource.tags),
    ...(commitment
      ? {
          ...commitmentValues(world, commitment),
          CommitmentDiscountStatus: 'Used',
          // Machines are counted for a reservation, money for a savings plan.
          CommitmentDiscountQuantity: commitment.kind === 'reservation' ? quantity : amountText(charge.amortized),
        }
      : {}),
  }
}

function unusedValues(world: SampleWorld, charge: UnusedCharge): Values {
  const { commitment } = charge
  return {
    ...productValues(productOf(commitment), commitment.region),
    ...commitmentValues(world, commitment),
    BilledCost: '0',
    EffectiveCost: amountText(charge.amortized),
    ContractedCost: '0',
    ListCost: '0',
    PricingCurrencyEffectiveCost: amountText(charge.amortized),
    PricingCategory: 'Committed',
    PricingQuantity: '0',
    ChargeCategory: 'Usage',
    ChargeFrequency: 'Usage-Based',
    ChargeDescription: `Unused part of ${commitment.name}`,
    CommitmentDiscountStatus: 'Unused',
    CommitmentDiscountQuantity:
      commitment.kind === 'reservation' ? quantityText(charge.quantity) : amountText(charge.amortized),
  }
}

function paymentValues(world: SampleWorld, charge: FeeCharge | UpfrontCharge, frequency: string): Values {
  const { commitment, billed } = charge
  const cost = amountText(billed)
  return {
    ...productValues(productOf(commitment), commitment.region),
    ...commitmentValues(world, commitment),
    BilledCost: cost,
    EffectiveCost: '0',
    ContractedCost: cost,
    ListCost: cost,
    ListUnitPrice: cost,
    ContractedUnitPrice: cost,
    PricingCurrencyEffectiveCost: '0',
    PricingCategory: 'Standard',
    PricingQuantity: '1',
    PricingUnit: commitment.kind === 'reservation' ? 'Months' : 'Hours',
    ChargeCategory: 'Purchase',
    ChargeFrequency: frequency,
    ChargeDescription:
      frequency === 'Recurring' ? `${commitment.name}, recurring fee` : `${commitment.name}, upfront fee`,
    ResourceId: awsCommitmentArn(world, commitment),
    ResourceName: commitment.name,
    ResourceType: commitment.kind === 'reservation' ? 'Reserved Instance' : 'Savings Plan',
    SkuMeter: '',
  }
}

function adjustmentValues({ adjustment, billed }: AdjustmentCharge): Values {
  const categories: Record<typeof adjustment.kind, Values> = {
    credit: { ChargeCategory: 'Credit', ChargeFrequency: 'One-Time' },
    refund: { ChargeCategory: 'Usage', ChargeClass: 'Correction', ChargeFrequency: 'Usage-Based' },
    subscription: {
      ChargeCategory: 'Purchase',
      ChargeFrequency: 'Recurring',
      PricingCategory: 'Standard',
      PricingQuantity: '1',
      PricingUnit: 'Months',
      ListUnitPrice: amountText(billed),
      ContractedUnitPrice: amountText(billed),
    },
  }
  return {
    ...sameCost(billed),
    ...categories[adjustment.kind],
    ChargeDescription: adjustment.description,
    ServiceName: adjustment.publisher ? 'Log viewer' : 'Amazon Elastic Compute Cloud',
    ServiceCategory: adjustment.publisher ? 'Management and Governance' : 'Compute',
    ServiceSubcategory: adjustment.publisher ? 'Observability' : 'Virtual Machines',
    ...(adjustment.publisher ? { PublisherName: adjustment.publisher } : {}),
  }
}

function accountValues(world: SampleWorld, { account, month, start, end }: SampleCharge): Values {
  return {
    BillingAccountId: awsPayerId(world),
    BillingAccountName: world.payerName,
    BillingAccountType: 'Payer Account',
    BillingCurrency: account.currency,
    BillingPeriodStart: `${month}T00:00:00Z`,
    BillingPeriodEnd: `${monthAfter(month)}T00:00:00Z`,
    ChargePeriodStart: start,
    ChargePeriodEnd: end,
    HostProviderName: 'AWS',
    InvoiceId: `inv-${hash(`${world.seed}/${month}/${account.currency}`)}`,
    InvoiceIssuerName: 'Amazon Web Services, Inc.',
    PricingCurrency: account.currency,
    ProviderName: 'AWS',
    PublisherName: 'Amazon Web Services, Inc.',
    ServiceProviderName: 'AWS',
    SubAccountId: awsAccountId(world, account),
    SubAccountName: account.name,
    SubAccountType: 'Linked Account',
  }
}

function productValues(product: ProductKey, region: keyof typeof awsRegions): Values {
  const facts = awsProducts[product]
  const location = awsRegions[region]
  const sku = hash(`sku/${product}/${region}`).toString(36).toUpperCase()
  return {
    PricingUnit: facts.unit,
    RegionId: location.id,
    RegionName: location.name,
    ServiceCategory: facts.serviceCategory,
    ServiceName: facts.name,
    ServiceSubcategory: facts.serviceSubcategory,
    SkuId: sku,
    SkuMeter: facts.usageType,
    SkuPriceId: `${sku}.JRTCKXETXF.6YS6EN2CT7`,
    SkuPriceDetails: facts.instanceType
      ? JSON.stringify({
          InstanceType: facts.instanceType,
          InstanceSeries: facts.instanceType.split('.').at(-2) ?? '',
          CoreCount: products[product].cpus,
          MemorySize: products[product].gibibytes,
          OperatingSystem: 'Linux',
        })
      : '',
  }
}

/** Which contract a charge counts toward (1.3), and what could cover it (1.4). */
function contractValues(world: SampleWorld, charge: SampleCharge): Values {
  if (!('commitment' in charge) || !charge.commitment) return {}
  const { commitment } = charge
  const cost = 'amortized' in charge ? charge.amortized : charge.billed
  return {
    ContractApplied: JSON.stringify({
      Elements: [
        {
          ContractId: contractId(commitment),
          ContractCommitmentId: awsCommitmentArn(world, commitment),
          ContractCommitmentAppliedCost: Number(amountText(cost)),
        },
      ],
    }),
    CommitmentProgramEligibilityDetails: JSON.stringify({ Elements: [{ CommitmentProgram: commitment.kind }] }),
  }
}

export function contractId(commitment: SampleCommitment): string {
  return `contract-${commitment.account.key}`
}

/** The invoice's line that a charge is part of. */
export function invoiceDetailId(line: FlatRow): string {
  return `${line.InvoiceId}-${line.ChargeCategory?.toLowerCase()}`
}

/**
 * A 1.0 export often comes from a database: nothing is written NULL, and times have no time zone. 1.4 names the
 * invoice's line.
 */
function toVersion(values: Values, version: FocusVersion): FlatRow {
  if (version === '1.4') return { ...values, InvoiceDetailId: invoiceDetailId(values as FlatRow) } as FlatRow
  if (version !== '1.0') return values as FlatRow
  return Object.fromEntries(
    columnsOf('1.0').map((name) => {
      const value = values[name] || 'NULL'
      return [name, name.endsWith('Start') || name.endsWith('End') ? value.replace('T', ' ').replace('Z', '') : value]
    }),
  )
}

function commitmentValues(world: SampleWorld, commitment: SampleCommitment): Values {
  const reservation = commitment.kind === 'reservation'
  return {
    CommitmentDiscountId: awsCommitmentArn(world, commitment),
    CommitmentDiscountName: commitment.name,
    CommitmentDiscountCategory: reservation ? 'Usage' : 'Spend',
    CommitmentDiscountType: reservation ? 'Reserved Instance' : 'Savings Plan',
    CommitmentDiscountUnit: reservation ? 'Hrs' : commitment.account.currency,
  }
}

function productOf(commitment: SampleCommitment): ProductKey {
  return commitment.kind === 'reservation' ? commitment.product : 'machine-medium'
}

function sameCost(amount: bigint): Values {
  const text = amountText(amount)
  return {
    BilledCost: text,
    EffectiveCost: text,
    ContractedCost: text,
    ListCost: text,
    PricingCurrencyEffectiveCost: text,
  }
}

/** For one of the provider's units. */
function listPrice(product: ProductKey): string {
  const { unitsPer } = awsProducts[product]
  const { price } = products[product]
  return unitsPer === 1 ? price : (Number(price) / unitsPer).toFixed(10)
}

/** The columns a version has, in their order. */
export function columnsOf(version: FocusVersion): FocusColumn[] {
  return focusColumnNames.filter((name) => {
    const { since, until } = focusColumns[name] as { since: string; until?: string }
    return since <= version && (until === undefined || until >= version)
  })
}
