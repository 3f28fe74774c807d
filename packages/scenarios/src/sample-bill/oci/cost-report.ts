/**
 * Oracle Cloud's cost report: usage by the hour or day at the contract's price. It has no commitments, taxes or
 * subscriptions; a correction is a line that names the corrected one.
 */
import { amountText, priceText, quantityText } from '../../bill/amount.ts'
import { hash, random } from '../../random.ts'
import { chargesOf, type Granularity, type SampleCharge, type UsageCharge } from '../charges.ts'
import { type ProductKey, products } from '../products.ts'
import type { FlatRow, SampleTable } from '../table.ts'
import { monthsOf, type RegionKey, type SampleAccount, type SampleWorld } from '../world.ts'

const regions: Record<RegionKey, { id: string; domain: string }> = {
  america: { id: 'us-ashburn-1', domain: 'iad-ad-1' },
  europe: { id: 'eu-frankfurt-1', domain: 'fra-ad-2' },
}

interface OciProduct {
  service: string
  description: string
  unit: string
  readable: string
  type: string
  /** Oracle's units in one unit of the product. */
  unitsPer: number
}

const machine = (shape: string): OciProduct => ({
  service: 'COMPUTE',
  description: `Compute - ${shape}`,
  unit: 'Instance Per Hour',
  readable: '1 NONE HOURS INSTANCE',
  type: 'instance',
  unitsPer: 1,
})

const ociProducts: Record<ProductKey, OciProduct> = {
  'machine-small': machine('Standard E4 1 OCPU'),
  'machine-medium': machine('Standard E4 2 OCPU'),
  'machine-large': machine('Standard E4 4 OCPU'),
  'machine-extra-large': machine('Standard E4 8 OCPU'),
  disk: {
    service: 'BLOCK_STORAGE',
    description: 'Storage - Block Volume',
    unit: 'Gigabyte Storage Capacity Per Month',
    readable: '1 GB MONTHS STORAGE',
    type: 'volume',
    unitsPer: 1,
  },
  'object-storage': {
    service: 'OBJECTSTORE',
    description: 'Object Storage - Storage',
    unit: 'Gigabyte Storage Capacity Per Month',
    readable: '1 GB MONTHS STORAGE',
    type: 'bucket',
    unitsPer: 1,
  },
  'object-requests': {
    service: 'OBJECTSTORE',
    description: 'Object Storage - Requests',
    unit: '10,000 Requests Per Month',
    readable: '10000 NONE NONE REQUEST',
    type: 'bucket',
    unitsPer: 1,
  },
  database: {
    service: 'DATABASE',
    description: 'Database with PostgreSQL',
    unit: 'Hours',
    readable: '1 NONE HOURS INSTANCE',
    type: 'postgresqldbsystem',
    unitsPer: 1,
  },
  egress: {
    service: 'NETWORK',
    description: 'Networking - Outbound Data Transfer',
    unit: 'Gigabyte Outbound Data Transfer Per Month',
    readable: '1 GB NONE NETWORK',
    type: 'vcn',
    unitsPer: 1,
  },
  ingress: {
    service: 'NETWORK',
    description: 'Networking - Inbound Data Transfer',
    unit: 'Gigabyte Inbound Data Transfer Per Month',
    readable: '1 GB NONE NETWORK',
    type: 'vcn',
    unitsPer: 1,
  },
  'load-balancer': {
    service: 'LBAAS',
    description: 'Load Balancer Base',
    unit: 'Load Balancer Hour',
    readable: '1 NONE HOURS INSTANCE',
    type: 'loadbalancer',
    unitsPer: 1,
  },
  'ai-input': {
    service: 'GENERATIVE_AI',
    description: 'Generative AI - Assistant Input',
    unit: '1,000 Transactions',
    readable: '1000 NONE NONE REQUEST',
    type: 'generativeaiendpoint',
    unitsPer: 1,
  },
  'ai-output': {
    service: 'GENERATIVE_AI',
    description: 'Generative AI - Assistant Output',
    unit: '1,000 Transactions',
    readable: '1000 NONE NONE REQUEST',
    type: 'generativeaiendpoint',
    unitsPer: 1,
  },
}

const fixed = [
  ...['lineItem/referenceNo', 'lineItem/tenantId', 'lineItem/intervalUsageStart', 'lineItem/intervalUsageEnd'],
  ...['product/service', 'product/compartmentId', 'product/compartmentName', 'product/region'],
  ...['product/availabilityDomain', 'product/resourceId', 'usage/billedQuantity', 'usage/billedQuantityOverage'],
  ...['cost/subscriptionId', 'cost/productSku', 'product/Description', 'cost/unitPrice', 'cost/unitPriceOverage'],
  ...['cost/myCost', 'cost/myCostOverage', 'cost/currencyCode', 'cost/billingUnitReadable'],
  ...['cost/skuUnitDescription', 'cost/overageFlag', 'lineItem/isCorrection', 'lineItem/backreferenceNo'],
]

