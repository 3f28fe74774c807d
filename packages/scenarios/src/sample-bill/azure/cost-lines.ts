/**
 * The lines of Azure's two cost exports, by the column names of an enterprise agreement's export. The actual export has
 * billed costs: purchases of commitments in full, usage they cover at zero. The amortized one has effective costs:
 * covered usage at its share, unused commitments in rows of their own, and no purchase of a commitment.
 */
import { addDays } from '@kept/foundation/calendar/day.ts'
import { amountText, priceText, quantityText } from '../../bill/amount.ts'
import {
  type AdjustmentCharge,
  chargesOf,
  type FeeCharge,
  type SampleCharge,
  type UnusedCharge,
  type UpfrontCharge,
  type UsageCharge,
} from '../charges.ts'
import { type ProductKey, products } from '../products.ts'
import type { FlatRow } from '../table.ts'
import { monthAfter, type RegionKey, type SampleCommitment, type SampleWorld } from '../world.ts'
import {
  azureBenefitId,
  azureBillingAccountId,
  azureCommitmentId,
  azureOrderId,
  azureProducts,
  azureRegions,
  azureResourceGroup,
  azureResourceId,
  azureSubscriptionId,
  guidOf,
} from './names.ts'

export type AzureMetric = 'actual' | 'amortized'

type Cells = Record<string, string>

/** Dates are ISO ("2026-07-01") and tags a JSON object; each variant of the export formats them in its own way. */
export function* azureLines(world: SampleWorld, month: string, metric: AzureMetric): Generator<FlatRow> {
  for (const charge of chargesOf(world, month, 'day')) {
    const cells = cellsOf(world, charge, metric)
    if (cells) yield { ...accountCells(world, charge), ...cells }
  }
}

function cellsOf(world: SampleWorld, charge: SampleCharge, metric: AzureMetric): Cells | undefined {
  switch (charge.kind) {
    case 'usage':
      return usageCells(world, charge, metric)
    case 'unused':
      return metric === 'amortized' ? unusedCells(world, charge) : undefined
    case 'fee':
    case 'upfront':
      return metric === 'actual' && charge.billed !== 0n ? purchaseCells(world, charge) : undefined
    case 'adjustment':
      return adjustmentCells(charge)
    case 'tax':
      return {
        ...unassigned,
        ...costCells(charge.billed),
        ChargeType: 'Tax',
        Frequency: 'Recurring',
        PricingModel: 'OnDemand',
        Product: `Tax, ${charge.percent}%`,
        PublisherType: 'Azure',
      }
  }
}

function usageCells(world: SampleWorld, charge: UsageCharge, metric: AzureMetric): Cells {
  const { resource, product, commitment, model } = charge
  const cost = metric === 'actual' ? charge.billed : charge.amortized
  const spot = model === 'spot'
  const { size } = azureProducts[product]
  return {
    ...productCells(world, product, resource.region, spot),
    Quantity: quantityText(charge.quantity),
    Cost: amountText(cost),
    EffectivePrice: perUnit(cost, charge.quantity),
    UnitPrice: priceText(products[product].price, spot ? world.spotPercent : 100 - world.discountPercent),
    PayGPrice: priceText(products[product].price),
    PaygCostInBillingCurrency: amountText(charge.list),
    ResourceType: azureProducts[product].resourceType,
    ResourceId: azureResourceId(world, resource),
    ResourceName: resource.name,
    ResourceGroup: azureResourceGroup(resource.account),
    Tags: Object.keys(resource.tags).length > 0 ? JSON.stringify(resource.tags) : '',
    AdditionalInfo: size ? JSON.stringify({ UsageType: 'ComputeHR', ServiceType: size, VMName: resource.name }) : '',
    ChargeType: 'Usage',
    Frequency: 'UsageBased',
    PricingModel: { on_demand: 'OnDemand', spot: 'Spot', reservation: 'Reservation', savings_plan: 'SavingsPlan' }[
      model
    ],
    PublisherType: 'Azure',
    PublisherName: 'Microsoft',
    ...(commitment ? commitmentCells(world, commitment) : {}),
  }
}

function unusedCells(world: SampleWorld, charge: UnusedCharge): Cells {
  const { commitment } = charge
  return {
    ...productCells(world, productOf(commitment), commitment.region, false),
    ...commitmentCells(world, commitment),
    Quantity: quantityText(charge.quantity),
    Cost: amountText(charge.amortized),
    EffectivePrice: perUnit(charge.amortized, charge.quantity),
    UnitPrice: '0',
    PayGPrice: '0',
    ChargeType: commitment.kind === 'reservation' ? 'UnusedReservation' : 'UnusedSavingsPlan',
    Frequency: 'UsageBased',
    PricingModel: commitment.kind === 'reservation' ? 'Reservation' : 'SavingsPlan',
    PublisherType: 'Azure',
    PublisherName: 'Microsoft',
  }
}

