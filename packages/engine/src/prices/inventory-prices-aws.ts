/** List prices of AWS: as a connection reads them for the region of a resource, else those that Kept brings along. */
import { readTaskSize } from '@kept/domain/fargate-size.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import {
  amountsIn,
  gigabytesOf,
  hourly,
  ofOneList,
  type Priced,
  type PricedResource,
  type ReadListPrice,
  stored,
} from './inventory-price.ts'

/** AWS, us-east-1, on demand, without free tiers: aws.amazon.com/ebs/pricing, /vpc/pricing, /elasticloadbalancing/pricing, /eks/pricing, /cloudwatch/pricing. */
const volumePrices: Readonly<Record<string, Decimal>> = {
  gp2: '0.10',
  gp3: '0.08',
  st1: '0.045',
  sc1: '0.015',
  standard: '0.05',
}
const logStoragePrice = '0.03'
const hourlyPrices = {
  address: '0.005',
  natGateway: '0.045',
  loadBalancer: '0.0225',
  classicLoadBalancer: '0.025',
  cluster: '0.10',
}

type PricesOf = (resource: PricedResource, amountOf: ReturnType<typeof amountsIn>) => readonly (Priced | undefined)[]

/** By the type that the inventory gives a resource. */
function pricesByType(machinePrices: ReadonlyMap<string, Decimal>): Readonly<Record<string, PricesOf>> {
  return {
    Instance: ({ size, state, attributes }, amountOf) => {
      if (size === '' || state !== 'running' || !isPlainLinux(attributes)) return []
      return [hourly(`BoxUsage:${size}`, amountOf('instance', 'Hrs', machinePrices.get(size), { type: size }), size)]
    },
    Volume: ({ attributes }, amountOf) => {
      const { volume_type: type = '', size_gb } = attributes
      if (type === '' || paysForPerformance(type, attributes)) return []
      const amount = amountOf('volume', 'GB-Mo', volumePrices[type], { type })
      return [stored(`EBS:VolumeUsage.${type === 'standard' ? 'magnetic' : type}`, size_gb, amount)]
    },
    'Elastic IP address': ({ state, attributes: { pool = 'amazon' } }, amountOf) => {
      // Addresses that the customer brought are free.
      if (pool !== 'amazon') return []
      const isIdle = state === 'unassociated'
      const amount = amountOf('address', 'Hrs', hourlyPrices.address, { variant: isIdle ? 'idle' : 'in use' })
      return [hourly(isIdle ? 'PublicIPv4:IdleAddress' : 'PublicIPv4:InUseAddress', amount)]
    },
    // Billed while it is available.
    'NAT gateway': ({ state }, amountOf) =>
      /^(?:pending|failed|deleting)$/.test(state)
        ? []
        : [hourly('NatGateway-Hours', amountOf('nat_gateway', 'Hrs', hourlyPrices.natGateway))],
    'Load balancer': ({ attributes: { kind: type = '' } }, amountOf) => {
      // A Gateway Load Balancer has a price of its own, in each of its zones.
      if (type === 'gateway') return []
      const builtIn = type === 'classic' ? hourlyPrices.classicLoadBalancer : hourlyPrices.loadBalancer
      return [hourly('LoadBalancerUsage', amountOf('load_balancer', 'Hrs', builtIn, { type }))]
    },
    Database: databasePricesOf,
    'Container service': fargatePricesOf,
    'Kubernetes cluster': (_resource, amountOf) => [
      hourly('AmazonEKS-Hours:perCluster', amountOf('cluster', 'Hrs', hourlyPrices.cluster)),
    ],
    'Log group': ({ attributes: { stored_bytes } }, amountOf) => [
      stored('TimedStorage-ByteHrs', gigabytesOf(stored_bytes), amountOf('log_storage', 'GB-Mo', logStoragePrice)),
    ],
  }
}

/** Prices one resource; nothing for what has no price. */
export function awsPrices(
  machinePrices: ReadonlyMap<string, Decimal>,
  read: ReadListPrice,
): (resource: PricedResource) => readonly (Priced | undefined)[] {
  const byType = pricesByType(machinePrices)
  return (resource) => {
    const pricesOf = isApart(resource) ? undefined : byType[resource.type]
    return pricesOf?.(resource, amountsIn(resource.region, read)) ?? []
  }
}

