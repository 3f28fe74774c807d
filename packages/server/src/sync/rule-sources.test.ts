/**
 * From a connection and a bill to the recommendations of rules that a bill alone does not feed: resources that do
 * nothing are recommended, their like in use is not, and what the metrics cost is counted.
 */
import { randomUUID } from 'node:crypto'
import { answerQuietAws, quietRegion, quietResources } from '@kept/connectors/aws/live/testing/quiet-account.ts'
import { answerSilentBalancers, silentBalancers } from '@kept/connectors/aws/live/testing/silent-balancers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverBill } from '../testing/idle-address-bill.ts'
import { recentBill } from '../testing/recent-bill.ts'
import { type MeasuredKept, openMeasuredKept } from './testing/measured-kept.ts'
import { firstAccount, type SmallAws, startSmallAws } from './testing/small-aws.ts'

let sync: MeasuredKept
beforeAll(async () => {
  sync = await openMeasuredKept()
})
afterAll(() => sync.close())

/** As the protocols of both actions write it. */
function denial(action: string) {
  const message = `User is not authorized to perform: ${action}`
  return action === 'DescribeRules'
    ? {
        status: 403,
        body: `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`,
      }
    : { status: 400, body: JSON.stringify({ __type: 'AccessDeniedException', message }) }
}

