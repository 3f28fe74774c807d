/** Public prices of AWS. */

import type { UnbilledResource } from '@kept/domain/facts.ts'
import { readTaskSize } from '@kept/domain/fargate-size.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import { hourly, type Priced, stored } from './inventory-price.ts'

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

export function awsPriceOf(
  resource: UnbilledResource,
  machinePrices: ReadonlyMap<string, Decimal>,
): Priced | readonly Priced[] | undefined {
  const { type, size, state, attributes } = resource
  switch (type) {
    case 'Instance': {
      const price = machinePrices.get(size)
      // A stopped one bills nothing; Spot has no list price; Windows costs more than this list.
      if (price === undefined || state !== 'running' || attributes.lifecycle === 'spot' || attributes.platform)
        return undefined
      return hourly(`BoxUsage:${size}`, price, size)
    }
    case 'Volume': {
      const price = volumePrices[attributes.volume_type ?? '']
      return price === undefined
        ? undefined
        : stored(`EBS:VolumeUsage.${meterOf(attributes.volume_type)}`, attributes.size_gb, price)
    }
    case 'Snapshot':
      return stored('EBS:SnapshotUsage', attributes.size_gb, snapshotPrice)
    case 'Elastic IP address':
      return hourly(
        state === 'unassociated' ? 'PublicIPv4:IdleAddress' : 'PublicIPv4:InUseAddress',
        hourlyPrices.address,
      )
    case 'NAT gateway':
      return hourly('NatGateway-Hours', hourlyPrices.natGateway)
    case 'Load balancer':
      return hourly(
        'LoadBalancerUsage',
        attributes.kind === 'classic' ? hourlyPrices.classicLoadBalancer : hourlyPrices.loadBalancer,
      )
    case 'Container service':
      return fargatePricesOf(resource)
    case 'Kubernetes cluster':
      return hourly('AmazonEKS-Hours:perCluster', hourlyPrices.cluster)
    case 'Log group': {
      const bytes = Number(attributes.stored_bytes ?? '0')
      return stored('TimedStorage-ByteHrs', bytes > 0 ? (bytes / bytesPerGb).toFixed(6) : undefined, logStoragePrice)
    }
    default:
      return undefined
  }
}

/** AWS, us-east-1, Linux, by architecture: aws.amazon.com/fargate/pricing. */
const fargatePrices: Readonly<Record<string, { meter: string; cpu: Decimal; memory: Decimal }>> = {
  X86_64: { meter: 'Fargate', cpu: '0.04048', memory: '0.004445' },
  ARM64: { meter: 'Fargate-ARM', cpu: '0.03238', memory: '0.00356' },
}

/** What its running tasks cost in an hour; undefined for Spot, whose price changes, and for machines of one's own. */
function fargatePricesOf({ size, attributes }: UnbilledResource): readonly Priced[] | undefined {
  const { launch_type, capacity_providers = '', architecture = 'X86_64', running_count = '0' } = attributes
  const task = readTaskSize(size)
  const prices = fargatePrices[architecture]
  const isFargate = launch_type === 'FARGATE' || capacity_providers === 'FARGATE'
  if (!task || !prices || !isFargate || !(Number(running_count) > 0)) return undefined
  const hours = (amount: number) => ((amount / 1024) * Number(running_count) * 720).toFixed(6)
  return [
    { ...hourly(`${prices.meter}-vCPU-Hours:perCPU`, prices.cpu), monthlyQuantity: decimal(hours(task.cpu)) },
    { ...hourly(`${prices.meter}-GB-Hours`, prices.memory), monthlyQuantity: decimal(hours(task.memory)) },
  ]
}

/** As bills write the types. */
function meterOf(volumeType = ''): string {
  if (volumeType === 'io1') return 'piops'
  return volumeType === 'standard' ? 'magnetic' : volumeType
}
