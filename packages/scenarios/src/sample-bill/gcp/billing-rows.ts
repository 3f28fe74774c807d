/**
 * The rows of Google Cloud's billing export, nested as in BigQuery. Committed use bills its fee in separate lines and
 * offsets covered usage with a credit; promotions are credits that are consumed by the following usage.
 * Source: Google Cloud, "Structure of Standard/Detailed data export".
 */
import { amountText, ofCents, priceText, quantityText } from '../../bill/amount.ts'
import { hash } from '../../random.ts'
import {
  type AdjustmentCharge,
  chargesOf,
  type FeeCharge,
  type Granularity,
  type SampleCharge,
  type UsageCharge,
} from '../charges.ts'
import { products } from '../products.ts'
import { instantOf, type SampleAccount, type SampleWorld } from '../world.ts'
import { gcpBillingAccount, gcpProducts, gcpProject, gcpRegions, gcpResource, gcpSku } from './names.ts'

/** Amounts are decimal text here; each encoding converts them to its own type. */
export interface GcpRow {
  billing_account_id: string
  service: { id: string; description: string }
  sku: { id: string; description: string }
  usage_start_time: string
  usage_end_time: string
  project: { id: string; number: string; name: string; labels: Label[]; ancestry_numbers: string } | null
  labels: Label[]
  system_labels: Label[]
  location: { location: string; country: string; region: string; zone: string } | null
  export_time: string
  cost: string
  currency: string
  currency_conversion_rate: string
  usage: { amount: string; unit: string; amount_in_pricing_units: string; pricing_unit: string } | null
  credits: { name: string; amount: string; full_name: string | null; id: string; type: string }[]
  invoice: { month: string }
  cost_type: string
  adjustment_info: { id: string; description: string; mode: string; type: string } | null
  cost_at_list: string | null
  transaction_type: string
  seller_name: string | null
  resource: { name: string; global_name: string } | null
  price: { effective_price: string; tier_start_amount: string; unit: string; pricing_unit_quantity: string } | null
}

interface Label {
  key: string
  value: string
}

export function* gcpRows(world: SampleWorld, month: string, granularity: Granularity): Generator<GcpRow> {
  const promotions = promotionsOf(world)
  for (const charge of chargesOf(world, month, granularity)) {
    const row = rowOf(world, charge)
    if (!row) continue
    if (charge.kind === 'usage') drawDown(promotions, charge, row)
    yield row
  }
}

function rowOf(world: SampleWorld, charge: SampleCharge): GcpRow | undefined {
  switch (charge.kind) {
    case 'usage':
      return usageRow(world, charge)
    case 'fee':
      return feeRow(world, charge)
    case 'adjustment':
      return charge.adjustment.kind === 'credit' ? undefined : adjustmentRow(world, charge)
    case 'tax':
      return {
        ...baseRow(world, charge),
        service: { id: 'A1E8-BE35-7EBC', description: 'Invoice' },
        sku: { id: '6E36-7D2B-C3A9', description: 'Tax' },
        project: null,
        cost: amountText(charge.billed),
        cost_type: 'tax',
      }
    // There is no upfront payment, and no line for the unused part.
    case 'upfront':
    case 'unused':
      return undefined
  }
}

function usageRow(world: SampleWorld, charge: UsageCharge): GcpRow {
  const { resource, product, model, commitment } = charge
  const facts = gcpProducts[product]
  const location = gcpRegions[resource.region]
  const description = gcpSku(product, resource.region, model === 'spot')
  const percent = model === 'spot' ? world.spotPercent : 100 - world.discountPercent
  const blocks = facts.pricingUnit === 'count' ? facts.usagePerUnit : 1
  return {
    ...baseRow(world, charge),
    service: { id: facts.serviceId, description: facts.service },
    sku: { id: skuId(description), description },
    labels: Object.entries(resource.tags).map(([key, value]) => ({ key, value })),
    system_labels: facts.machine
      ? [
          { key: 'compute.googleapis.com/machine_spec', value: facts.machine.type },
          { key: 'compute.googleapis.com/cores', value: facts.machine.cores },
          { key: 'compute.googleapis.com/memory', value: facts.machine.memory },
        ]
      : [],
    location: {
      location: location.id,
      country: location.country,
      region: location.id,
      zone: facts.machine ? location.zone : '',
    },
    cost: amountText(charge.contracted),
    usage: {
      amount: quantityText(
        Math.round(charge.quantity * (facts.pricingUnit === 'count' ? blocks : 1)) * usageFactor(facts.usageUnit),
      ),
      unit: facts.usageUnit,
      amount_in_pricing_units: quantityText(charge.quantity * blocks),
      pricing_unit: facts.pricingUnit,
    },
    credits: commitment
      ? [
          {
            name:
              commitment.kind === 'reservation'
                ? 'Committed Usage Discount: CPU'
                : 'Committed use discount - dollar based',
            amount: amountText(-charge.contracted),
            full_name: commitment.name,
            id: `Committed Usage Discount: ${commitment.key}`,
            type:
              commitment.kind === 'reservation' ? 'COMMITTED_USAGE_DISCOUNT' : 'COMMITTED_USAGE_DISCOUNT_DOLLAR_BASE',
          },
        ]
      : [],
    cost_at_list: amountText(charge.list),
    resource: gcpResource(world, resource),
    price: {
      effective_price: priceText(unitPrice(products[product].price, blocks), percent),
      tier_start_amount: '0',
      unit: facts.pricingUnit,
      pricing_unit_quantity: '1',
    },
  }
}

