import { type ConnectionKind, isStorageKind } from '@kept/domain/connection-kind.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'

const labels: Record<SyncDataset | 'accounts', string> = {
  accounts: 'Accounts',
  ec2: 'EC2',
  elb: 'Load balancers',
  autoscaling: 'Auto Scaling',
  rds: 'RDS',
  lambda: 'Lambda',
  dynamodb: 'DynamoDB',
  ecs: 'ECS',
  eks: 'EKS',
  logs: 'Logs',
  s3: 'S3',
  compute: 'Compute',
  network: 'Network',
  databases: 'Databases',
  storage: 'Storage',
  apps: 'Apps',
  clusters: 'Clusters',
  identity: 'Identity',
  firewalls: 'Firewalls',
  keys: 'Encryption keys',
  secrets: 'Secrets',
  certificates: 'Certificates',
  repositories: 'Image repositories',
  trails: 'Trails',
  caches: 'Caches',
  warehouses: 'Data warehouses',
  queues: 'Queues',
  images: 'Machine images',
  streams: 'Streams',
  endpoints: 'Model endpoints',
  gateways: 'Gateways',
  tables: 'Tables',
  nodes: 'Nodes',
  workloads: 'Workloads',
  containers: 'Containers',
  volumes: 'Volumes',
  commitments: 'Commitments',
  prices: 'List prices',
  metrics: 'Metrics',
  activity: 'Activity',
  exports: 'Cost reports',
}

/** What a dataset is called on a screen. A bucket has exports; a cloud writes cost reports by itself. */
export function datasetLabel(dataset: SyncDataset | 'accounts', kind: ConnectionKind): string {
  if (dataset !== 'exports') return labels[dataset]
  return isStorageKind(kind) ? 'Exports' : kind === 'gcp' ? 'Billing export' : labels[dataset]
}
