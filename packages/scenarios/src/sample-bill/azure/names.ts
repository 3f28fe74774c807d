/** Azure names of a sample world. */
import { random } from '../../random.ts'
import type { ProductKey } from '../products.ts'
import type { RegionKey, SampleAccount, SampleCommitment, SampleResource, SampleWorld } from '../world.ts'

export const azureRegions: Record<RegionKey, { location: string; meterRegion: string }> = {
  america: { location: 'EastUS', meterRegion: 'US East' },
  europe: { location: 'WestEurope', meterRegion: 'EU West' },
}

interface AzureProduct {
  consumedService: string
  /** In a resource's id, after "providers/". */
  resourceType: string
  serviceFamily: string
  meterCategory: string
  meterSubCategory: string
  meterName: string
  unitOfMeasure: string
  /** "Standard_D2s_v5", for machines. */
  size?: string
}

const machine = (size: string, meterName: string): AzureProduct => ({
  consumedService: 'Microsoft.Compute',
  resourceType: 'Microsoft.Compute/virtualMachines',
  serviceFamily: 'Compute',
  meterCategory: 'Virtual Machines',
  meterSubCategory: 'Dsv5 Series',
  meterName,
  unitOfMeasure: '1 Hour',
  size,
})

const storage = (meterName: string, unitOfMeasure: string): AzureProduct => ({
  consumedService: 'Microsoft.Storage',
  resourceType: 'Microsoft.Storage/storageAccounts',
  serviceFamily: 'Storage',
  meterCategory: 'Storage',
  meterSubCategory: 'General Block Blob v2',
  meterName,
  unitOfMeasure,
})

const bandwidth = (meterName: string): AzureProduct => ({
  ...storage(meterName, '1 GB'),
  serviceFamily: 'Networking',
  meterCategory: 'Bandwidth',
  meterSubCategory: 'Rtn Preference: MGN',
})

const model = (meterName: string): AzureProduct => ({
  consumedService: 'Microsoft.CognitiveServices',
  resourceType: 'Microsoft.CognitiveServices/accounts',
  serviceFamily: 'AI + Machine Learning',
  meterCategory: 'Foundry Models',
  meterSubCategory: 'Azure OpenAI',
  meterName,
  unitOfMeasure: '1K',
})

export const azureProducts: Record<ProductKey, AzureProduct> = {
  'machine-small': machine('Standard_D1s_v5', 'D1s v5'),
  'machine-medium': machine('Standard_D2s_v5', 'D2s v5'),
  'machine-large': machine('Standard_D4s_v5', 'D4s v5'),
  'machine-extra-large': machine('Standard_D8s_v5', 'D8s v5'),
  disk: {
    ...storage('Standard LRS Provisioned', '1 GB/Month'),
    consumedService: 'Microsoft.Compute',
    resourceType: 'Microsoft.Compute/disks',
    meterSubCategory: 'Standard SSD Managed Disks',
  },
  'object-storage': storage('Hot LRS Data Stored', '1 GB/Month'),
  'object-requests': storage('Hot Read Operations', '10K'),
  database: {
    consumedService: 'Microsoft.DBforPostgreSQL',
    resourceType: 'Microsoft.DBforPostgreSQL/flexibleServers',
    serviceFamily: 'Databases',
    meterCategory: 'Azure Database for PostgreSQL',
    meterSubCategory: 'Flexible Server General Purpose Dsv3 Series Compute',
    meterName: 'vCore',
    unitOfMeasure: '1 Hour',
  },
  egress: bandwidth('Standard Data Transfer Out'),
  ingress: bandwidth('Standard Data Transfer In'),
  'load-balancer': {
    consumedService: 'Microsoft.Network',
    resourceType: 'Microsoft.Network/applicationGateways',
    serviceFamily: 'Networking',
    meterCategory: 'Application Gateway',
    meterSubCategory: 'Basic Application Gateway',
    meterName: 'Small Gateway',
    unitOfMeasure: '1 Hour',
  },
  'ai-input': model('gpt assistant Inp Tokens'),
  'ai-output': model('gpt assistant Outp Tokens'),
}

export function guidOf(world: SampleWorld, key: string): string {
  const hex = random(`${world.seed}/azure/${key}`).hex(32)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function azureSubscriptionId(world: SampleWorld, account: SampleAccount): string {
  return guidOf(world, `account/${account.key}`)
}

export function azureBillingAccountId(world: SampleWorld): string {
  return String(10_000_000 + random(`${world.seed}/azure/payer`).integer(0, 89_999_999))
}

export function azureResourceGroup(account: SampleAccount): string {
  return `rg-${account.key}`
}

export function azureResourceId(world: SampleWorld, resource: SampleResource): string {
  const type = azureProducts[resource.uses[0]?.product ?? 'disk'].resourceType
  const group = azureResourceGroup(resource.account)
  return `/subscriptions/${azureSubscriptionId(world, resource.account)}/resourceGroups/${group}/providers/${type}/${resource.name}`
}

/** The order of a commitment, and the commitment itself. */
export function azureOrderId(world: SampleWorld, commitment: SampleCommitment): string {
  return guidOf(world, `order/${commitment.key}`)
}

export function azureCommitmentId(world: SampleWorld, commitment: SampleCommitment): string {
  return guidOf(world, commitment.key)
}

/** The benefit id of usage that a commitment covers. A purchase names the order only. */
export function azureBenefitId(world: SampleWorld, commitment: SampleCommitment, purchase = false): string {
  const order = azureOrderId(world, commitment)
  const id = purchase ? '' : azureCommitmentId(world, commitment)
  return commitment.kind === 'reservation'
    ? `/providers/Microsoft.Capacity/reservationOrders/${order}/reservations/${id}`
    : `/providers/Microsoft.BillingBenefits/savingsPlanOrders/${order}/savingsPlans/${id}`
}