function purchaseCells(world: SampleWorld, charge: FeeCharge | UpfrontCharge): Cells {
  const { commitment, billed } = charge
  const cost = amountText(billed)
  const benefit = azureBenefitId(world, commitment, true)
  return {
    ...productCells(world, productOf(commitment), commitment.region, false),
    ...commitmentCells(world, commitment),
    ...costCells(billed),
    UnitPrice: cost,
    ConsumedService: commitment.kind === 'reservation' ? 'Microsoft.Capacity' : 'Microsoft.BillingBenefits',
    ResourceId: benefit,
    ReservationId: commitment.kind === 'reservation' ? azureOrderId(world, commitment) : '',
    benefitId: benefit,
    ChargeType: 'Purchase',
    Frequency: charge.kind === 'fee' ? 'Recurring' : 'OneTime',
    PricingModel: commitment.kind === 'reservation' ? 'Reservation' : 'SavingsPlan',
    PublisherType: 'Azure',
    PublisherName: 'Microsoft',
  }
}

function adjustmentCells({ adjustment, billed }: AdjustmentCharge): Cells {
  return {
    ...unassigned,
    ...costCells(billed),
    Product: adjustment.description,
    ChargeType: { credit: 'Credit', refund: 'Refund', subscription: 'Purchase' }[adjustment.kind],
    Frequency: adjustment.kind === 'subscription' ? 'Recurring' : 'OneTime',
    PricingModel: 'OnDemand',
    PublisherType: adjustment.publisher ? 'Marketplace' : 'Azure',
    PublisherName: adjustment.publisher || 'Microsoft',
    PlanName: adjustment.publisher ? 'Monthly' : '',
  }
}

/** Charges without a meter are "Unassigned" in an export. */
const unassigned: Cells = {
  MeterCategory: 'Unassigned',
  MeterSubCategory: 'Unassigned',
  MeterName: 'Unassigned',
  MeterRegion: 'Unassigned',
  MeterId: '00000000-0000-0000-0000-000000000000',
  ResourceLocation: 'Unassigned',
  UnitOfMeasure: '1',
}

function accountCells(world: SampleWorld, { account, month, start }: SampleCharge): Cells {
  const id = azureBillingAccountId(world)
  return {
    BillingAccountId: id,
    BillingAccountName: world.payerName,
    BillingPeriodStartDate: month,
    BillingPeriodEndDate: addDays(monthAfter(month), -1),
    BillingProfileId: id,
    BillingProfileName: world.payerName,
    AccountOwnerId: 'owner@example.com',
    AccountName: world.payerName,
    SubscriptionId: azureSubscriptionId(world, account),
    SubscriptionName: account.name,
    Date: start.slice(0, 10),
    BillingCurrency: account.currency,
    InvoiceSectionName: 'Shop',
    InvoiceSectionId: guidOf(world, 'section').slice(0, 8),
    CostCenter: `cc-${account.key}`,
    OfferId: 'MS-AZR-0017P',
    IsAzureCreditEligible: 'True',
  }
}

function productCells(world: SampleWorld, product: ProductKey, region: RegionKey, spot: boolean): Cells {
  const facts = azureProducts[product]
  const location = azureRegions[region]
  const meter = spot ? `${facts.meterName} Spot` : facts.meterName
  return {
    Product: `${facts.meterCategory} ${facts.meterSubCategory} - ${meter} - ${location.meterRegion}`,
    PartNumber: `AAA-${guidOf(world, product).slice(0, 5).toUpperCase()}`,
    MeterId: guidOf(world, `${product}/${region}/${spot}`),
    MeterCategory: facts.meterCategory,
    MeterSubCategory: facts.meterSubCategory,
    MeterRegion: location.meterRegion,
    MeterName: meter,
    ServiceFamily: facts.serviceFamily,
    UnitOfMeasure: facts.unitOfMeasure,
    ResourceLocation: location.location,
    ConsumedService: facts.consumedService,
  }
}

function commitmentCells(world: SampleWorld, commitment: SampleCommitment): Cells {
  const reservation = commitment.kind === 'reservation'
  const size = azureProducts[productOf(commitment)].size
  return {
    ReservationId: reservation ? azureCommitmentId(world, commitment) : '',
    ReservationName: reservation ? commitment.name : '',
    ProductOrderId: azureOrderId(world, commitment),
    ProductOrderName: reservation
      ? `Reserved VM Instance, ${size}, ${commitment.termYears} Year`
      : `Compute savings plan, ${commitment.termYears} Years`,
    Term: String(commitment.termYears * 12),
    benefitId: azureBenefitId(world, commitment),
    benefitName: commitment.name,
  }
}

function costCells(amount: bigint): Cells {
  const cost = amountText(amount)
  return { Quantity: '1', Cost: cost, EffectivePrice: cost, UnitPrice: cost, PayGPrice: '0' }
}

function productOf(commitment: SampleCommitment): ProductKey {
  return commitment.kind === 'reservation' ? commitment.product : 'machine-medium'
}

/** A price for one unit, to sixteen decimals: an export's effective price is rounded, its cost is not. */
function perUnit(amount: bigint, quantityMillionths: number): string {
  if (quantityMillionths === 0) return '0'
  return amountText(((amount * 1_000_000n) / BigInt(quantityMillionths) / 10_000n) * 10_000n)
}
