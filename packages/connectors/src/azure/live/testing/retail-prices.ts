/** For tests: an Azure Retail Prices API of our own, in the documented shape. */
import type { SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'

export interface RetailPrice {
  serviceName: string
  armRegionName: string
  armSkuName?: string
  productName: string
  skuName: string
  meterName: string
  retailPrice: unknown
  unitOfMeasure: string
  currencyCode?: string
  effectiveStartDate?: string
  effectiveEndDate?: string
  type?: string
  tierMinimumUnits?: number
  isPrimaryMeterRegion?: boolean
}

export function machinePrice(
  armSkuName: string,
  armRegionName: string,
  change: Partial<RetailPrice> = {},
): RetailPrice {
  const size = armSkuName.replace(/^Standard_/, '').replaceAll('_', ' ')
  return {
    ...{ serviceName: 'Virtual Machines', armRegionName, armSkuName },
    ...{ productName: 'Virtual Machines Series', skuName: size, meterName: size },
    ...{ retailPrice: 0.123, unitOfMeasure: '1 Hour' },
    ...change,
  }
}

export function diskPrice(skuName: string, armRegionName: string, retailPrice: unknown): RetailPrice {
  return {
    ...{ serviceName: 'Storage', armRegionName, productName: 'Premium SSD Managed Disks' },
    ...{ skuName, meterName: `${skuName} Disk`, retailPrice, unitOfMeasure: '1/Month' },
  }
}

/** It refuses a token: nothing of a customer belongs in a request that is open to everyone. */
export function answerRetailPrices(
  prices: readonly RetailPrice[],
  { url, headers }: Pick<SmallRequest, 'url' | 'headers'>,
  pageSize = 100,
): SmallAnswer {
  if (headers.authorization !== undefined) return { status: 400, body: { Error: { Message: 'A token was sent.' } } }
  const filters = [...(url.searchParams.get('$filter') ?? '').matchAll(/(\w+) eq '((?:[^']|'')*)'/g)]
  const matching = prices.filter((price) =>
    filters.every(([, name = '', value]) => {
      const fields: Readonly<Record<string, unknown>> = { priceType: price.type ?? 'Consumption', ...price }
      return fields[name] === value
    }),
  )
  const start = Number(url.searchParams.get('$skip') ?? 0)
  const next = new URL(url)
  next.searchParams.set('$skip', String(start + pageSize))
  const items = matching.slice(start, start + pageSize)
  return {
    body: {
      ...{ BillingCurrency: 'USD', CustomerEntityId: 'Default', CustomerEntityType: 'Retail' },
      Items: items.map((price, index) => ({
        ...{ currencyCode: 'USD', tierMinimumUnits: 0, meterId: `meter-${start + index}`, type: 'Consumption' },
        ...{ effectiveStartDate: '2026-10-01T00:00:00Z', isPrimaryMeterRegion: true, ...price },
      })),
      NextPageLink: start + pageSize < matching.length ? next.href : null,
      Count: items.length,
    },
  }
}
