/** List prices of AWS: as a connection reads them for the region of a resource, else those that Kept brings along. */
import { readTaskSize } from '@kept/domain/fargate-size.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import { amountsIn, hourly, type Priced, type PricedResource, type ReadListPrice, stored } from './inventory-price.ts'

/** AWS, us-east-1, on demand, without free tiers: aws.amazon.com/ebs/pricing, /vpc/pricing, /elasticloadbalancing/pricing, /eks/pricing, /cloudwatch/pricing. */
const volumePrices: Readonly<Record<string, Decimal>> = {
  gp2: '0.10',
  gp3: '0.08',
  io1: '0.125',
  io2: '0.125',
  st1: '0.045',
  sc1: '0.015',
  standard: '0.05',
}
const snapshotPrice = '0.05'
const logStoragePrice = '0.03'
const hourlyPrices = {
  address: '0.005',
  natGateway: '0.045',
  loadBalancer: '0.0225',
  classicLoadBalancer: '0.025',
  cluster: '0.10',
}
const bytesPerGb = 1_073_741_824

type PricesOf = (resource: PricedResource, amountOf: ReturnType<typeof amountsIn>) => readonly (Priced | undefined)[]

/** By the type that the inventory gives a resource. */
function pricesByType(machinePrices: ReadonlyMap<string, Decimal>): Readonly<Record<string, PricesOf>> {
  return {
    Instance: ({ size, state, attributes }, amountOf) => {
      // A stopped one bills nothing; Spot has no list price; Windows costs more than this list.
      if (size === '' || state !== 'running' || attributes.lifecycle === 'spot' || attributes.platform) return []
      return [hourly(`BoxUsage:${size}`, amountOf('instance', 'Hrs', machinePrices.get(size), { type: size }), size)]
    },
    Volume: ({ attributes: { volume_type: type = '', size_gb } }, amountOf) =>
      type === ''
        ? []
        : [
            stored(
              `EBS:VolumeUsage.${meterOf(type)}`,
              size_gb,
              amountOf('volume', 'GB-Mo', volumePrices[type], { type }),
            ),
          ],
    Snapshot: ({ attributes }, amountOf) => [
      stored('EBS:SnapshotUsage', attributes.size_gb, amountOf('snapshot', 'GB-Mo', snapshotPrice)),
    ],
    'Elastic IP address': ({ state }, amountOf) => {
      const isIdle = state === 'unassociated'
      const amount = amountOf('address', 'Hrs', hourlyPrices.address, { variant: isIdle ? 'idle' : 'in use' })
      return [hourly(isIdle ? 'PublicIPv4:IdleAddress' : 'PublicIPv4:InUseAddress', amount)]
    },
    'NAT gateway': (_resource, amountOf) => [
      hourly('NatGateway-Hours', amountOf('nat_gateway', 'Hrs', hourlyPrices.natGateway)),
    ],
    'Load balancer': ({ attributes: { kind: type = '' } }, amountOf) => {
      const builtIn = type === 'classic' ? hourlyPrices.classicLoadBalancer : hourlyPrices.loadBalancer
      return [hourly('LoadBalancerUsage', amountOf('load_balancer', 'Hrs', builtIn, { type }))]
    },
    Database: databasePricesOf,
    'Container service': fargatePricesOf,
    'Kubernetes cluster': (_resource, amountOf) => [
      hourly('AmazonEKS-Hours:perCluster', amountOf('cluster', 'Hrs', hourlyPrices.cluster)),
    ],
    'Log group': ({ attributes }, amountOf) => {
      const bytes = Number(attributes.stored_bytes ?? '0')
      const gigabytes = bytes > 0 ? (bytes / bytesPerGb).toFixed(6) : undefined
      return [stored('TimedStorage-ByteHrs', gigabytes, amountOf('log_storage', 'GB-Mo', logStoragePrice))]
    },
  }
}

/** Prices one resource; nothing for what has no price. */
export function awsPrices(
  machinePrices: ReadonlyMap<string, Decimal>,
  read: ReadListPrice,
): (resource: PricedResource) => readonly (Priced | undefined)[] {
  const byType = pricesByType(machinePrices)
  return (resource) => byType[resource.type]?.(resource, amountsIn(resource.region, read)) ?? []
}

/** Those whose price has no license in it. Kept brings no price of databases along. */
const openEngines = ['mysql', 'mariadb', 'postgres', 'aurora-mysql', 'aurora-postgresql']

const databasePricesOf: PricesOf = ({ size, state, attributes }, amountOf) => {
  const { engine = '', multi_az } = attributes
  // Serverless is billed by its capacity, and a stopped one bills its storage alone.
  const isPriced = /^db\.[a-z]/.test(size) && size !== 'db.serverless' && openEngines.includes(engine)
  if (!isPriced || !/^(?:available|backing-up|modifying|storage-optimization)$/.test(state)) return []
  // A cluster of Aurora has its other zones as instances of their own.
  const isMultiZone = multi_az === 'true' && !engine.startsWith('aurora')
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
  if (!task || !prices || !isFargate || !(Number(running_count) > 0)) return []
  const part = (meter: string, amount: ReturnType<typeof amountOf>, units: number): Priced | undefined => {
    const priced = hourly(meter, amount)
    const hours = ((units / 1024) * Number(running_count) * 720).toFixed(6)
    return priced && { ...priced, monthlyQuantity: decimal(hours) }
  }
  return [
    part(`${prices.meter}-vCPU-Hours:perCPU`, amountOf('fargate_cpu', 'Hrs', prices.cpu, { type }), task.cpu),
    part(`${prices.meter}-GB-Hours`, amountOf('fargate_memory', 'Hrs', prices.memory, { type }), task.memory),
  ]
}

/** As bills write the types. */
function meterOf(volumeType: string): string {
  if (volumeType === 'io1') return 'piops'
  return volumeType === 'standard' ? 'magnetic' : volumeType
}
