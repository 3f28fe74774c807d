/** Rules that find a smaller size, from percentiles, with headroom and the month's end. */
import type { ResourceMetric } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { describe, expect, it } from 'vitest'
import { evaluateAlone, item, measured, recommendationsOf, use } from '../testing/facts.ts'
import { containerRequestsOversized } from './container-requests-oversized.ts'
import { databaseStorageOversized } from './database-storage-oversized.ts'
import { diskPerformanceUnused } from './disk-performance-unused.ts'
import { functionMemoryOversized } from './function-memory-oversized.ts'
import { rightsizeCache } from './rightsize-cache.ts'
import { rightsizeDatabase } from './rightsize-database.ts'
import { rightsizeInstance } from './rightsize-instance.ts'
import { tableCapacityUnused } from './table-capacity-unused.ts'

const price = (instance_type: string, amount: string, overrides: Partial<UnitPrice> = {}): UnitPrice => ({
  source: 'contract',
  provider: 'AWS',
  currency: 'USD',
  region: 'us-east-1',
  sku_price_id: `price-${instance_type}`,
  instance_type,
  meter: '',
  description: '',
  pricing_unit: 'Hrs',
  price: amount,
  vcpus: null,
  memory_gib: null,
  source_description: overrides.source === 'public_list' ? 'a public list' : 'your contract',
  ...overrides,
})
const machine = (overrides = {}) =>
  use({ effective: '100', meter: 'BoxUsage:m6i.2xlarge', instance_type: 'm6i.2xlarge', ...overrides })
const cpu = (p99: number, overrides: Partial<ResourceMetric> = {}) =>
  measured({ metric: 'cpu_utilization', p99, ...overrides })
const memory = (p99: number) => measured({ metric: 'memory_utilization', p99 })

describe('a machine', () => {
  const recommend = (metrics: ResourceMetric[], prices: UnitPrice[] = [], overrides = {}) =>
    recommendationsOf(rightsizeInstance, {
      resource_usage: [machine(overrides)],
      resource_metric: metrics,
      unit_price: prices,
    })

  it('goes down as far as the load leaves a fifth to spare, a quarter at most', () => {
    const to = (p99: number, mem: number) =>
      recommend([cpu(p99), memory(mem)])[0]?.evidence.find(({ label }) => label === 'Change')?.value
    expect([to(41, 10), to(40, 10), to(20, 20), to(5, 5)]).toEqual([
      undefined,
      'm6i.2xlarge to m6i.xlarge',
      'm6i.2xlarge to m6i.large',
      'm6i.2xlarge to m6i.large',
    ])
    expect(to(10, 41)).toBeUndefined()
  })
  it('stays as large as the month’s end needs it', () => {
    expect(recommend([cpu(15, { month_end_p95: 85, busiest_p95: 85 }), memory(10)])).toEqual([])
    expect(recommend([cpu(15, { month_end_p95: null, busiest_p95: 20 }), memory(10)])).toHaveLength(1)
  })
  it('goes down one size at most where memory is not measured, and says so', () => {
    const [recommendation] = recommend([cpu(5)])
    expect(recommendation).toMatchObject({ monthly_savings: '50', risk: 'high' })
    expect(recommendation?.evidence.find(({ label }) => label === 'Memory')?.value).toContain('not measured')
  })
  it('is priced by the own contract first, then by the list price of the region, a public list, and its size, and says which', () => {
    const contractPrices = [price('m6i.2xlarge', '0.3'), price('m6i.xlarge', '0.18')]
    const list = { source: 'public_list', provider: 'aws' } as const
    const listed = [price('m6i.2xlarge', '0.4', list), price('m6i.xlarge', '0.1', list)]
    const savingAndSource = (prices: UnitPrice[]) => {
      const [recommendation] = recommend([cpu(30), memory(30)], prices)
      return [
        recommendation?.monthly_savings,
        recommendation?.evidence.find(({ label }) => label === 'Price source')?.value,
      ]
    }
    expect(savingAndSource([...listed, ...contractPrices])).toEqual(['40', 'your contract'])
    expect(savingAndSource(listed)).toEqual(['75', 'a public list'])
    const live = { source: 'live_list', provider: 'aws', source_description: 'AWS Price List' } as const
    const read = [price('m6i.2xlarge', '0.5', live), price('m6i.xlarge', '0.3', live)]
    expect(savingAndSource([...listed, ...read])).toEqual(['40', 'AWS Price List'])
    expect(savingAndSource([...contractPrices, ...read])[1]).toBe('your contract')
    // Of one of the two sizes alone, and in another currency, they compare nothing.
    expect(savingAndSource([...listed, ...read.slice(1)])[1]).toBe('a public list')
    expect(savingAndSource([...listed, ...read.map((entry) => ({ ...entry, currency: 'CNY' }))])[1]).toBe(
      'a public list',
    )
    expect(savingAndSource([price('m6i.2xlarge', '0.3', { region: 'eu-west-1' })])[1]).toContain(
      'No price on your bill',
    )
    expect(
      savingAndSource([price('m6i.2xlarge', '0.3'), price('m6i.xlarge', '0.2', { description: 'Windows' })])[1],
    ).toContain('No price on')
  })
  it('saves on what is paid on demand only, and waits two weeks', () => {
    expect(recommend([cpu(10), memory(10)], [], { commitment_id: 'sp-1' })).toEqual([])
    expect(recommend([cpu(10, { days: 13 }), memory(10)])).toEqual([])
  })
  it('says how many have no metrics', () => {
    const { outcomes } = evaluateAlone(rightsizeInstance, {
      resource_usage: [machine(), machine({ resource_id: 'r-2' }), machine({ resource_id: 'r-3' })],
      resource_metric: [cpu(90)],
    })
    expect(outcomes[0]?.skip_reasons).toEqual([
      'Needs CPU metrics (2 of 3 instances have none).',
      'Needs memory metrics to move down more than one size (1 of 3 instances have none).',
    ])
  })
})