/** On an Outpost, or in a Local or Wavelength Zone ("us-west-2-lax-1a"): the prices of the region are not theirs. */
function isApart({ attributes: { outpost, availability_zone: availabilityZone = '' } }: PricedResource): boolean {
  return outpost !== undefined || /-\d+-/.test(availabilityZone)
}

/**
 * Shared hardware, Linux, on demand: what the list price is of. Spot has no list price. On a dedicated host the host is
 * billed, and in a capacity reservation the reservation, used or not. Windows and other licensed systems cost more.
 */
function isPlainLinux(attributes: PricedResource['attributes']): boolean {
  const { lifecycle, platform, platform_details: system = 'Linux/UNIX', tenancy = 'default' } = attributes
  const isShared = tenancy === 'default' && attributes.capacity_reservation === undefined
  return isShared && lifecycle === undefined && platform === undefined && system === 'Linux/UNIX'
}

/** Beyond its size, it bills what it is set to: docs.aws.amazon.com, gp3 includes 3,000 IOPS and 125 MiB a second. */
function paysForPerformance(type: string, { iops = '0', throughput = '0' }: PricedResource['attributes']): boolean {
  return /^io[12]$/.test(type) || (type === 'gp3' && (Number(iops) > 3000 || Number(throughput) > 125))
}

/** Those whose price has no license in it. Kept brings no price of databases along. */
const openEngines = ['mysql', 'mariadb', 'postgres', 'aurora-mysql', 'aurora-postgresql']

const databasePricesOf: PricesOf = ({ size, state, attributes }, amountOf) => {
  const { engine = '', multi_az, storage_type, cluster } = attributes
  const isAurora = engine.startsWith('aurora')
  // I/O-Optimized and a Multi-AZ cluster of three instances have prices of their own.
  if (storage_type === 'aurora-iopt1' || (cluster !== undefined && !isAurora)) return []
  // Serverless is billed by its capacity, and a stopped one bills its storage alone.
  const isPriced = /^db\.[a-z]/.test(size) && size !== 'db.serverless' && openEngines.includes(engine)
  if (!isPriced || !/^(?:available|backing-up|modifying|storage-optimization)$/.test(state)) return []
  // A cluster of Aurora has its other zones as instances of their own.
  const isMultiZone = multi_az === 'true' && !isAurora
  const variant = `${engine}, ${isMultiZone ? 'multi-zone' : 'single-zone'}`
  const meter = `${isMultiZone ? 'Multi-AZUsage' : 'InstanceUsage'}:${size}`
  return [hourly(meter, amountOf('database', 'Hrs', undefined, { type: size, variant }), size)]
}

/** AWS, us-east-1, Linux, by architecture: aws.amazon.com/fargate/pricing. */
const fargatePrices: Readonly<Record<string, { meter: string; cpu: Decimal; memory: Decimal }>> = {
  X86_64: { meter: 'Fargate', cpu: '0.04048', memory: '0.004445' },
  ARM64: { meter: 'Fargate-ARM', cpu: '0.03238', memory: '0.00356' },
}

/** What its running tasks cost in an hour; none for Spot, whose price changes, and for machines of one's own. */
const fargatePricesOf: PricesOf = ({ size, attributes }, amountOf) => {
  const { launch_type, capacity_providers = '', architecture: type = 'X86_64', running_count = '0' } = attributes
  const task = readTaskSize(size)
  const prices = fargatePrices[type]
  const isFargate = launch_type === 'FARGATE' || capacity_providers === 'FARGATE'
  // Windows has a license in its price.
  const isLinux = /^linux$/i.test(attributes.operating_system ?? 'LINUX')
  if (!task || !prices || !isFargate || !isLinux || !(Number(running_count) > 0)) return []
  const part = (meter: string, amount: ReturnType<typeof amountOf>, units: number): Priced | undefined =>
    hourly(meter, amount, undefined, (units / 1024) * Number(running_count))
  return ofOneList([
    part(`${prices.meter}-vCPU-Hours:perCPU`, amountOf('fargate_cpu', 'Hrs', prices.cpu, { type }), task.cpu),
    part(`${prices.meter}-GB-Hours`, amountOf('fargate_memory', 'Hrs', prices.memory, { type }), task.memory),
  ])
}
