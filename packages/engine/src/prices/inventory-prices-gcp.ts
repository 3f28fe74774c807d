/** Public prices of Google Cloud, us-central1: cloud.google.com/compute/disks-image-pricing, /vpc/network-pricing. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { hourly, type Priced, stored } from './inventory-price.ts'

const diskPrices: Readonly<Record<string, { meter: string; price: Decimal }>> = {
  'pd-standard': { meter: 'Storage PD Capacity', price: '0.04' },
  'pd-balanced': { meter: 'Balanced PD Capacity', price: '0.10' },
  'pd-ssd': { meter: 'SSD backed PD Capacity', price: '0.17' },
}
const snapshotPrice = '0.05'
const unusedAddressPrice = '0.01'
const usedAddressPrice = '0.005'
const forwardingRulePrice = '0.025'

export function gcpPriceOf({ type, state, attributes }: UnbilledResource): Priced | undefined {
  switch (type) {
    case 'Volume': {
      const disk = diskPrices[attributes.volume_type ?? '']
      return disk && stored(disk.meter, attributes.size_gb, disk.price)
    }
    case 'Snapshot':
      return stored('Storage PD Snapshot', attributes.size_gb, snapshotPrice)
    case 'Public IP address':
      return hourly('Static Ip Charge', state === 'associated' ? usedAddressPrice : unusedAddressPrice)
    case 'Load balancer':
      return hourly('Network Load Balancing: Forwarding Rule', forwardingRulePrice)
    default:
      return undefined
  }
}
