/**
 * Resources of small worlds as a provider bills them, hour by hour, as FOCUS rows. Written independently of the engine:
 * the cost of a resource is known by construction.
 */
import { fromHour, type Hour, hoursOfMonth, monthOfHour } from '@kept/foundation/calendar/hour.ts'
import { csvPieces } from '../../bill/csv.ts'
import type { BillRow } from '../../bill/row.ts'

export interface WorldResource {
  id: string
  from: Hour
  to: Hour
  /** Price of a unit in tenths of a cent, so that every cost is an integer number of them. */
  price: number
  sku: string
  /** Units in an hour; 1 when left out. */
  units?: (hour: Hour) => number
  tags?: Record<string, string>
  name?: string
  region?: string
  service?: string
  unit?: string
  instanceType?: string
  /** Share of the contracted cost that is paid, in percent; 100 when left out. */
  paidPercent?: number
  /** Hours of one line; 1 when left out. */
  span?: number
}

/** Contracted cost of the resource between two hours, in tenths of a cent. */
export function costOf(resource: WorldResource, from: Hour, to: Hour): number {
  let cost = 0
  for (let hour = Math.max(from, resource.from); hour < Math.min(to, resource.to); hour += 1)
    cost += resource.price * (resource.units?.(hour) ?? 1)
  return cost
}

const columns = [
  ...['BilledCost', 'BillingAccountId', 'BillingCurrency', 'BillingPeriodEnd', 'BillingPeriodStart', 'ChargeCategory'],
  ...['ChargePeriodEnd', 'ChargePeriodStart', 'ContractedCost', 'ContractedUnitPrice', 'EffectiveCost', 'ListCost'],
  ...[
    'PricingQuantity',
    'PricingUnit',
    'ProviderName',
    'RegionId',
    'ResourceId',
    'ResourceName',
    'ServiceName',
    'SkuId',
  ],
  ...['SkuPriceDetails', 'SkuPriceId', 'SubAccountId', 'Tags'],
] as const

/** A bill of all accounts. */
export function reboundBillCsv(accounts: Iterable<{ account: string; resources: readonly WorldResource[] }>) {
  return csvPieces(rowsOf(accounts), [...columns])
}

function* rowsOf(accounts: Iterable<{ account: string; resources: readonly WorldResource[] }>): Generator<BillRow> {
  for (const { account, resources } of accounts)
    for (const resource of resources) yield* rowsOfResource(account, resource)
}

function* rowsOfResource(account: string, resource: WorldResource): Generator<BillRow> {
  const { id, sku, price, paidPercent = 100, span = 1 } = resource
  const fixed = {
    BillingAccountId: 'payer',
    BillingCurrency: 'USD',
    ChargeCategory: 'Usage',
    ContractedUnitPrice: (price / 1000).toFixed(3),
    PricingUnit: resource.unit ?? 'Hours',
    ProviderName: 'AWS',
    RegionId: resource.region ?? 'eu-west-1',
    ResourceId: id,
    ResourceName: resource.name ?? '',
    ServiceName: resource.service ?? 'Amazon Elastic Compute Cloud',
    SkuId: sku,
    SkuPriceId: sku,
    SkuPriceDetails: resource.instanceType ? JSON.stringify({ InstanceType: resource.instanceType }) : '',
    SubAccountId: account,
    Tags: JSON.stringify(resource.tags ?? {}),
  }
  for (let hour = resource.from; hour < resource.to; hour += span) {
    let units = 0
    for (let unitHour = hour; unitHour < Math.min(hour + span, resource.to); unitHour += 1)
      units += resource.units?.(unitHour) ?? 1
    if (units === 0) continue
    const { from, to } = hoursOfMonth(monthOfHour(hour))
    const contracted = ((units * price) / 1000).toFixed(6)
    const effective = ((units * price * paidPercent) / 100_000).toFixed(6)
    yield {
      fixed,
      varying: {
        BilledCost: effective,
        BillingPeriodStart: fromHour(from),
        BillingPeriodEnd: fromHour(to),
        ChargePeriodStart: fromHour(hour),
        ChargePeriodEnd: fromHour(hour + span),
        ContractedCost: contracted,
        EffectiveCost: effective,
        ListCost: contracted,
        PricingQuantity: String(units),
      },
    }
  }
}