function feeRow(world: SampleWorld, charge: FeeCharge): GcpRow | undefined {
  const { commitment, billed } = charge
  if (billed === 0n) return undefined
  const location = gcpRegions[commitment.region]
  const term = commitment.termYears === 1 ? '1 Year' : '3 Years'
  const description =
    commitment.kind === 'reservation'
      ? `Commitment v1: N2 Cpu and Ram in ${location.name} for ${term}`
      : `Commitment - dollar based v1: Compute Engine for ${term}`
  return {
    ...baseRow(world, charge),
    service: { id: '6F81-5844-456A', description: 'Compute Engine' },
    sku: { id: skuId(description), description },
    location: { location: location.id, country: location.country, region: location.id, zone: '' },
    cost: amountText(billed),
    cost_at_list: amountText(billed),
    usage: { amount: '1', unit: 'requests', amount_in_pricing_units: '1', pricing_unit: 'count' },
  }
}

function adjustmentRow(world: SampleWorld, charge: AdjustmentCharge): GcpRow {
  const { kind, description, publisher } = charge.adjustment
  const base = { ...baseRow(world, charge), cost: amountText(charge.billed) }
  if (kind === 'subscription') {
    return {
      ...base,
      service: { id: 'D5E1-0B8A-1F44', description: 'Log viewer' },
      sku: { id: skuId(description), description },
      transaction_type: 'THIRD_PARTY_RESELLER',
      seller_name: publisher,
    }
  }
  return {
    ...base,
    service: { id: '6F81-5844-456A', description: 'Compute Engine' },
    sku: { id: skuId(description), description },
    cost_type: 'adjustment',
    adjustment_info: {
      id: hash(`${world.seed}/${description}`).toString(16),
      description,
      mode: 'PARTIAL_CORRECTION',
      type: 'GOODWILL',
    },
  }
}

interface Promotion {
  account: SampleAccount
  from: string
  remaining: bigint
  name: string
}

function promotionsOf(world: SampleWorld): Promotion[] {
  return world.adjustments
    .filter(({ kind }) => kind === 'credit')
    .map(({ account, day, cents, description }) => ({
      account,
      from: instantOf(world, day * 24),
      remaining: -ofCents(cents),
      name: description,
    }))
}

function drawDown(promotions: Promotion[], charge: UsageCharge, row: GcpRow): void {
  for (const promotion of promotions) {
    if (promotion.remaining === 0n || charge.billed === 0n) continue
    if (promotion.account !== charge.account || charge.start < promotion.from) continue
    // Within its month, so that the month's bill matches the world.
    if (charge.month.slice(0, 7) !== promotion.from.slice(0, 7)) continue
    const amount = charge.billed < promotion.remaining ? charge.billed : promotion.remaining
    promotion.remaining -= amount
    row.credits.push({
      name: promotion.name,
      amount: amountText(-amount),
      full_name: null,
      id: `Promotion-${hash(promotion.name)}`,
      type: 'PROMOTION',
    })
    return
  }
}

function baseRow(world: SampleWorld, { account, month, start, end }: SampleCharge): GcpRow {
  const project = gcpProject(world, account)
  return {
    billing_account_id: gcpBillingAccount(world, account.currency),
    service: { id: '', description: '' },
    sku: { id: '', description: '' },
    usage_start_time: start,
    usage_end_time: end,
    project: { ...project, labels: [{ key: 'stage', value: account.key }], ancestry_numbers: '/410022/881177/' },
    labels: [],
    system_labels: [],
    location: null,
    export_time: Temporal.Instant.from(end).add({ hours: 5, minutes: 12 }).toString(),
    cost: '0',
    currency: account.currency,
    currency_conversion_rate: account.currency === 'EUR' ? '0.8' : '1',
    usage: null,
    credits: [],
    invoice: { month: month.slice(0, 7).replace('-', '') },
    cost_type: 'regular',
    adjustment_info: null,
    cost_at_list: null,
    transaction_type: 'GOOGLE',
    seller_name: null,
    resource: null,
    price: null,
  }
}

/** Hours and gigabytes are reported in seconds and bytes. */
function usageFactor(unit: string): number {
  return unit === 'seconds' ? 3600 : 1
}

function unitPrice(price: string, blocks: number): string {
  return blocks === 1 ? price : (Number(price) / blocks).toFixed(10)
}

function skuId(description: string): string {
  const hex =
    hash(description).toString(16).toUpperCase().padStart(8, '0') + hash(`${description}/`).toString(16).toUpperCase()
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12).padEnd(4, '0')}`
}
