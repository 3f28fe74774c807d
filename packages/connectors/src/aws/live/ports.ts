/** All AWS ports, in the order they are read: metrics come after the resources they belong to. */
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { activityPort } from './activity.ts'
import { commitmentsPort } from './commitments.ts'
import { discoverPermissions } from './discover.ts'
import { cachesPort, queuesPort, warehousesPort } from './inventory/data-services.ts'
import { dynamodbPort } from './inventory/dynamodb.ts'
import { ec2Port } from './inventory/ec2.ts'
import { ecsPort } from './inventory/ecs.ts'
import { eksPort } from './inventory/eks.ts'
import { elbPort } from './inventory/elb.ts'
import { endpointsPort } from './inventory/endpoints.ts'
import { firewallsPort } from './inventory/firewalls.ts'
import { gatewaysPort } from './inventory/gateways.ts'
import { identityPort } from './inventory/identity.ts'
import { keysPort, secretsPort } from './inventory/keys-and-secrets.ts'
import { autoScalingPort, lambdaPort, logsPort, rdsPort } from './inventory/managed.ts'
import { s3Port } from './inventory/s3.ts'
import { streamsPort } from './inventory/streams.ts'
import { certificatesPort, repositoriesPort } from './inventory/supply-chain.ts'
import { trailsPort } from './inventory/trails.ts'
import { metricsPort } from './metrics.ts'
import { pricesPort } from './prices.ts'
import type { AwsSession } from './session.ts'

export const inventoryPorts = [
  ec2Port,
  elbPort,
  autoScalingPort,
  rdsPort,
  lambdaPort,
  dynamodbPort,
  ecsPort,
  eksPort,
  logsPort,
  s3Port,
  identityPort,
  firewallsPort,
  keysPort,
  secretsPort,
  certificatesPort,
  repositoriesPort,
  trailsPort,
  cachesPort,
  warehousesPort,
  queuesPort,
  streamsPort,
  endpointsPort,
  gatewaysPort,
] as const

export const awsPorts: readonly LivePort<AwsSession>[] = [
  ...inventoryPorts,
  commitmentsPort,
  pricesPort,
  activityPort,
  metricsPort,
]

export function awsPort(dataset: SyncDataset): LivePort<AwsSession> {
  const port = awsPorts.find((candidate) => candidate.dataset === dataset)
  if (!port) throw new Error(`There is no AWS port for ${dataset}.`)
  return port
}

/** What Kept uses to find accounts and regions, and then each port, by dataset. */
export const permissionsByDataset: readonly {
  dataset: SyncDataset | 'accounts'
  unlocks: string
  permissions: readonly LivePermission[]
}[] = [
  { dataset: 'accounts', unlocks: 'Accounts and regions', permissions: discoverPermissions },
  ...awsPorts.map(({ dataset, unlocks, permissions }) => ({ dataset, unlocks, permissions })),
]
