/** Public prices of Azure, East US: azure.microsoft.com/pricing/details, managed-disks, ip-addresses, load-balancer. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { hourly, type Priced, stored } from './inventory-price.ts'

/** A disk is billed as the next larger tier: gigabytes, number of the tier, and dollars a month by kind. */
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

export function azurePriceOf(
  { type, size, state, attributes }: UnbilledResource,
  machinePrices: ReadonlyMap<string, Decimal>,
): Priced | undefined {
  switch (type) {
    case 'Instance': {
      const price = machinePrices.get(size)
      // A deallocated one bills nothing, a stopped one does; Spot has no list price; Windows costs more than this list.
      const isBilled = state === 'running' || state === 'stopped'
      if (price === undefined || !isBilled || attributes.lifecycle === 'spot' || attributes.platform) return undefined
      return hourly(size.replaceAll('_', ' '), price, size)
    }
    case 'Volume':
      return diskPrice(attributes.volume_type ?? '', Number(attributes.size_gb ?? '0'))
    case 'Snapshot':
      return stored('Snapshots LRS Snapshots', attributes.size_gb, snapshotPrice)
    case 'Public IP address':
      return hourly('Standard IPv4 Static Public IP', addressPrice)
    case 'Load balancer':
      return attributes.kind === 'standard' ? hourly('Load Balancer Standard hours', loadBalancerPrice) : undefined
    default:
      return undefined
  }
}

/** Ultra disks and Premium SSD v2 are billed by what they are set to: no tier has their price. */
function diskPrice(sku: string, gigabytes: number): Priced | undefined {
  const tier = diskTiers.find(([limit]) => gigabytes > 0 && gigabytes <= limit)
  if (!tier) return undefined
  const [, number, premium, standardSsd, hdd] = tier
  const month = (series: string, price: Decimal): Priced => ({
    meter: `${series}${number} LRS Disk`,
    unit: '1/Month',
    monthlyQuantity: '1',
    price,
  })
  if (/^Premium_/.test(sku)) return month('P', premium)
  if (/^StandardSSD_/.test(sku)) return month('E', standardSsd)
  return /^Standard_/.test(sku) ? month('S', hdd) : undefined
}
