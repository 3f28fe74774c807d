/** Rules that find what runs and does nothing: each with what it is, and both sides of its threshold. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'
import { describe, expect, it } from 'vitest'
import { evaluateAlone, measured, recommendationsOf, use } from '../testing/facts.ts'
import type { Rule } from './define-rule.ts'
import { gatewayWithoutConnections } from './gateway-without-connections.ts'
import { idleAppPlan } from './idle-app-plan.ts'
import { idleCache } from './idle-cache.ts'
import { idleCluster } from './idle-cluster.ts'
import { idleDatabase } from './idle-database.ts'
import { idleGpu } from './idle-gpu.ts'
import { idleInstance } from './idle-instance.ts'
import { idleMlEndpoint } from './idle-ml-endpoint.ts'
import { idleStream } from './idle-stream.ts'
import { idleWarehouse } from './idle-warehouse.ts'
import { loadBalancerWithoutRequests } from './load-balancer-without-requests.ts'

interface IdleCase {
  rule: Rule
  usage: Partial<ResourceUse>
  metric: KnownMetric
  below: number
  above: number
  days: number
}

const rds = 'Amazon Relational Database Service'
const cases: IdleCase[] = [
  {
    rule: idleInstance,
    usage: { meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' },
    metric: 'cpu_utilization',
    below: 4.9,
    above: 5,
    days: 14,
  },
  {
    rule: idleGpu,
    usage: { meter: 'BoxUsage:g5.xlarge', instance_type: 'g5.xlarge' },
    metric: 'gpu_utilization',
    below: 4.9,
    above: 5,
    days: 14,
  },
  {
    rule: idleDatabase,
    usage: { service: rds, meter: 'InstanceUsage:db.r6g.large', instance_type: 'db.r6g.large' },
    metric: 'connections',
    below: 0,
    above: 1,
    days: 7,
  },
  {
    rule: idleCache,
    usage: { service: 'Amazon ElastiCache', meter: 'NodeUsage:cache.r6g.large', instance_type: 'cache.r6g.large' },
    metric: 'connections',
    below: 4,
    above: 5,
    days: 14,
  },
  {
    rule: idleWarehouse,
    usage: { service: 'Amazon Redshift', meter: 'Node:ra3.xlplus' },
    metric: 'connections',
    below: 0,
    above: 1,
    days: 7,
  },
  {
    rule: idleMlEndpoint,
    usage: { service: 'Amazon SageMaker', meter: 'Host:ml.m5.large', instance_type: 'ml.m5.large' },
    metric: 'requests',
    below: 0,
    above: 0.0001,
    days: 14,
  },
  {
    rule: idleStream,
    usage: { service: 'Amazon Kinesis', meter: 'Storage-ShardHour' },
    metric: 'records',
    below: 0,
    above: 0.001,
    days: 7,
  },
  {
    rule: idleCluster,
    usage: { service: 'Amazon EKS', meter: 'AmazonEKS-Hours:perCluster' },
    metric: 'cpu_utilization',
    below: 1.9,
    above: 2,
    days: 14,
  },
  {
    rule: idleAppPlan,
    usage: { provider: 'Microsoft', service: 'Azure App Service', meter: 'P1 v3 App' },
    metric: 'cpu_utilization',
    below: 4.9,
    above: 5,
    days: 14,
  },
  {
    rule: loadBalancerWithoutRequests,
    usage: { service: 'Elastic Load Balancing', meter: 'LoadBalancerUsage' },
    metric: 'requests',
    below: 0.001,
    above: 0.002,
    days: 7,
  },
  {
    rule: gatewayWithoutConnections,
    usage: { service: 'Amazon Virtual Private Cloud', meter: 'VPN-Usage-Hours:ipsec.1' },
    metric: 'network_out',
    below: 900,
    above: 1000,
    days: 14,
  },
]

describe.each(cases.map((idleCase) => [idleCase.rule.id, idleCase] as const))(
  '%s',
  (_, { rule, usage, metric, below, above, days }) => {
    const recommend = (value: number, overrides: { days?: number } = {}) =>
      recommendationsOf(rule, {
        resource_usage: [use({ effective: '90', ...usage })],
        resource_metric: [measured({ metric, p99: value, ...overrides })],
      })
    it('finds what stays below its threshold, with its whole cost and the figures to check', () => {
      expect(recommend(above)).toEqual([])
      const [recommendation] = recommend(below)
      expect(recommendation).toMatchObject({ resource_id: 'r-1', monthly_cost: '90', monthly_savings: '90' })
      expect(recommendation?.evidence.some(({ label }) => label.includes('days measured'))).toBe(true)
    })
    it(`waits until it has seen ${days} days`, () => {
      expect([recommend(below, { days }).length, recommend(below, { days: days - 1 }).length]).toEqual([1, 0])
    })
    it('reports how many it could not evaluate, and why', () => {
      const { outcomes } = evaluateAlone(rule, {
        resource_usage: [use({ ...usage, effective: '9' }), use({ ...usage, effective: '9', resource_id: 'r-2' })],
        resource_metric: [measured({ metric, p99: above })],
      })
      expect(outcomes[0]?.skip_reasons[0]).toMatch(/^Needs .+ metrics \(1 of 2 .+ have none\)\.$/)
    })
    it('leaves other things alone', () => {
      const other = { meter: 'TimedStorage-ByteHrs', pricing_unit: 'GB-Mo', service: 'Amazon Simple Storage Service' }
      expect(
        recommendationsOf(rule, {
          resource_usage: [use({ effective: '90', ...other })],
          resource_metric: [measured({ metric, p99: 0 })],
        }),
      ).toEqual([])
    })
  },
)

describe('idle machines', () => {
  const machine = (overrides = {}) =>
    use({ effective: '90', meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large', ...overrides })
  const cpu = measured({ metric: 'cpu_utilization', p99: 2 })
  it('are not idle when they move data', () => {
    const traffic = measured({ metric: 'network_out', avg: 5_000_000 })
    expect(recommendationsOf(idleInstance, { resource_usage: [machine()], resource_metric: [cpu, traffic] })).toEqual(
      [],
    )
  })
  it('save nothing by themselves when a commitment pays for them', () => {
    const [recommendation] = recommendationsOf(idleInstance, {
      resource_usage: [machine({ commitment_id: 'sp-1' })],
      resource_metric: [cpu],
    })
    expect(recommendation).toMatchObject({ monthly_savings: null })
  })
  it('are no databases, caches or spare capacity', () => {
    const rows = [
      machine({ service: rds, meter: 'InstanceUsage:db.m6i.large' }),
      machine({ pricing_category: 'Dynamic' }),
    ]
    for (const row of rows)
      expect(recommendationsOf(idleInstance, { resource_usage: [row], resource_metric: [cpu] })).toEqual([])
  })
})

it.each([
  ['Azure Cache for Redis', 'C1 Cache', '1 Hour'],
  ['Cloud Memorystore for Redis', 'Redis Capacity Basic M1 Iowa', 'gibibyte hour'],
])('evaluates caches of %s, whose bills name no machine', (service, meter, pricing_unit) => {
  const resource_usage = [use({ service, meter, pricing_unit, effective: '50' })]
  const resource_metric = [measured({ metric: 'connections', max: 0, days: 14 })]
  expect(recommendationsOf(idleCache, { resource_usage, resource_metric })).toHaveLength(1)
  const backup = [use({ service, meter: 'Backup Storage', pricing_unit: '1 GB/Month', effective: '50' })]
  expect(recommendationsOf(idleCache, { resource_usage: backup, resource_metric })).toEqual([])
})

it('leaves a warehouse alone that a job of ten minutes uses each hour', () => {
  const resource_usage = [use({ service: 'Amazon Redshift', meter: 'Node:ra3.xlplus', effective: '90' })]
  const load = (max: number) => [measured({ metric: 'connections', avg: 0.83, p95: 0.83, p99: 0.83, max })]
  expect(recommendationsOf(idleWarehouse, { resource_usage, resource_metric: load(5) })).toEqual([])
  expect(recommendationsOf(idleWarehouse, { resource_usage, resource_metric: load(0.9) })).toHaveLength(1)
})
