/** Which resources of the world each unit of a simulated cloud lists. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import type { DiscoveredUnit } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import type { World } from '@kept/scenarios/world/world.ts'

export type SimulatedKind = 'aws' | 'azure' | 'gcp' | 'kubernetes'

/** By the type of a resource, the dataset that lists it. Types that no live connection reads are left out. */
export const datasetOf: Readonly<Record<SimulatedKind, Readonly<Record<string, SyncDataset>>>> = {
  aws: {
    'EC2 instance': 'ec2',
    'EBS volume': 'ec2',
    'EBS snapshot': 'ec2',
    'NAT gateway': 'ec2',
    'Public address': 'ec2',
    'Load balancer': 'elb',
    'DB instance': 'rds',
    Function: 'lambda',
    Table: 'dynamodb',
    Cluster: 'eks',
    'Log group': 'logs',
    Bucket: 's3',
    'Cache node': 'caches',
    'Data warehouse': 'warehouses',
    Stream: 'streams',
    Endpoint: 'endpoints',
    'VPN connection': 'gateways',
  },
  azure: {
    'Virtual machine': 'compute',
    Disk: 'compute',
    'Public IP address': 'network',
    'SQL database': 'databases',
    'Storage account': 'storage',
    'App Service plan': 'apps',
  },
  gcp: {
    Instance: 'compute',
    Disk: 'compute',
    Snapshot: 'compute',
    Address: 'network',
    'Cloud SQL instance': 'databases',
    Bucket: 'storage',
    Endpoint: 'endpoints',
  },
  kubernetes: { Container: 'containers' },
}

/** A cluster runs in a cloud: its containers are on that cloud's bill. */
function belongsTo(kind: SimulatedKind, { provider, type }: InventoryItem): boolean {
  return kind === 'kubernetes' ? type === 'Container' : provider === kind && type !== 'Container'
}

export function itemsOf(
  { inventory }: Pick<World, 'inventory'>,
  kind: SimulatedKind,
  unit: Pick<DiscoveredUnit, 'accountId' | 'region' | 'dataset'>,
): InventoryItem[] {
  return inventory.filter(
    (item) =>
      belongsTo(kind, item) &&
      item.sub_account_id === unit.accountId &&
      item.region === unit.region &&
      datasetOf[kind][item.type] === unit.dataset,
  )
}

/** One for each account, region and dataset in which there is something, and one for the metrics of each region. */
export function unitsOf({ inventory }: Pick<World, 'inventory'>, kind: SimulatedKind): DiscoveredUnit[] {
  const units = new Map<string, DiscoveredUnit>()
  for (const item of inventory) {
    const dataset = datasetOf[kind][item.type]
    if (dataset === undefined || !belongsTo(kind, item)) continue
    const location = { accountId: item.sub_account_id, accountName: item.sub_account_name, region: item.region }
    for (const unit of [
      { ...location, dataset },
      { ...location, dataset: 'metrics' as const },
    ])
      units.set(`${unit.accountId} ${unit.region} ${unit.dataset}`, unit)
  }
  return [...units.values()]
}
