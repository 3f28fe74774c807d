/**
 * What an inventory costs at public prices, in the form of a bill, so that the rules can evaluate it before the first
 * bill has arrived. A resource without a known price is left out: no amount is guessed.
 */
import type { FactWindow, ResourceUse, UnbilledResource } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type Decimal, decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import { cloudOf } from '../rules/reading/cloud-of.ts'

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

/** The list that estimates are made from; shown with each recommendation. */
export const inventoryPriceSource =
  'public on-demand price of AWS in us-east-1, because no bill of this account was imported'

interface Priced {
  meter: string
  unit: 'GB-Mo' | 'Hrs'
  /** For a month of 30 days, in `unit`. */
  monthlyQuantity: Decimal
  price: Decimal
  instanceType?: string
}

const hoursPerMonth = '720'

export function usageFromInventory(
  resources: readonly UnbilledResource[],
  prices: readonly UnitPrice[],
  window: FactWindow,
): ResourceUse[] {
  const machinePrices = new Map(
    prices
      .filter(({ source, provider }) => source === 'public_list' && provider === 'aws')
      .map(({ instance_type, price }) => [instance_type, price]),
  )
  return resources.flatMap((resource) => {
    if (cloudOf(resource.provider) !== 'aws') return []
    const priced = priceOf(resource, machinePrices)
    return priced ? [usageOf(resource, priced, window)] : []
  })
}

function priceOf(resource: UnbilledResource, machinePrices: ReadonlyMap<string, Decimal>): Priced | undefined {
  const { type, size, state, attributes } = resource
  const hourly = (meter: string, price: Decimal, instanceType?: string): Priced => ({
    meter,
    unit: 'Hrs',
    monthlyQuantity: hoursPerMonth,
    price,
    ...(instanceType !== undefined && { instanceType }),
  })
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

function stored(meter: string, gigabytes: string | undefined, price: Decimal): Priced | undefined {
  if (gigabytes === undefined || !(Number(gigabytes) > 0)) return undefined
  return { meter, unit: 'GB-Mo', monthlyQuantity: decimal(gigabytes), price }
}

/** As bills write the types. */
function meterOf(volumeType = ''): string {
  if (volumeType === 'io1') return 'piops'
  return volumeType === 'standard' ? 'magnetic' : volumeType
}

function usageOf(resource: UnbilledResource, priced: Priced, window: FactWindow): ResourceUse {
  const { unit, price, monthlyQuantity, instanceType = '' } = priced
  const quantity = divide(multiply(monthlyQuantity, String(window.days)), '30', 6)
  const effective = divide(multiply(quantity, price), '1', 6)
  const first = resource.created_on > window.from ? resource.created_on : window.from
  const { provider, resource_id, tags } = resource
  return {
    currency: 'USD',
    provider,
    billing_account_id: resource.billing_account_id,
    sub_account_id: resource.sub_account_id,
    sub_account_name: resource.sub_account_name,
    service: resource.service,
    service_category: '',
    service_subcategory: '',
    region: resource.region,
    resource_id,
    resource_name: resource.name,
    resource_type: resource.type,
    tags,
    meter: priced.meter,
    description: '',
    sku_id: '',
    sku_price_id: '',
    instance_type: instanceType,
    pricing_category: 'Standard',
    commitment_id: '',
    pricing_unit: unit,
    quantity,
    billed: effective,
    effective,
    contracted: effective,
    list: effective,
    first_day: first,
    // It is there now: a bill of today would name it.
    last_day: window.to,
    // A young resource is less sure, and its monthly cost is not smaller.
    days: Math.max(1, Math.min(window.days, daysBetween(first, window.to))),
    hours: 0,
  }
}
