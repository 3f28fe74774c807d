/**
 * List prices of Google Cloud: as a connection reads them for the region of a resource, else those that Kept brings
 * along. Machines and databases are billed by vCPU and memory, and have only prices that are read.
 */
import type { Decimal } from '@kept/foundation/decimal.ts'
import { readMachineShape } from './gcp-machine-shape.ts'
import {
  amountsIn,
  brought,
  gigabytesOf,
  hourly,
  ofOneList,
  type Priced,
  type PricedResource,
  type ReadListPrice,
  stored,
} from './inventory-price.ts'

/** Google Cloud, us-central1: cloud.google.com/compute/disks-image-pricing, /vpc/network-pricing. */
const diskPrices: Readonly<Record<string, { meter: string; price?: Decimal }>> = {
  'pd-standard': { meter: 'Storage PD Capacity', price: '0.04' },
  'pd-balanced': { meter: 'Balanced PD Capacity', price: '0.10' },
  'pd-ssd': { meter: 'SSD backed PD Capacity', price: '0.17' },
  'hyperdisk-balanced': { meter: 'Hyperdisk Balanced Capacity' },
}
const snapshotPrice = '0.05'
const unusedAddressPrice = '0.01'
const usedAddressPrice = '0.005'
const forwardingRulePrice = '0.025'

type PricesOf = (resource: PricedResource, read: ReadListPrice) => readonly (Priced | undefined)[]

/** Prices one resource, by the type that the inventory gives it; nothing for what has no price. */
export function gcpPricesOf(resource: PricedResource, read: ReadListPrice): readonly (Priced | undefined)[] {
  return pricesByType[resource.type]?.(resource, read) ?? []
}

const instancePricesOf: PricesOf = ({ size, state, region, attributes }, read) => {
  const shape = readMachineShape(size)
  if (!shape || state !== 'running' || isBilledOtherwise(attributes)) return []
  const { family, vcpus, memoryGib } = shape
  const amountOf = amountsIn(region, read)
  const cpu = amountOf('instance', 'Hrs', undefined, { type: family, variant: 'CPU' })
  const memory = amountOf('instance', 'Hrs', undefined, { type: family, variant: 'memory' })
  const name = family.toUpperCase()
  return ofOneList([
    hourly(`${name} Instance Core`, cpu, size, vcpus),
    hourly(`${name} Instance Ram`, memory, size, memoryGib),
  ])
}

/**
 * Spot has no list price, and of a sole-tenant node or a reservation these are billed, used or not. A graphics card, a
 * license, local disks, encrypted memory and faster network are billed in addition, so that the machine alone is not
 * what it costs.
 */
const billedOtherwise = [
  ...(['lifecycle', 'tenancy', 'capacity_reservation'] as const),
  ...(['accelerators', 'license', 'local_disks', 'confidential', 'network_tier'] as const),
]

function isBilledOtherwise(attributes: PricedResource['attributes']): boolean {
  return billedOtherwise.some((name) => attributes[name] !== undefined)
}

const volumePricesOf: PricesOf = ({ region, attributes }, read) => {
  const { volume_type: type = '', size_gb, regional } = attributes
  const disk = diskPrices[type]
  if (!disk || attributes.storage_pool !== undefined || attributes.confidential !== undefined) return []
  if (paysForPerformance(attributes)) return []
  const isRegional = regional === 'true'
  // Stored in two zones, with a price of its own, of which Kept brings none along.
  const amount = amountsIn(region, read)('volume', 'GB-Mo', isRegional ? undefined : disk.price, {
    type,
    variant: isRegional ? 'two zones' : '',
  })
  return [stored(isRegional ? `Regional ${disk.meter}` : disk.meter, size_gb, amount)]
}

/** Hyperdisk Balanced includes 3,000 IOPS and 140 MiB a second: cloud.google.com/compute/docs/disks/hd-types. */
function paysForPerformance({ volume_type, iops = '0', throughput = '0' }: PricedResource['attributes']): boolean {
  return volume_type === 'hyperdisk-balanced' && (Number(iops) > 3000 || Number(throughput) > 140)
}

/** What it stores is billed, and not the size of its disk. */
const snapshotPricesOf: PricesOf = ({ attributes }, read) => {
  const { stored_bytes, storage_location: location = '', snapshot_type: type = 'standard' } = attributes
  // An archived one has another price.
  if (type !== 'standard') return []
  // Of several regions, such as "us", the price list has no price of its own.
  const isOfRegion = /^[a-z]+-[a-z]+\d+$/.test(location)
  const amount = isOfRegion ? amountsIn(location, read)('snapshot', 'GB-Mo', snapshotPrice) : brought(snapshotPrice)
  return [stored('Storage PD Snapshot', gigabytesOf(stored_bytes), amount)]
}

const addressPricesOf: PricesOf = ({ state, region, attributes: { used_by: user = 'instances' } }, read) => {
  const isUsed = state === 'associated'
  // In front of a load balancer it is free.
  if (isUsed && user !== 'instances') return []
  const amount = amountsIn(region, read)('address', 'Hrs', isUsed ? usedAddressPrice : unusedAddressPrice, {
    variant: isUsed ? 'in use' : 'idle',
  })
  return [hourly('Static Ip Charge', amount)]
}

/** By the start of "POSTGRES_15"; SQL Server has a license in its price. */
const engines: Readonly<Record<string, string>> = { MYSQL: 'MySQL', POSTGRES: 'PostgreSQL' }

const databasePricesOf: PricesOf = ({ size, state, region, attributes }, read) => {
  const { engine_version = '', multi_az, edition = 'enterprise' } = attributes
  const engine = engines[engine_version.split('_')[0] ?? '']
  if (engine === undefined || state !== 'running' || edition !== 'enterprise') return []
  const isMultiZone = multi_az === 'true'
  const variant = `${engine}, ${isMultiZone ? 'multi-zone' : 'single-zone'}`
  const amountOf = (type: string) => amountsIn(region, read)('database', 'Hrs', undefined, { type, variant })
  const meter = `Cloud SQL for ${engine}: ${isMultiZone ? 'Regional' : 'Zonal'} -`
  if (size === 'db-f1-micro') return [hourly(`${meter} Micro instance`, amountOf(size), size)]
  if (size === 'db-g1-small') return [hourly(`${meter} Small instance`, amountOf(size), size)]
  // Types of a fixed size, and those of Enterprise Plus, have prices of their own.
  const [, vcpus, megabytes] = /^db-custom-(\d+)-(\d+)$/.exec(size) ?? []
  if (vcpus === undefined) return []
  return ofOneList([
    hourly(`${meter} vCPU`, amountOf('vCPU'), size, Number(vcpus)),
    hourly(`${meter} RAM`, amountOf('memory'), size, Number(megabytes) / 1024),
  ])
}

const pricesByType: Readonly<Record<string, PricesOf>> = {
  Instance: instancePricesOf,
  Volume: volumePricesOf,
  Snapshot: snapshotPricesOf,
  'Public IP address': addressPricesOf,
  Database: databasePricesOf,
  // Up to five rules share one minimum charge, so that a single one has no list price.
  'Load balancer': () => [hourly('Network Load Balancing: Forwarding Rule', brought(forwardingRulePrice))],
}
