/** What CloudWatch says of each type of resource, against an account in which most of them do nothing. */
import type { MetricPoint } from '@kept/domain/metric.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { MetricTarget } from '@kept/domain/sync/port.ts'
import { depsOf, targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { metricsPort } from './metrics.ts'
import { inventoryPorts } from './ports.ts'
import { openSession } from './session.ts'
import { answerQuietAws, quietRegion, quietResources } from './testing/quiet-account.ts'

const account = '111111111111'
const own = quietResources(account)
const nowMs = Date.parse('2026-11-22T10:20:00Z')
const location = { accountId: account, accountName: 'Shop', region: quietRegion }
const hours = METRIC_HISTORY_DAYS * 24

interface Result {
  Id: string
  StatusCode: string
  Values: number[]
  Timestamps: number[]
}
type Change = (results: Result[], names: string[]) => void

function open(change: Change = () => undefined, bodies: string[] = []) {
  return openSession(
    { access_key_id: 'AKIA', secret_access_key: 'x', external_id: '' },
    depsOf(({ headers, body }) => {
      const action = headers['x-amz-target']?.split('.').pop() ?? new URLSearchParams(body).get('Action') ?? ''
      if (action === 'GetMetricData') bodies.push(body)
      const answer = answerQuietAws(account, action, body)
      if (!answer) return { status: 404, body: {} }
      if (action !== 'GetMetricData') return answer
      const content = JSON.parse(answer.body)
      const queries: { MetricStat: { Metric: { MetricName: string } } }[] = JSON.parse(body).MetricDataQueries
      change(
        content.MetricDataResults,
        queries.map(({ MetricStat }) => MetricStat.Metric.MetricName),
      )
      return { body: content }
    }, nowMs),
  )
}

async function read(targets: MetricTarget[], session = open()): Promise<MetricPoint[]> {
  const points: MetricPoint[] = []
  let cursor: string | null = null
  do {
    const page = await metricsPort.readPage(session, location, { cursor, targets, nowMs })
    points.push(...page.points)
    cursor = page.next
  } while (cursor !== null)
  return points
}

const old = { createdMs: Date.parse('2026-01-01T00:00:00Z') }
const stream = targetOf(own.stream, 'Stream', old)

describe('what does not happen', () => {
  it('is zero in each hour since the resource was created, where CloudWatch says nothing', async () => {
    const points = await read([stream])
    expect(points).toHaveLength(hours)
    expect(new Set(points.map(({ value }) => value))).toEqual(new Set([0]))
    expect(points.at(-1)).toMatchObject({ metric: 'records', unit: 'records/s', at: '2026-11-22T10:00:00.000Z' })
  })

  it('is zero only from the first complete hour of a new resource', async () => {
    const points = await read([{ ...stream, createdMs: Date.parse('2026-11-22T07:30:00Z') }])
    expect(points.map(({ at }) => at)).toEqual(['2026-11-22T09:00:00.000Z', '2026-11-22T10:00:00.000Z'])
  })

  it('stays unknown where the date of creation is, or CloudWatch refused the metric', async () => {
    expect(await read([{ ...stream, createdMs: undefined }])).toEqual([])
    for (const StatusCode of ['Forbidden', 'InternalError']) {
      const session = open((results) => {
        for (const entry of results) entry.StatusCode = StatusCode
      })
      expect(await read([stream], session)).toEqual([])
    }
  })

  it('is a gap in metrics that CloudWatch always reports', async () => {
    expect(await read([targetOf('arn:aws:lambda:us-east-1:1:function:f', 'Function', old)])).toEqual([])
  })
})

describe('metrics of AWS', () => {
  it('count requests of load balancers by their kind', async () => {
    const bodies: string[] = []
    const classic = 'arn:aws:elasticloadbalancing:us-east-1:1:loadbalancer/legacy'
    const points = await read(
      [own.balancer, own.busyBalancer, classic].map((id) => targetOf(id, 'Load balancer')),
      open(undefined, bodies),
    )
    expect(points.map(({ resource_id }) => resource_id)).toEqual(Array(hours).fill(own.busyBalancer))
    expect(points[0]?.value).toBe(100)
    const metrics = JSON.parse(bodies[0] ?? '').MetricDataQueries.map(
      (query: { MetricStat: { Metric: object } }) => query.MetricStat.Metric,
    )
    expect(metrics).toEqual([
      ...['RequestCount', 'ProcessedBytes'].map((MetricName) => ({
        ...{ Namespace: 'AWS/ApplicationELB', MetricName },
        Dimensions: [{ Name: 'LoadBalancer', Value: 'app/old-shop/50dc6c495c0c9188' }],
      })),
      ...['NewFlowCount', 'ProcessedBytes', 'ActiveFlowCount'].map((MetricName) => ({
        ...{ Namespace: 'AWS/NetworkELB', MetricName },
        Dimensions: [{ Name: 'LoadBalancer', Value: 'net/shop/60dc6c495c0c9188' }],
      })),
      ...['RequestCount', 'EstimatedProcessedBytes'].map((MetricName) => ({
        ...{ Namespace: 'AWS/ELB', MetricName },
        Dimensions: [{ Name: 'LoadBalancerName', Value: 'legacy' }],
      })),
    ])
  })

  it.each([
    ['redirects only', own.balancer, 'ProcessedBytes'],
    ['keeps WebSockets of before open', own.balancer, 'ProcessedBytes'],
    ['keeps flows of before open', own.busyBalancer, 'ActiveFlowCount'],
    ['sends through flows of before', own.busyBalancer, 'ProcessedBytes'],
  ])('have no zero of a load balancer that %s, even of the hours in which it rests', async (_, id, inUse) => {
    const session = open((results, names) => {
      for (const [index, entry] of results.entries()) {
        const isUsed = names[index] === inUse
        // An hour of each day: the others are silent.
        entry.Values = isUsed ? Array(METRIC_HISTORY_DAYS).fill(9000) : []
        const firstHour = nowMs / 1000 - ((nowMs / 1000) % 3600) - METRIC_HISTORY_DAYS * 86_400
        entry.Timestamps = entry.Values.map((_value, day) => firstHour + day * 86_400)
      }
    })
    expect(await read([targetOf(id, 'Load balancer', old)], session)).toEqual([])
  })

  it('count a load balancer as silent that processes nothing', async () => {
    const points = await read([targetOf(own.balancer, 'Load balancer', old)])
    expect(points).toHaveLength(hours)
    expect(new Set(points.map(({ value }) => value))).toEqual(new Set([0]))
  })

  it('have the busiest five minutes of a table, not only the mean of its hour', async () => {
    const session = open((results) => {
      // All reads of an hour in its first five minutes.
      for (const entry of results)
        entry.Values = entry.Values.map((value, index) => (index % 12 === 0 ? value * 12 : 0))
    })
    const attributes = { billing_mode: 'PROVISIONED', read_capacity: '1000', write_capacity: '500' }
    const [point] = await read([targetOf(own.table, 'Table', { ...old, attributes })], session)
    expect(point?.value).toBeCloseTo(10)
    expect(point?.max).toBeCloseTo(120)
  })

  it('are not zero before an endpoint was last changed, when it may have had other variants', async () => {
    const endpoint = (attributes: Record<string, string>) =>
      targetOf(own.endpoint, 'Model endpoint', { ...old, attributes: { variants: 'AllTraffic', ...attributes } })
    const points = await read([endpoint({ modified_at: '2026-11-22T07:30:00.000Z' })])
    expect(points.map(({ at }) => at)).toEqual(['2026-11-22T09:00:00.000Z', '2026-11-22T10:00:00.000Z'])
    expect(await read([endpoint({})])).toEqual([])
  })

  it('take the busiest of reads and writes, of a table and its indexes, as the share of what is provisioned', async () => {
    const capacity = { billing_mode: 'PROVISIONED', read_capacity: '1000', write_capacity: '500' }
    const table = (attributes: Record<string, string>) => targetOf(own.table, 'Table', { ...old, attributes })
    expect((await read([table(capacity)]))[0]).toMatchObject({ metric: 'capacity_utilization', value: 10 })
    // The index has a tenth of the reads, and less to serve them with.
    expect((await read([table({ ...capacity, index_capacity: 'by-day 20/5' })]))[0]?.value).toBe(50)
    expect(await read([table({ billing_mode: 'PAY_PER_REQUEST' })])).toEqual([])
  })

  it('add up operations of a disk that pays for them, with the highest minute, and ask of no other', async () => {
    const volume = (attributes: Record<string, string>) => targetOf(own.volume, 'Volume', { attributes })
    const [point] = await read([volume({ volume_type: 'io2', iops: '10000' })])
    expect(point).toMatchObject({ metric: 'disk_ops', value: 150, unit: 'ops/s' })
    expect(point?.max).toBeCloseTo(((100 + 50) * 3600 * 2) / 60 / 60)
    const session = open()
    expect(await read([volume({ volume_type: 'gp3', iops: '3000' }), volume({ volume_type: 'gp2' })], session)).toEqual(
      [],
    )
    expect(session.chargedNanos()).toBe(0)
  })

  it('make the share of storage in use from what is free and what is allocated', async () => {
    const points = await read([
      targetOf(own.database, 'Database', { attributes: { engine: 'postgres', size_gb: '1000' } }),
    ])
    const storage = points.filter(({ metric }) => metric === 'disk_utilization')
    expect(storage).toHaveLength(hours)
    expect(storage[0]?.value).toBeCloseTo(10)
  })

  it('read memory of functions that have Lambda Insights, and of no other', async () => {
    const bodies: string[] = []
    const functions = ['true', ''].map((insights) =>
      targetOf(`arn:aws:lambda:us-east-1:1:function:f${insights}`, 'Function', { attributes: { insights } }),
    )
    await read(functions, open(undefined, bodies))
    expect(bodies.join().match(/LambdaInsights/g)).toHaveLength(2)
    expect(bodies.join()).toContain('{"Name":"function_name","Value":"ftrue"}')
  })

  it('are charged by the series, in pages that keep the series of a point together', async () => {
    const session = open()
    const targets = Array.from({ length: 200 }, (_, index) => targetOf(`arn:cache:c${index}`, 'Cache'))
    const points = await read(targets, session)
    // Three metrics, each with a mean and a maximum.
    expect(points).toHaveLength(200 * 3 * hours)
    expect(points.every(({ max }) => max !== undefined)).toBe(true)
    expect(session.chargedNanos()).toBe(200 * 6 * 10_000)
    expect(session.calls()).toBe(Math.ceil((200 * 6) / 250))
  })
})

it('lists what is measured under the IDs of the bill, page by page', async () => {
  for (const [dataset, id, attributes] of [
    ['streams', own.stream, { shards: '64' }],
    ['endpoints', own.endpoint, { variants: 'AllTraffic', instances: '2' }],
    ['gateways', own.vpn, { kind: 'ipsec.1' }],
    ['dynamodb', own.table, { index_capacity: 'by-day 100/100' }],
  ] as const) {
    const port = inventoryPorts.find((candidate) => candidate.dataset === dataset)
    const page = await port?.readPage(open(), location, { cursor: null, targets: [], nowMs })
    expect(page?.items[0], dataset).toMatchObject({ resource_id: id, attributes })
    expect(page?.next).toBeNull()
  }
})
