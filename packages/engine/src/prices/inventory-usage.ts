/**
 * What an inventory costs at list prices, in the form of a bill, so that the rules can evaluate it before the first
 * bill has arrived. A resource without a known price is left out: no amount is guessed.
 */
import type { FactWindow, ResourceUse, UnbilledResource } from '@kept/domain/facts.ts'
import { describeListPrice, type PricedProduct, productKey, type StoredListPrice } from '@kept/domain/list-price.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { type Cloud, cloudOf } from '../rules/reading/cloud-of.ts'
import type { Priced, PricedResource, ReadListPrice } from './inventory-price.ts'
import { awsPrices } from './inventory-prices-aws.ts'
import { azurePriceOf } from './inventory-prices-azure.ts'
import { gcpPricesOf } from './inventory-prices-gcp.ts'
import { ociPriceOf } from './inventory-prices-oci.ts'

/** The list that Kept brings along for a provider; shown with each recommendation that is made from it. */
export function builtInPriceSource(provider: string): string {
  const lists: Partial<Record<Cloud, string>> = {
    azure: 'Azure in East US',
    gcp: 'Google Cloud in us-central1',
    oci: 'Oracle Cloud, without its free amounts',
  }
  const name = lists[cloudOf(provider)] ?? 'AWS in us-east-1'
  return `public on-demand price of ${name}`
}

interface Prices {
  /** Those that Kept brings along are among them. */
  unit: readonly UnitPrice[]
  /** As connections read them; they outrank those that Kept brings along. */
  listed: readonly StoredListPrice[]
}

export function usageFromInventory(
  resources: readonly UnbilledResource[],
  { unit, listed }: Prices,
  window: FactWindow,
): ResourceUse[] {
  const pricesOf = pricing(unit, (provider) => {
    const ofCloud = listed.filter((price) => cloudOf(price.provider) === provider)
    const byProduct = new Map(ofCloud.map((price) => [productKey(price), price]))
    return (product) => {
      const price = byProduct.get(productKey(product))
      return price && { ...price, source: describeListPrice(price) }
    }
  })
  return resources.flatMap((resource) => pricesOf(resource).map((priced) => usageOf(resource, priced, window)))
}

/** What a connection reads list prices for: the products that the estimates of these resources are made from. */
export function productsOf(resources: readonly PricedResource[]): PricedProduct[] {
  const products = new Map<string, PricedProduct>()
  const pricesOf = pricing([], () => (product) => {
    // In no region, nothing has a price.
    if (product.region !== '') products.set(productKey(product), product)
    return undefined
  })
  for (const resource of resources) pricesOf(resource)
  return [...products.values()]
}

/** The prices of one resource, by its cloud. */
function pricing(
  unit: readonly UnitPrice[],
  readerOf: (cloud: Cloud) => ReadListPrice,
): (resource: PricedResource) => readonly Priced[] {
  const [readAws, readAzure, readGcp] = [readerOf('aws'), readerOf('azure'), readerOf('gcp')]
  const awsPricesOf = awsPrices(machinePrices(unit, 'aws', 'us-east-1'), readAws)
  const azureMachines = machinePrices(unit, 'azure', 'eastus')
  const pricesOf = (resource: PricedResource): readonly (Priced | undefined)[] => {
    switch (cloudOf(resource.provider)) {
      case 'aws':
        return awsPricesOf(resource)
      case 'azure':
        return [azurePriceOf(resource, azureMachines, readAzure)]
      case 'gcp':
        return gcpPricesOf(resource, readGcp)
      case 'oci':
        return [ociPriceOf(resource)]
      default:
        return []
    }
  }
  return (resource) => pricesOf(resource).filter((priced) => priced !== undefined)
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
  const { unit, price, currency, source, monthlyQuantity, instanceType = '' } = priced
  const quantity = divide(multiply(monthlyQuantity, String(window.days)), '30', 6)
  const effective = divide(multiply(quantity, price), '1', 6)
  const first = resource.created_on > window.from ? resource.created_on : window.from
  const { provider, resource_id, tags } = resource
  return {
    currency,
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
    ...(source !== '' && { price_source: source }),
  }
}
