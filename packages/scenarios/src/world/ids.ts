/** The resource types of each cloud, and their id formats. */
import type { Random } from '../random.ts'
import type { Region, SubAccount } from './world.ts'

const awsKinds: Record<
  string,
  { type: string; id: (account: string, region: string, name: string, random: Random) => string }
> = {
  machine: { type: 'EC2 instance', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:instance/i-0${x.hex(16)}` },
  volume: { type: 'EBS volume', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:volume/vol-0${x.hex(16)}` },
  snapshot: { type: 'EBS snapshot', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:snapshot/snap-0${x.hex(16)}` },
  reservation: {
    type: 'Capacity reservation',
    id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:capacity-reservation/cr-0${x.hex(16)}`,
  },
  nat: { type: 'NAT gateway', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:natgateway/nat-0${x.hex(16)}` },
  address: { type: 'Public address', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:elastic-ip/eipalloc-0${x.hex(16)}` },
  balancer: {
    type: 'Load balancer',
    id: (a, r, n, x) => `arn:aws:elasticloadbalancing:${r}:${a}:loadbalancer/app/${n}/${x.hex(16)}`,
  },
  database: { type: 'DB instance', id: (a, r, n) => `arn:aws:rds:${r}:${a}:db:${n}` },
  bucket: { type: 'Bucket', id: (_a, _r, n) => `arn:aws:s3:::${n}` },
  function: { type: 'Function', id: (a, r, n) => `arn:aws:lambda:${r}:${a}:function:${n}` },
  table: { type: 'Table', id: (a, r, n) => `arn:aws:dynamodb:${r}:${a}:table/${n}` },
  queue: { type: 'Queue', id: (a, r, n) => `arn:aws:sqs:${r}:${a}:${n}` },
  cluster: { type: 'Cluster', id: (a, r, n) => `arn:aws:eks:${r}:${a}:cluster/${n}` },
  notebook: { type: 'Notebook instance', id: (a, r, n) => `arn:aws:sagemaker:${r}:${a}:notebook-instance/${n}` },
  logs: { type: 'Log group', id: (a, r, n) => `arn:aws:logs:${r}:${a}:log-group:/${n}` },
  trail: { type: 'Trail', id: (a, r, n) => `arn:aws:cloudtrail:${r}:${a}:trail/${n}` },
  vpn: { type: 'VPN connection', id: (a, r, _, x) => `arn:aws:ec2:${r}:${a}:vpn-connection/vpn-0${x.hex(16)}` },
  cache: { type: 'Cache node', id: (a, r, n) => `arn:aws:elasticache:${r}:${a}:cluster:${n}` },
  warehouse: { type: 'Data warehouse', id: (a, r, n) => `arn:aws:redshift:${r}:${a}:cluster:${n}` },
  endpoint: { type: 'Endpoint', id: (a, r, n) => `arn:aws:sagemaker:${r}:${a}:endpoint/${n}` },
  stream: { type: 'Stream', id: (a, r, n) => `arn:aws:kinesis:${r}:${a}:stream/${n}` },
  image: { type: 'Image repository', id: (a, r, n) => `arn:aws:ecr:${r}:${a}:repository/${n}` },
  model: { type: 'Model', id: (_a, r, n) => `arn:aws:bedrock:${r}::foundation-model/${n}` },
  container: { type: 'Container', id: (a, r, n, x) => `arn:aws:eks:${r}:${a}:pod/labs/default/${n}/${x.hex(8)}` },
  job: { type: 'Job', id: (a, r, n) => `arn:aws:glue:${r}:${a}:job/${n}` },
}

const azureKinds: Record<string, { type: string; path: string }> = {
  machine: { type: 'Virtual machine', path: 'Microsoft.Compute/virtualMachines' },
  volume: { type: 'Disk', path: 'Microsoft.Compute/disks' },
  database: { type: 'SQL database', path: 'Microsoft.Sql/servers/northwind/databases' },
  bucket: { type: 'Storage account', path: 'Microsoft.Storage/storageAccounts' },
  logs: { type: 'Log Analytics workspace', path: 'Microsoft.OperationalInsights/workspaces' },
  address: { type: 'Public IP address', path: 'Microsoft.Network/publicIPAddresses' },
  app: { type: 'App Service plan', path: 'Microsoft.Web/serverfarms' },
}

const googleKinds: Record<string, { type: string; api: string; path: (region: string) => string }> = {
  machine: { type: 'Instance', api: 'compute', path: (region) => `zones/${region}-a/instances` },
  volume: { type: 'Disk', api: 'compute', path: (region) => `zones/${region}-a/disks` },
  snapshot: { type: 'Snapshot', api: 'compute', path: () => 'global/snapshots' },
  address: { type: 'Address', api: 'compute', path: (region) => `regions/${region}/addresses` },
  database: { type: 'Cloud SQL instance', api: 'sqladmin', path: () => 'instances' },
  bucket: { type: 'Bucket', api: 'storage', path: () => 'buckets' },
  dataset: { type: 'Dataset', api: 'bigquery', path: () => 'datasets' },
  endpoint: { type: 'Endpoint', api: 'aiplatform', path: (region) => `locations/${region}/endpoints` },
}

/** The id, type and availability zone of a new resource. Throws for a kind that its cloud does not have. */
export function idOf(
  kind: string,
  name: string,
  account: SubAccount,
  region: Region,
  random: Random,
): { id: string; type: string; availabilityZone: string } {
  const zoneSuffix = random.pick(['a', 'b', 'c'])
  if (region.cloud === 'aws') {
    const definition = requireKind(awsKinds[kind], kind)
    return {
      id: definition.id(account.id, region.id, name, random),
      type: definition.type,
      availabilityZone: `${region.id}${zoneSuffix}`,
    }
  }
  if (region.cloud === 'azure') {
    const definition = requireKind(azureKinds[kind], kind)
    const id = `/subscriptions/${account.id}/resourceGroups/rg-${account.name}/providers/${definition.path}/${name}`
    return { id, type: definition.type, availabilityZone: '' }
  }
  const definition = requireKind(googleKinds[kind], kind)
  return {
    id: `//${definition.api}.googleapis.com/projects/${account.id}/${definition.path(region.id)}/${name}`,
    type: definition.type,
    availabilityZone: `${region.id}-${zoneSuffix}`,
  }
}

function requireKind<T>(definition: T | undefined, kind: string): T {
  if (definition === undefined) throw new RangeError(`No cloud of this world has a "${kind}".`)
  return definition
}