/** What such a report contains of a world. */
export function isInCostReport(charge: SampleCharge): boolean {
  return charge.kind === 'usage' || (charge.kind === 'adjustment' && charge.adjustment.kind === 'refund')
}

export function ociTables(world: SampleWorld, { granularity }: { granularity: Granularity }): SampleTable[] {
  // Tags are columns, and those of one report are those of its resources.
  const tags = [...new Set(world.resources.flatMap(({ tags }) => Object.keys(tags)))]
  const columns = [...fixed, ...tags.map(tagColumn)]
  return monthsOf(world).map((month) => ({
    name: `reports_cost-csv_${month.slice(0, 7)}`,
    month,
    columns: columns.map((name) => ({ name, type: 'text' as const })),
    rows: function* (): Generator<FlatRow> {
      let index = 0
      for (const charge of chargesOf(world, month, granularity)) {
        if (!isInCostReport(charge)) continue
        index += 1
        yield rowOf(world, charge, index)
      }
    },
  }))
}

function rowOf(world: SampleWorld, charge: SampleCharge, index: number): FlatRow {
  const { account, start, end, month } = charge
  const tenancy = ocid(world, 'tenancy', 'payer', '')
  const base = {
    'lineItem/referenceNo': random(`${world.seed}/oci/${month}/${index}`).hex(32),
    'lineItem/tenantId': tenancy,
    // The start without seconds, the end with them, as in real reports.
    'lineItem/intervalUsageStart': start.replace(/:00Z$/, 'Z'),
    'lineItem/intervalUsageEnd': end,
    'product/compartmentId': ocid(world, 'compartment', account.key, ''),
    'product/compartmentName': account.name,
    'cost/subscriptionId': subscriptionOf(world, account),
    'cost/currencyCode': account.currency,
    'cost/overageFlag': 'false',
    'lineItem/isCorrection': 'false',
  }
  if (charge.kind === 'usage') return { ...base, ...usageCells(world, charge) }
  return {
    ...base,
    'product/service': 'COMPUTE',
    'product/Description': charge.kind === 'adjustment' ? charge.adjustment.description : '',
    'usage/billedQuantity': '-1',
    'cost/productSku': 'B93113',
    'cost/myCost': 'billed' in charge ? scientific(amountText(charge.billed)) : '',
    'lineItem/isCorrection': 'true',
    'lineItem/backreferenceNo': random(`${world.seed}/oci/${month}/1`).hex(32),
  }
}

function usageCells(world: SampleWorld, charge: UsageCharge): FlatRow {
  const { resource, product, model } = charge
  const facts = ociProducts[product]
  const location = regions[resource.region]
  const percent = model === 'spot' ? world.spotPercent : 100 - world.discountPercent
  return {
    'product/service': facts.service,
    'product/region': location.id,
    'product/availabilityDomain': facts.type === 'instance' ? location.domain : '',
    'product/resourceId': ocid(world, facts.type, resource.key, location.id),
    'usage/billedQuantity': padded(quantityText(charge.quantity)),
    'cost/productSku': `B${90_000 + (hash(product) % 9_999)}`,
    'product/Description': facts.description,
    'cost/unitPrice': padded(priceText(products[product].price, percent)),
    'cost/myCost': scientific(amountText(charge.billed)),
    'cost/billingUnitReadable': facts.readable,
    'cost/skuUnitDescription': facts.unit,
    ...Object.fromEntries(Object.entries(resource.tags).map(([key, value]) => [tagColumn(key), value])),
  }
}

function tagColumn(key: string): string {
  return `tags/fairview.${key}`
}

function subscriptionOf(world: SampleWorld, account: SampleAccount): string {
  return String(10_000_000 + (hash(`${world.seed}/oci/${account.currency}`) % 89_999_999))
}

function ocid(world: SampleWorld, type: string, key: string, region: string): string {
  return `ocid1.${type}.oc1.${region}.${random(`${world.seed}/oci/${type}/${key}`).hex(60)}`
}

/** Eighteen decimals, zeros included. */
function padded(text: string): string {
  const [integer, fraction = ''] = text.split('.')
  return `${integer}.${fraction.padEnd(18, '0')}`
}

/** Small amounts are written as "2.323760000E-9". */
function scientific(text: string): string {
  const small = /^(-?)0\.(0{5,})(\d+)$/.exec(text)
  if (!small) return text
  const [, sign = '', zeros = '', digits = ''] = small
  return `${sign}${digits[0]}.${digits.slice(1) || '0'}E-${zeros.length + 1}`
}
