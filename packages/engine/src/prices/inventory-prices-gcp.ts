/** Public prices of Google Cloud, us-central1: cloud.google.com/compute/disks-image-pricing, /vpc/network-pricing. */
import type { Decimal } from '@kept/foundation/decimal.ts'
import { brought, gigabytesOf, hourly, type Priced, type PricedResource, stored } from './inventory-price.ts'

const diskPrices: Readonly<Record<string, { meter: string; price: Decimal }>> = {
  'pd-standard': { meter: 'Storage PD Capacity', price: '0.04' },
  'pd-balanced': { meter: 'Balanced PD Capacity', price: '0.10' },
  'pd-ssd': { meter: 'SSD backed PD Capacity', price: '0.17' },
}
const snapshotPrice = '0.05'
const unusedAddressPrice = '0.01'
const usedAddressPrice = '0.005'
const forwardingRulePrice = '0.025'

export function gcpPriceOf({ type, state, attributes }: PricedResource): Priced | undefined {
  switch (type) {
    case 'Volume': {
      const disk = diskPrices[attributes.volume_type ?? '']
      // A regional disk has a price of its own.
      if (attributes.regional === 'true') return undefined
      return disk && stored(disk.meter, attributes.size_gb, brought(disk.price))
    }
    case 'Snapshot':
      // What it stores is billed, and not the size of its disk.
      return stored('Storage PD Snapshot', gigabytesOf(attributes.stored_bytes), brought(snapshotPrice))
    case 'Public IP address':
      return hourly('Static Ip Charge', brought(state === 'associated' ? usedAddressPrice : unusedAddressPrice))
    case 'Load balancer':
      return hourly('Network Load Balancing: Forwarding Rule', brought(forwardingRulePrice))
    default:
      return undefined
  }
}
