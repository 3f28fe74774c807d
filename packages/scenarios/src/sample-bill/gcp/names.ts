/** Google Cloud names of a sample world. */
import { random } from '../../random.ts'
import { isMachine, type ProductKey } from '../products.ts'
import type { RegionKey, SampleAccount, SampleResource, SampleWorld } from '../world.ts'

export const gcpRegions: Record<RegionKey, { id: string; country: string; zone: string; name: string }> = {
  america: { id: 'us-central1', country: 'US', zone: 'us-central1-a', name: 'Americas' },
  europe: { id: 'europe-west3', country: 'DE', zone: 'europe-west3-b', name: 'Frankfurt' },
}

interface GcpProduct {
  service: string
  serviceId: string
  sku: string
  pricingUnit: string
  usageUnit: string
  /** Usage units in one unit of the product. */
  usagePerUnit: number
  /** In a resource's global name. */
  path?: (region: string, zone: string) => string
  machine?: { type: string; cores: string; memory: string }
}

const compute = { service: 'Compute Engine', serviceId: '6F81-5844-456A' }
const storage = { service: 'Cloud Storage', serviceId: '95FF-2EF5-5EA1' }
const gibibyte = 1_073_741_824

const machine = (type: string, cores: number, memory: number): GcpProduct => ({
  ...compute,
  sku: 'N2 Instance Core and Ram running in',
  pricingUnit: 'hour',
  usageUnit: 'seconds',
  usagePerUnit: 3600,
  path: (_, zone) => `zones/${zone}/instances`,
  machine: { type, cores: String(cores), memory: String(memory * 1024) },
})

export const gcpProducts: Record<ProductKey, GcpProduct> = {
  'machine-small': machine('n2-custom-2-4096', 2, 4),
  'machine-medium': machine('n2-standard-2', 2, 8),
  'machine-large': machine('n2-standard-4', 4, 16),
  'machine-extra-large': machine('n2-standard-8', 8, 32),
  disk: {
    ...compute,
    sku: 'Balanced PD Capacity in',
    pricingUnit: 'gibibyte month',
    usageUnit: 'byte-seconds',
    usagePerUnit: gibibyte * 2_592_000,
    path: (_, zone) => `zones/${zone}/disks`,
  },
  'object-storage': {
    ...storage,
    sku: 'Standard Storage',
    pricingUnit: 'gibibyte month',
    usageUnit: 'byte-seconds',
    usagePerUnit: gibibyte * 2_592_000,
  },
  'object-requests': {
    ...storage,
    sku: 'Class B Operations',
    pricingUnit: 'count',
    usageUnit: 'requests',
    usagePerUnit: 10_000,
  },
  database: {
    service: 'Cloud SQL',
    serviceId: '9662-B51E-5089',
    sku: 'Cloud SQL for PostgreSQL: Zonal - 2 vCPU + 16GB RAM in',
    pricingUnit: 'hour',
    usageUnit: 'seconds',
    usagePerUnit: 3600,
    path: () => 'instances',
  },
  egress: {
    ...compute,
    sku: 'Network Internet Data Transfer Out from',
    pricingUnit: 'gibibyte',
    usageUnit: 'bytes',
    usagePerUnit: gibibyte,
  },
  ingress: {
    ...compute,
    sku: 'Network Internet Data Transfer In to',
    pricingUnit: 'gibibyte',
    usageUnit: 'bytes',
    usagePerUnit: gibibyte,
  },
  'load-balancer': {
    service: 'Networking',
    serviceId: 'E505-1604-58F8',
    sku: 'Cloud Load Balancer Forwarding Rule Minimum in',
    pricingUnit: 'hour',
    usageUnit: 'seconds',
    usagePerUnit: 3600,
    path: (region) => `regions/${region}/forwardingRules`,
  },
  'ai-input': {
    service: 'Vertex AI',
    serviceId: 'C7E2-9256-1C43',
    sku: 'Assistant Text Input - Predictions',
    pricingUnit: 'count',
    usageUnit: 'requests',
    usagePerUnit: 1000,
  },
  'ai-output': {
    service: 'Vertex AI',
    serviceId: 'C7E2-9256-1C43',
    sku: 'Assistant Text Output - Predictions',
    pricingUnit: 'count',
    usageUnit: 'requests',
    usagePerUnit: 1000,
  },
}

/** "N2 Instance Core and Ram running in Americas", with another name for spot machines. */
export function gcpSku(product: ProductKey, region: RegionKey, spot: boolean): string {
  const { sku } = gcpProducts[product]
  const regionSuffix = / (?:in|from|to)$/.test(sku) ? ` ${gcpRegions[region].name}` : ''
  return `${spot && isMachine(product) ? 'Spot Preemptible ' : ''}${sku}${regionSuffix}`
}

export function gcpBillingAccount(world: SampleWorld, currency: string): string {
  const hex = random(`${world.seed}/gcp/payer/${currency}`).hex(18).toUpperCase()
  return `${hex.slice(0, 6)}-${hex.slice(6, 12)}-${hex.slice(12, 18)}`
}

export function gcpProject(world: SampleWorld, account: SampleAccount): { id: string; number: string; name: string } {
  const from = random(`${world.seed}/gcp/${account.key}`)
  return {
    id: `${account.name}-${from.integer(100_000, 999_999)}`,
    number: String(from.integer(100_000_000, 999_999_999)) + String(from.integer(100, 999)),
    name: account.name,
  }
}

/** The short and the global name of a resource; buckets and models have a short one only. */
export function gcpResource(world: SampleWorld, resource: SampleResource): { name: string; global_name: string } {
  const product = resource.uses[0]?.product ?? 'disk'
  const { path } = gcpProducts[product]
  if (!path) return { name: resource.name, global_name: '' }
  const { id, zone } = gcpRegions[resource.region]
  const host = resource.kind === 'database' ? 'cloudsql.googleapis.com' : 'compute.googleapis.com'
  const number = random(`${world.seed}/gcp/${resource.key}`).integer(1_000_000, 999_999_999)
  return {
    name: resource.name,
    global_name: `//${host}/projects/${gcpProject(world, resource.account).number}/${path(id, zone)}/${number}`,
  }
}
