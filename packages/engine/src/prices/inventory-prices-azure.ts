/** List prices of Azure: as a connection reads them for the region of a resource, else those that Kept brings along. */
import type { Decimal } from '@kept/foundation/decimal.ts'
import {
  amountsIn,
  hourly,
  monthly,
  type Priced,
  type PricedResource,
  type ReadListPrice,
  stored,
} from './inventory-price.ts'

/**
 * A disk is billed as the next larger tier: gigabytes, number of the tier, and dollars a month by kind, in East US:
 * azure.microsoft.com/pricing/details/managed-disks, ip-addresses, load-balancer.
 */
const diskTiers: readonly (readonly [
  gigabytes: number,
  tier: number,
  premium: Decimal,
  standardSsd: Decimal,
  hdd: Decimal,
])[] = [
  [32, 4, '5.28', '2.40', '1.54'],
  [64, 6, '10.21', '4.80', '3.01'],
  [128, 10, '19.71', '9.60', '5.89'],
  [256, 15, '38.02', '19.20', '11.33'],
  [512, 20, '73.22', '38.40', '21.76'],
  [1024, 30, '135.17', '76.80', '40.96'],
  [2048, 40, '259.05', '153.60', '77.83'],
  [4096, 50, '495.57', '307.20', '143.36'],
]
const snapshotPrice = '0.05'
const addressPrice = '0.005'
const loadBalancerPrice = '0.025'

/** Prices one resource; undefined for what has no price. */
export function azurePriceOf(
  { type, size, state, region, attributes }: PricedResource,
  machinePrices: ReadonlyMap<string, Decimal>,
  read: ReadListPrice,
): Priced | undefined {
  const amountOf = amountsIn(region, read)
  switch (type) {
    case 'Instance': {
      // A deallocated one bills nothing, a stopped one does; Spot has no list price; Windows costs more than this list.
      const isBilled = state === 'running' || state === 'stopped'
      if (size === '' || !isBilled || attributes.lifecycle === 'spot' || attributes.platform) return undefined
      const amount = amountOf('instance', 'Hrs', machinePrices.get(size), { type: size })
      return hourly(size.replaceAll('_', ' '), amount, size)
    }
    case 'Volume': {
      const disk = diskOf(attributes.volume_type ?? '', Number(attributes.size_gb ?? '0'))
      return disk && monthly(`${disk.name} Disk`, amountOf('volume', '1/Month', disk.price, { type: disk.name }))
    }
    case 'Snapshot':
      return stored('Snapshots LRS Snapshots', attributes.size_gb, amountOf('snapshot', 'GB-Mo', snapshotPrice))
    case 'Public IP address':
      return hourly('Standard IPv4 Static Public IP', amountOf('address', 'Hrs', addressPrice))
    case 'Load balancer':
      if (attributes.kind !== 'standard') return undefined
      return hourly(
        'Load Balancer Standard hours',
        amountOf('load_balancer', 'Hrs', loadBalancerPrice, { type: 'standard' }),
      )
    default:
      return undefined
  }
}

/** Ultra disks and Premium SSD v2 are billed by what they are set to: no tier has their price. */
function diskOf(sku: string, gigabytes: number): { name: string; price: Decimal } | undefined {
  const tier = diskTiers.find(([limit]) => gigabytes > 0 && gigabytes <= limit)
  if (!tier) return undefined
  const [, number, premium, standardSsd, hdd] = tier
  const disk = (series: string, price: Decimal) => ({ name: `${series}${number} LRS`, price })
  if (/^Premium_/.test(sku)) return disk('P', premium)
  if (/^StandardSSD_/.test(sku)) return disk('E', standardSsd)
  return /^Standard_/.test(sku) ? disk('S', hdd) : undefined
}
