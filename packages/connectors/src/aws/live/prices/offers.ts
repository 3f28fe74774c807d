/** How the AWS Price List names what Kept prices: the service, the filters, and the usage type among what they leave. */
import type { PricedKind, PricedProduct, PriceUnit } from '@kept/domain/list-price.ts'

export interface AwsOffers {
  service: string
  unit: PriceUnit
  filters: Readonly<Record<string, string>>
  /** The usage type without its region, such as "NatGateway-Hours"; undefined where the filters leave one offer. */
  usage?: string
}

/** docs.aws.amazon.com, using the Price List Query API; attributes as DescribeServices lists them for each service. */
const offersByKind: Readonly<Record<PricedKind, (product: PricedProduct) => AwsOffers | undefined>> = {
  instance: ({ type }) => ({
    service: 'AmazonEC2',
    unit: 'Hrs',
    filters: {
      instanceType: type,
      operatingSystem: 'Linux',
      tenancy: 'Shared',
      preInstalledSw: 'NA',
      capacitystatus: 'Used',
      marketoption: 'OnDemand',
    },
    usage: `BoxUsage:${type}`,
  }),
  volume: ({ type }) => ({
    service: 'AmazonEC2',
    unit: 'GB-Mo',
    filters: { productFamily: 'Storage', volumeApiName: type },
  }),
  // They bill what they store, which AWS does not list.
  snapshot: () => undefined,
  address: ({ variant }) => ({
    service: 'AmazonVPC',
    unit: 'Hrs',
    filters: { group: 'VPCPublicIPv4Address' },
    usage: variant === 'idle' ? 'PublicIPv4:IdleAddress' : 'PublicIPv4:InUseAddress',
  }),
  nat_gateway: () => ({
    service: 'AmazonEC2',
    unit: 'Hrs',
    filters: { productFamily: 'NAT Gateway' },
    usage: 'NatGateway-Hours',
  }),
  load_balancer: ({ type }) => {
    const family = balancerFamilies[type]
    return family === undefined
      ? undefined
      : { service: 'AWSELB', unit: 'Hrs', filters: { productFamily: family }, usage: 'LoadBalancerUsage' }
  },
  cluster: () => ({
    service: 'AmazonEKS',
    unit: 'Hrs',
    filters: { productFamily: 'Compute' },
    usage: 'AmazonEKS-Hours:perCluster',
  }),
  database: ({ type, variant }) => {
    const [engine = '', zones] = variant.split(', ')
    const databaseEngine = engines[engine]
    if (databaseEngine === undefined) return undefined
    const isMultiZone = zones === 'multi-zone'
    return {
      service: 'AmazonRDS',
      unit: 'Hrs',
      filters: { instanceType: type, databaseEngine, deploymentOption: isMultiZone ? 'Multi-AZ' : 'Single-AZ' },
      usage: `${isMultiZone ? 'Multi-AZUsage' : 'InstanceUsage'}:${type}`,
    }
  },
  log_storage: () => ({
    service: 'AmazonCloudWatch',
    unit: 'GB-Mo',
    filters: { productFamily: 'Storage Snapshot' },
    usage: 'TimedStorage-ByteHrs',
  }),
  fargate_cpu: ({ type }) => ({
    service: 'AmazonECS',
    unit: 'Hrs',
    filters: { cputype: 'perCPU' },
    usage: `${fargate(type)}-vCPU-Hours:perCPU`,
  }),
  fargate_memory: ({ type }) => ({
    service: 'AmazonECS',
    unit: 'Hrs',
    filters: { memorytype: 'perGB' },
    usage: `${fargate(type)}-GB-Hours`,
  }),
}

const balancerFamilies: Readonly<Record<string, string>> = {
  application: 'Load Balancer-Application',
  network: 'Load Balancer-Network',
  gateway: 'Load Balancer-Gateway',
  classic: 'Load Balancer',
}

const engines: Readonly<Record<string, string>> = {
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  postgres: 'PostgreSQL',
  'aurora-mysql': 'Aurora MySQL',
  'aurora-postgresql': 'Aurora PostgreSQL',
}

function fargate(architecture: string): string {
  return architecture === 'ARM64' ? 'Fargate-ARM' : 'Fargate'
}

/** Undefined for what the price list has no offer for. */
export function offersOf(product: PricedProduct): AwsOffers | undefined {
  return offersByKind[product.kind](product)
}

/** Usage types begin with a code of the region, other than in us-east-1: "EUC1-NatGateway-Hours". */
export function isUsage(usageType: string, usage: string | undefined): boolean {
  return usage === undefined || usageType === usage || usageType.replace(/^[A-Z0-9]+-/, '') === usage
}
