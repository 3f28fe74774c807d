/** How the Azure Retail Prices API names what Kept prices: the filter, and the meter among what it leaves. */
import type { PricedProduct, PriceUnit } from '@kept/domain/list-price.ts'

interface RetailItem {
  productName: string
  skuName: string
  meterName: string
}

export interface AzureOffers {
  unit: PriceUnit
  /** Besides the region, by the name of a field: each must equal. */
  filter: Readonly<Record<string, string>>
  isOffer(item: RetailItem): boolean
}

/** learn.microsoft.com, Azure Retail Prices: fields and filters. Undefined for what it has no offer for. */
export function offersOf({ kind, type }: PricedProduct): AzureOffers | undefined {
  switch (kind) {
    case 'instance':
      return {
        unit: 'Hrs',
        filter: { serviceName: 'Virtual Machines', armSkuName: type },
        // The same size is listed with Windows, as Spot, and as a machine of Cloud Services.
        isOffer: ({ productName, skuName }) =>
          !/windows|cloud ?services/i.test(productName) && !/spot|low priority/i.test(skuName),
      }
    case 'volume':
      return {
        unit: '1/Month',
        filter: { serviceName: 'Storage', skuName: type },
        // Beside it: mounts of a shared disk, operations, bursting. "P10 Disks" is its earlier name.
        isOffer: ({ productName, meterName }) =>
          /managed disks/i.test(productName) &&
          (meterName === `${type} Disk` || meterName === `${type.replace(/ LRS$/, '')} Disks`),
      }
    case 'address':
      return {
        unit: 'Hrs',
        filter: { serviceName: 'Virtual Network', productName: 'IP Addresses' },
        isOffer: ({ meterName }) => meterName === 'Standard IPv4 Static Public IP',
      }
    case 'load_balancer':
      return {
        unit: 'Hrs',
        filter: { serviceName: 'Load Balancer', skuName: 'Standard' },
        isOffer: ({ meterName }) => /^standard included lb rules and outbound rules$/i.test(meterName),
      }
    default:
      return undefined
  }
}