describe('AWS', () => {
  const own = quietResources(firstAccount)
  const things = [
    { resource_id: own.stream, meter: 'Storage-ShardHour', unit: 'Hours', service: 'Amazon Kinesis' },
    { resource_id: own.busyStream, meter: 'Storage-ShardHour', unit: 'Hours', service: 'Amazon Kinesis' },
    { resource_id: own.endpoint, meter: 'Host:ml.m5.xlarge', unit: 'Hours', service: 'Amazon SageMaker' },
    { resource_id: own.vpn, meter: 'VPN-Usage-Hours:ipsec.1', unit: 'Hours', service: 'Amazon Virtual Private Cloud' },
    { resource_id: own.cache, meter: 'NodeUsage:cache.r6g.large', unit: 'Hours', service: 'Amazon ElastiCache' },
    { resource_id: own.warehouse, meter: 'Node:ra3.xlplus', unit: 'Hours', service: 'Amazon Redshift' },
    { resource_id: own.balancer, meter: 'LoadBalancerUsage', unit: 'Hours', service: 'Elastic Load Balancing' },
    { resource_id: own.busyBalancer, meter: 'LoadBalancerUsage', unit: 'Hours', service: 'Elastic Load Balancing' },
    // Their meters show work, so that only metrics can tell them apart.
    ...[own.balancer, own.busyBalancer, ...Object.values(silentBalancers(firstAccount))].map((resource_id) => ({
      ...{ resource_id, meter: 'LCUUsage', unit: 'LCU-Hrs', service: 'Elastic Load Balancing', quantity: 50 },
    })),
    ...Object.values(silentBalancers(firstAccount)).map((resource_id) => ({
      ...{ resource_id, meter: 'LoadBalancerUsage', unit: 'Hours', service: 'Elastic Load Balancing' },
    })),
    { resource_id: own.table, meter: 'ReadCapacityUnit-Hrs', unit: 'Hours', service: 'Amazon DynamoDB' },
    {
      resource_id: own.volume,
      meter: 'EBS:VolumeP-IOPS.io2',
      unit: 'IOPS-Mo',
      service: 'Amazon Elastic Compute Cloud',
      quantity: 333,
    },
    {
      resource_id: own.database,
      meter: 'RDS:GP3-Storage',
      unit: 'GB-Mo',
      service: 'Amazon Relational Database Service',
    },
  ]
  let aws: SmallAws
  let externalId = ''
  // Operations of REST have no action.
  let denied = 'none'
  let hasSilentBalancers = false
  beforeAll(async () => {
    aws = await startSmallAws({
      ...{ accounts: 1, externalId: () => externalId, isFailing: () => false },
      fault: (action, _count, body) =>
        action === denied
          ? denial(action)
          : ((hasSilentBalancers ? answerSilentBalancers(firstAccount, action, body) : undefined) ??
            answerQuietAws(firstAccount, action, body)),
    })
    sync.kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
    const bill = { provider: 'AWS', subAccount: firstAccount, region: quietRegion, nowMs: Date.now() }
    await deliverBill(sync.kept, recentBill(things, bill))
  }, 60_000)
  afterAll(() => aws?.close())

  async function connect(): Promise<string> {
    const { data } = await sync.admin.client.connections.create({
      ...{ kind: 'aws', name: `AWS ${randomUUID()}`, access_key_id: 'AKIA', secret_access_key: 'secret' },
      ...{ role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`, regions: [quietRegion], endpoint: aws.url },
    })
    await sync.hold(data.id)
    externalId = (await sync.admin.client.sync.get({ id: data.id })).data.external_id
    return data.id
  }

  it('speaks where it was silent, and counts what the metrics cost', async () => {
    expect(Object.keys(await sync.recommendationsByRule())).not.toContain('idle-stream')
    const connection = await sync.run(await connect())
    expect(connection.error).toBe('')
    expect(connection.units).toEqual({ complete: 27 })
    expect(await sync.recommendationsByRule()).toMatchObject({
      'idle-stream': [own.stream],
      'idle-ml-endpoint': [own.endpoint],
      'gateway-without-connections': [own.vpn],
      'idle-cache': [own.cache],
      'idle-warehouse': [own.warehouse],
      'load-balancer-without-requests': [own.balancer],
      'table-capacity-unused': [own.table],
      'disk-performance-unused': [own.volume],
      'database-storage-oversized': [own.database],
    })
    // Streams one each, load balancers two and three, an endpoint and a VPN one, caches six, a warehouse two, a table
    // and its index two each, a volume four, a database six: $0.00001 for each series.
    const series = 2 + 5 + 1 + 1 + 6 + 2 + 4 + 4 + 6
    // And six requests to Cost Explorer at $0.01, and one to the key service at $0.000003.
    expect(connection.api_cost_this_month).toBe((6 * 0.01 + series * 0.00001 + 0.000003).toFixed(6))
  }, 90_000)

  it('calls no load balancer unused that redirects without targets, and none whose rules it may not read', async () => {
    hasSilentBalancers = true
    const silent = silentBalancers(firstAccount)
    denied = 'DescribeRules'
    const id = await connect()
    const { data: checked } = await sync.admin.client.sync.check({ id })
    expect(checked.capabilities.flatMap(({ missing }) => missing)).toEqual(['elasticloadbalancing:DescribeRules'])
    expect((await sync.run(id)).error).toBe('')
    expect(await sync.recommendationsByRule()).not.toHaveProperty('load-balancer-without-backends')
    denied = 'none'
    expect((await sync.run(id)).error).toBe('')
    expect(await sync.recommendationsByRule()).toMatchObject({ 'load-balancer-without-backends': [silent.deserted] })
    hasSilentBalancers = false
  }, 90_000)

  it('names the permission that a list lacks, with the statement to add, and reads everything else', async () => {
    denied = 'ListStreams'
    const id = await connect()
    const { data: checked } = await sync.admin.client.sync.check({ id })
    const missing = checked.capabilities.filter(({ state }) => state === 'missing')
    expect(missing).toMatchObject([{ dataset: 'streams', missing: ['kinesis:ListStreams'] }])
    expect(missing[0]?.statement).toContain('"kinesis:ListStreams"')
    expect((await sync.run(id)).units).toEqual({ complete: 26, denied: 1 })
    const { data: units } = await sync.admin.client.sync.units({ id })
    expect(units.find(({ state }) => state === 'denied')).toMatchObject({
      ...{ dataset: 'streams', missing_action: 'kinesis:ListStreams' },
    })
  }, 90_000)
})