it('knows databases and caches by their own families', () => {
  const metrics = [cpu(20), memory(20)]
  const database = machine({
    service: 'Amazon Relational Database Service',
    meter: 'InstanceUsage:db.r6g.2xlarge',
    instance_type: 'db.r6g.2xlarge',
  })
  const cache = machine({
    service: 'Amazon ElastiCache',
    meter: 'NodeUsage:cache.r6g.xlarge',
    instance_type: 'cache.r6g.xlarge',
  })
  expect(
    recommendationsOf(rightsizeDatabase, { resource_usage: [database], resource_metric: metrics })[0]?.summary,
  ).toContain('db.r6g.large')
  expect(
    recommendationsOf(rightsizeCache, { resource_usage: [cache], resource_metric: metrics })[0]?.summary,
  ).toContain('cache.r6g.large')
  expect(recommendationsOf(rightsizeInstance, { resource_usage: [database, cache], resource_metric: metrics })).toEqual(
    [],
  )
})

it('takes the size of an Azure SQL database from the inventory', () => {
  const database = machine({
    ...{
      service: 'SQL Database',
      meter: 'vCore',
      pricing_unit: '1 Hour',
      instance_type: '',
      provider: 'Microsoft Azure',
    },
  })
  const changeOf = (size: string) =>
    recommendationsOf(rightsizeDatabase, {
      resource_usage: [database],
      resource_metric: [cpu(20), memory(20)],
      inventory: [item({ resource_id: database.resource_id, size })],
    })[0]
  expect(changeOf('GP_Gen5_8')?.evidence).toContainEqual({ label: 'Change', value: 'GP_Gen5_8 to GP_Gen5_2' })
  expect(changeOf('GP_Gen5_8')?.steps.join(' ')).toContain('az sql db update --service-objective GP_Gen5_2')
  // Serverless, the smallest, one that has its size on the bill, and none.
  for (const size of ['GP_S_Gen5_8', 'GP_Gen5_2', 'db.r6g.2xlarge', '']) expect(changeOf(size), size).toBeUndefined()
})

