/** For tests: a Cloud Billing Catalog of our own, in the documented shape. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'

export interface CatalogSku {
  /** "Compute Engine" by default. */
  service?: string
  skuId?: string
  description: string
  regions: readonly string[]
  usageType?: string
  usageUnit?: string
  /** By where they start. */
  rates?: readonly (readonly [from: number, unitPrice: object])[]
  effectiveTime?: string
  /** In place of all of it. */
  pricingInfo?: unknown
}

/** A price in US dollars, such as "0.021811590", as Google writes it. */
export function dollars(amount: string, currencyCode = 'USD'): object {
  const [units = '0', fraction = ''] = amount.split('.')
  return { currencyCode, units, nanos: Number(fraction.padEnd(9, '0')) }
}

/** vCPU and memory of a family, by hour: "E2 Instance". */
export function machineSkus(
  name: string,
  region: string,
  {
    cpu,
    memory,
    currency = 'USD',
    ...change
  }: { cpu: string; memory: string; currency?: string } & Partial<CatalogSku>,
): CatalogSku[] {
  const sku = { regions: [region], ...change }
  return [
    { description: `${name} Core running in Belgium`, usageUnit: 'h', rates: [[0, dollars(cpu, currency)]], ...sku },
    {
      description: `${name} Ram running in Belgium`,
      usageUnit: 'GiBy.h',
      rates: [[0, dollars(memory, currency)]],
      ...sku,
    },
  ]
}

const services: Readonly<Record<string, string>> = {
  'Cloud Storage': '95FF-2EF5-5EA1',
  'Compute Engine': '6F81-5844-456A',
  'Cloud SQL': '9662-B51E-5089',
}

/** The path is ".../v1/services" or ".../v1/services/<ID>/skus". */
export function answerCatalog(catalog: readonly CatalogSku[], url: URL, pageSize?: number): SmallAnswer {
  const size = Math.min(pageSize ?? 5_000, Number(url.searchParams.get('pageSize') ?? 5_000))
  const start = Number(url.searchParams.get('pageToken') ?? 0)
  const next = (count: number) => (start + size < count ? { nextPageToken: String(start + size) } : {})
  const id = /\/v1\/services\/([\w-]+)\/skus$/.exec(url.pathname)?.[1]
  if (id === undefined) {
    const listed = Object.entries(services).map(([displayName, serviceId]) => ({
      ...{ name: `services/${serviceId}`, serviceId, displayName, businessEntityName: 'businessEntities/GCP' },
    }))
    return { body: { services: listed.slice(start, start + size), ...next(listed.length) } }
  }
  const ofService = catalog.filter(({ service = 'Compute Engine' }) => services[service] === id)
  return {
    body: { skus: ofService.slice(start, start + size).map(skuOf), ...next(ofService.length) },
  }
}

function skuOf({ description, regions, usageType = 'OnDemand', ...sku }: CatalogSku, index: number): object {
  const { skuId = `sku-${index}`, usageUnit = 'h', rates = [], effectiveTime = '2026-10-01T00:00:00Z' } = sku
  return {
    ...{ name: `services/x/skus/${skuId}`, skuId, description, serviceRegions: regions },
    category: { serviceDisplayName: 'Compute Engine', resourceFamily: 'Compute', resourceGroup: 'CPU', usageType },
    serviceProviderName: 'Google',
    pricingInfo: sku.pricingInfo ?? [
      {
        summary: '',
        pricingExpression: {
          ...{ usageUnit, displayQuantity: 1, baseUnit: 's', baseUnitConversionFactor: 3600 },
          tieredRates: rates.map(([startUsageAmount, unitPrice]) => ({ startUsageAmount, unitPrice })),
        },
        ...{ currencyConversionRate: 1, effectiveTime },
      },
    ],
  }
}
