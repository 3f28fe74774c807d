/** List prices of Azure: as a connection reads them for the region of a resource, else those that Kept brings along. */
import type { Decimal } from '@kept/foundation/decimal.ts'
import { amountsIn, hourly, monthly, type Priced, type PricedResource, type ReadListPrice } from './inventory-price.ts'

type DiskSeries = 'P' | 'E' | 'S'

/** Other SKUs have no tier with these prices: zone-redundant ones, and those that are billed by what they are set to. */
const diskSeries: Readonly<Record<string, DiskSeries>> = {
  Premium_LRS: 'P',
  StandardSSD_LRS: 'E',
  Standard_LRS: 'S',
}

/**
 * A disk is billed as the next larger tier. Gigabytes, number of the tier, and dollars a month by series, in East US:
 * azure.microsoft.com/pricing/details/managed-disks, ip-addresses, load-balancer. Of the three smallest, which the
 * series S does not have, no price comes with Kept.
 */
const diskTiers: readonly ({ gigabytes: number; tier: number } & Partial<Record<DiskSeries, Decimal>>)[] = [
  { gigabytes: 4, tier: 1 },
  { gigabytes: 8, tier: 2 },
  { gigabytes: 16, tier: 3 },
  { gigabytes: 32, tier: 4, P: '5.28', E: '2.40', S: '1.54' },
  { gigabytes: 64, tier: 6, P: '10.21', E: '4.80', S: '3.01' },
  { gigabytes: 128, tier: 10, P: '19.71', E: '9.60', S: '5.89' },
  { gigabytes: 256, tier: 15, P: '38.02', E: '19.20', S: '11.33' },
  { gigabytes: 512, tier: 20, P: '73.22', E: '38.40', S: '21.76' },
  { gigabytes: 1024, tier: 30, P: '135.17', E: '76.80', S: '40.96' },
  { gigabytes: 2048, tier: 40, P: '259.05', E: '153.60', S: '77.83' },
  { gigabytes: 4096, tier: 50, P: '495.57', E: '307.20', S: '143.36' },
]
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
      // A deallocated one bills nothing, a stopped one does.
      const isBilled = state === 'running' || state === 'stopped'
      if (size === '' || !isBilled || !isPlainLinux(attributes)) return undefined
      const amount = amountOf('instance', 'Hrs', machinePrices.get(size), { type: size })
      return hourly(size.replaceAll('_', ' '), amount, size)
    }
    case 'Volume': {
      const disk = diskOf(attributes)
      return disk && monthly(`${disk.name} Disk`, amountOf('volume', '1/Month', disk.price, { type: disk.name }))
    }
    case 'Public IP address': {
      const { kind = 'standard', ip_version = 'ipv4', allocation = 'static' } = attributes
      // IPv6 is free, and other kinds have other prices.
      if (kind !== 'standard' || ip_version !== 'ipv4' || allocation !== 'static') return undefined
      return hourly('Standard IPv4 Static Public IP', amountOf('address', 'Hrs', addressPrice))
    }
    case 'Load balancer':
      // Without a rule, nothing is billed.
      if (attributes.kind !== 'standard' || attributes.rules === '0') return undefined
      return hourly(
        'Load Balancer Standard hours',
        amountOf('load_balancer', 'Hrs', loadBalancerPrice, { type: 'standard' }),
      )
    default:
      return undefined
  }
}

/** Spot has no list price; of a dedicated host or reserved capacity, these are billed; Windows costs more than this list. */
function isPlainLinux({
  lifecycle,
  platform,
  tenancy,
  capacity_reservation: reservation,
}: PricedResource['attributes']): boolean {
  return lifecycle !== 'spot' && platform === undefined && tenancy !== 'host' && reservation === undefined
}

/** Undefined for a disk that has no tier. A higher tier of performance is billed in place of that of its size. */
function diskOf({
  volume_type: sku = '',
  size_gb = '0',
  performance_tier = '',
}: PricedResource['attributes']): { name: string; price: Decimal | undefined } | undefined {
  const series = diskSeries[sku]
  if (series === undefined) return undefined
  const gigabytes = Number(size_gb)
  const bySize = diskTiers.find(
    ({ gigabytes: limit, tier }) => gigabytes > 0 && gigabytes <= limit && (series !== 'S' || tier >= 4),
  )
  const set = series === 'P' ? /^P(\d+)$/.exec(performance_tier)?.[1] : undefined
  const tier = set === undefined ? bySize?.tier : Number(set)
  if (tier === undefined) return undefined
  return { name: `${series}${tier} LRS`, price: diskTiers.find((other) => other.tier === tier)?.[series] }
}