describe('what is reserved and not used', () => {
  it('containers: both CPU and memory below half, a fifth to spare', () => {
    const container = use({ effective: '100', resource_type: 'container', provider: 'OpenCost' })
    const recommend = (a: number, b: number) =>
      recommendationsOf(containerRequestsOversized, {
        resource_usage: [container],
        resource_metric: [cpu(a), memory(b)],
      })
    expect([recommend(51, 10), recommend(10, 51)]).toEqual([[], []])
    expect(recommend(10, 50)[0]).toMatchObject({
      monthly_savings_low: '0',
      monthly_savings: '20',
      monthly_savings_high: '40',
    })
  })
  describe('the requests of a workload', () => {
    const pod = (hash: string) => `shop/cart-5d8f7c9b6d-${hash}/app`
    const [first, second] = [pod('x2x4z'), pod('bq7wk')]
    const listed = (resource_id: string, attributes = {}) =>
      item({
        ...{ resource_id, type: 'Container' },
        attributes: {
          cpu_request: '500m',
          memory_request: '1Gi',
          controller: 'ReplicaSet/cart-5d8f7c9b6d',
          ...attributes,
        },
      })
    const load = (resource_id: string, a: number, b: number) =>
      [
        { ...cpu(a), resource_id },
        { ...memory(b), resource_id },
      ] as const
    const recommend = (resource_metric: ResourceMetric[], inventory: ReturnType<typeof listed>[]) =>
      recommendationsOf(containerRequestsOversized, {
        resource_usage: [
          use({ effective: '100', resource_type: 'container', provider: 'OpenCost', resource_id: first }),
        ],
        ...{ resource_metric, inventory },
      })[0]?.evidence.filter(({ label }) => /Workload|request$/.test(label))

    it('follow the pod that uses most', () => {
      expect(recommend([...load(first, 10, 10), ...load(second, 30, 45)], [listed(first), listed(second)])).toEqual([
        { label: 'Workload', value: 'Deployment/cart' },
        { label: 'CPU request', value: '500m to 180m' },
        { label: 'Memory request', value: '1Gi to 560Mi' },
      ])
    })
    it('stay where another pod needs them', () => {
      expect(
        recommend([...load(first, 10, 10), ...load(second, 95, 20)], [listed(first), listed(second)]),
      ).toMatchObject([{}, { value: '500m to 500m' }, { value: '1Gi to 256Mi' }])
      expect(recommend([...load(first, 10, 10), ...load(second, 95, 95)], [listed(first), listed(second)])).toEqual([])
    })
    it('are not named while a pod is not measured, or requests something else', () => {
      const both = [...load(first, 10, 10), ...load(second, 10, 10)]
      expect(recommend([...load(first, 10, 10)], [listed(first), listed(second)])).toEqual([])
      expect(recommend(both, [listed(first), listed(second, { cpu_request: '1' })])).toEqual([])
      expect(recommend(both, [])).toEqual([])
      expect(recommend(both, [listed(first, { controller: 'Job/once' })])).toEqual([])
    })
    it('are those of its own namespace and container', () => {
      const other = 'test/cart-5d8f7c9b6d-bq7wk/app'
      expect(recommend([...load(first, 10, 10)], [listed(first), listed(other)])?.[1]).toEqual({
        ...{ label: 'CPU request', value: '500m to 60m' },
      })
    })
  })
  it('functions: by the highest memory ever used', () => {
    const lambda = use({ effective: '100', meter: 'Lambda-GB-Second', pricing_unit: 'GB-Seconds' })
    const recommend = (highest: number) =>
      recommendationsOf(functionMemoryOversized, {
        resource_usage: [lambda],
        resource_metric: [measured({ metric: 'memory_utilization', p99: 5, max: highest })],
      })
    expect(recommend(51)).toEqual([])
    expect(recommend(40)[0]).toMatchObject({ monthly_savings: '25', monthly_savings_high: '50' })
  })
  it('functions: the new size, where an inventory says the current one', () => {
    const recommend = (memory_mb: string) =>
      recommendationsOf(functionMemoryOversized, {
        resource_usage: [use({ effective: '100', meter: 'Lambda-GB-Second', pricing_unit: 'GB-Seconds' })],
        resource_metric: [measured({ metric: 'memory_utilization', p99: 5, max: 28 })],
        inventory: [item({ attributes: { memory_mb } })],
      })[0]?.evidence.filter(({ label }) => label === 'Change')
    expect(recommend('1024')).toEqual([{ label: 'Change', value: '1024 MB to 384 MB' }])
    // It has the least that AWS offers.
    expect(recommend('128')).toEqual([])
  })
  it('throughput of tables', () => {
    const table = use({ effective: '100', meter: 'ReadCapacityUnit-Hrs', service: 'Amazon DynamoDB' })
    const recommend = (p99: number, overrides = {}) =>
      recommendationsOf(tableCapacityUnused, {
        resource_usage: [table],
        resource_metric: [measured({ metric: 'capacity_utilization', p99, ...overrides })],
      })
    expect(recommend(51)).toEqual([])
    expect(recommend(35)[0]).toMatchObject({ monthly_savings: '50' })
    expect(recommend(20, { month_end_p95: 60 })).toEqual([])
    // Five minutes of each hour at 90%, of which hourly means show 8%.
    expect(recommend(8, { max: 90 })).toEqual([])
  })
  it('throughput of accounts that do not scale by themselves', () => {
    const recommend = (overrides = {}) =>
      recommendationsOf(tableCapacityUnused, {
        resource_usage: [use({ effective: '100', service: 'Azure Cosmos DB', meter: '100 RU/s', ...overrides })],
        resource_metric: [measured({ metric: 'capacity_utilization', p99: 8 })],
      })
    expect(recommend()).toHaveLength(1)
    expect(recommend({ description: 'Azure Cosmos DB autoscale - RUs' })).toEqual([])
    expect(recommend({ meter: 'Autoscale 100 RU/s' })).toEqual([])
  })
  it('operations of disks', () => {
    const disk = use({ effective: '300', meter: 'EBS:VolumeP-IOPS.piops', pricing_unit: 'IOPS-Mo', quantity: '3000' })
    const recommend = (highest: number) =>
      recommendationsOf(diskPerformanceUnused, {
        resource_usage: [disk],
        resource_metric: [measured({ metric: 'disk_ops', p99: 5, max: highest })],
      })
    expect(recommend(1501)).toEqual([])
    expect(recommend(300)[0]).toMatchObject({ monthly_savings: '261' }) // 1 - 0.1 * 1.3
  })
  it('operations of disks that are billed by the hour', () => {
    const disk = use({
      ...{ effective: '300', meter: 'Premium SSD v2 Provisioned IOPS', pricing_unit: 'Hours' },
      quantity: String(3000 * 30 * 24),
    })
    const recommend = (highest: number) =>
      recommendationsOf(diskPerformanceUnused, {
        resource_usage: [disk],
        resource_metric: [measured({ metric: 'disk_ops', p99: 5, max: highest })],
      })
    // 3,000 are billed, and as many included: never below those.
    expect(recommend(3001)).toEqual([])
    expect(recommend(3000)[0]).toMatchObject({ monthly_savings: '210' }) // 1 - (3000 * 1.3 - 3000) / 3000
    const [idle] = recommend(300)
    expect(idle).toMatchObject({ monthly_savings: '300' })
    expect(idle?.steps[0]).toContain('about 3000:')
  })
  it('operations of gp3 above those that it includes, and none of databases with gp3', () => {
    const recommend = (meter: string) =>
      recommendationsOf(diskPerformanceUnused, {
        resource_usage: [use({ effective: '5', meter, pricing_unit: 'IOPS-Mo', quantity: '1000' })],
        resource_metric: [measured({ metric: 'disk_ops', p99: 5, max: 1200 })],
      })
    // 4,000 in all: lower to 3,000, and not to 1,560.
    const [disk] = recommend('EBS:VolumeP-IOPS.gp3')
    expect(disk).toMatchObject({ monthly_savings: '5' })
    expect(disk?.steps[0]).toContain('about 3000:')
    expect(recommend('RDS:GP3-PIOPS')).toEqual([])
  })
  it('storage of databases', () => {
    const database = use({
      effective: '100',
      service: 'Amazon Relational Database Service',
      meter: 'RDS:GP3-Storage',
      pricing_unit: 'GB-Mo',
    })
    const recommend = (highest: number) =>
      recommendationsOf(databaseStorageOversized, {
        resource_usage: [database],
        resource_metric: [measured({ metric: 'disk_utilization', max: highest })],
      })
    expect(recommend(41)).toEqual([])
    expect(recommend(20)[0]).toMatchObject({ monthly_savings_high: '74' })
  })
})
