/**
 * What an inventory costs at public prices, in the form of a bill, so that the rules can evaluate it before the first
 * bill has arrived. A resource without a known price is left out: no amount is guessed.
 */
import type { FactWindow, ResourceUse, UnbilledResource } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { type Cloud, cloudOf } from '../rules/reading/cloud-of.ts'
import type { Priced } from './inventory-price.ts'
import { awsPriceOf } from './inventory-prices-aws.ts'
import { azurePriceOf } from './inventory-prices-azure.ts'
import { gcpPriceOf } from './inventory-prices-gcp.ts'
import { ociPriceOf } from './inventory-prices-oci.ts'

/** The list that the estimates of a provider are made from; shown with each recommendation. */
export function inventoryPriceSource(provider: string): string {
  const lists: Partial<Record<Cloud, string>> = {
    azure: 'Azure in East US',
    gcp: 'Google Cloud in us-central1',
    oci: 'Oracle Cloud, without its free amounts',
  }
  const name = lists[cloudOf(provider)] ?? 'AWS in us-east-1'
  return `public on-demand price of ${name}, because no bill of this account was imported`
}

export function usageFromInventory(
  resources: readonly UnbilledResource[],
  prices: readonly UnitPrice[],
  window: FactWindow,
): ResourceUse[] {
  const awsMachines = machinePrices(prices, 'aws', 'us-east-1')
  const azureMachines = machinePrices(prices, 'azure', 'eastus')
  const priceOf = (resource: UnbilledResource): Priced | readonly Priced[] | undefined => {
    switch (cloudOf(resource.provider)) {
      case 'aws':
        return awsPriceOf(resource, awsMachines)
      case 'azure':
        return azurePriceOf(resource, azureMachines)
      case 'gcp':
        return gcpPriceOf(resource)
      case 'oci':
        return ociPriceOf(resource)
      default:
        return undefined
    }
  }
  return resources.flatMap((resource) =>
    [priceOf(resource) ?? []].flat().map((priced) => usageOf(resource, priced, window)),
  )
}

/** By instance type, in the region that the estimates are made for. */
function machinePrices(prices: readonly UnitPrice[], cloud: string, listRegion: string): ReadonlyMap<string, Decimal> {
  return new Map(
    prices
      .filter(({ source, provider, region }) => source === 'public_list' && provider === cloud && region === listRegion)
      .map(({ instance_type, price }) => [instance_type, price]),
  )
}

function usageOf(resource: UnbilledResource, priced: Priced, window: FactWindow): ResourceUse {
  const { unit, price, monthlyQuantity, instanceType = '' } = priced
  const quantity = divide(multiply(monthlyQuantity, String(window.days)), '30', 6)
  const effective = divide(multiply(quantity, price), '1', 6)
  const first = resource.created_on > window.from ? resource.created_on : window.from
  const { provider, resource_id, tags } = resource
  return {
    currency: 'USD',
    provider,
    billing_account_id: resource.billing_account_id,
    sub_account_id: resource.sub_account_id,
    sub_account_name: resource.sub_account_name,
    service: resource.service,
    service_category: '',
    service_subcategory: '',
    region: resource.region,
    resource_id,
    resource_name: resource.name,
    resource_type: resource.type,
    tags,
    meter: priced.meter,
    description: '',
    sku_id: '',
    sku_price_id: '',
    instance_type: instanceType,
    pricing_category: 'Standard',
    commitment_id: '',
    pricing_unit: unit,
    quantity,
    billed: effective,
    effective,
    contracted: effective,
    list: effective,
    first_day: first,
    // It is there now: a bill of today would name it.
    last_day: window.to,
    // A young resource is less sure, and its monthly cost is not smaller.
    days: Math.max(1, Math.min(window.days, daysBetween(first, window.to))),
    hours: 0,
    is_estimate: true,
  }
}
