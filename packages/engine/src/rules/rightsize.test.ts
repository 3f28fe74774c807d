/** Rules that find a smaller size, from percentiles, with headroom and the month's end. */
import type { ResourceMetric } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { describe, expect, it } from 'vitest'
import { findingsOf, judgeAlone, measured, use } from '../testing/facts.ts'
import { containerRequestsOversized } from './container-requests-oversized.ts'
import { databaseStorageOversized } from './database-storage-oversized.ts'
import { diskPerformanceUnused } from './disk-performance-unused.ts'
import { functionMemoryOversized } from './function-memory-oversized.ts'
import { rightsizeCache } from './rightsize-cache.ts'
import { rightsizeDatabase } from './rightsize-database.ts'
import { rightsizeInstance } from './rightsize-instance.ts'
import { tableCapacityUnused } from './table-capacity-unused.ts'

const price = (instance_type: string, amount: string, own: Partial<UnitPrice> = {}): UnitPrice => ({
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
  says: own.source === 'public_list' ? 'a public list' : 'your contract',
  ...own,
})
const machine = (own = {}) =>
  use({ effective: '100', meter: 'BoxUsage:m6i.2xlarge', instance_type: 'm6i.2xlarge', ...own })
const cpu = (p99: number, own: Partial<ResourceMetric> = {}) => measured({ metric: 'cpu_utilization', p99, ...own })
const memory = (p99: number) => measured({ metric: 'memory_utilization', p99 })

describe('a machine', () => {
  const found = (metrics: ResourceMetric[], prices: UnitPrice[] = [], own = {}) =>
    findingsOf(rightsizeInstance, { resource_use: [machine(own)], resource_metric: metrics, unit_price: prices })

  it('goes down as far as the load leaves a fifth to spare, a quarter at most', () => {
    const to = (p99: number, mem: number) =>
      found([cpu(p99), memory(mem)])[0]?.evidence.find(({ label }) => label === 'From and to')?.value
    expect([to(41, 10), to(40, 10), to(20, 20), to(5, 5)]).toEqual([
      undefined,
      'm6i.2xlarge to m6i.xlarge',
      'm6i.2xlarge to m6i.large',
      'm6i.2xlarge to m6i.large',
    ])
    expect(to(10, 41)).toBeUndefined()
  })
  it('stays as large as the month’s end needs it', () => {
    expect(found([cpu(15, { month_end_p95: 85, busiest_p95: 85 }), memory(10)])).toEqual([])
    expect(found([cpu(15, { month_end_p95: null, busiest_p95: 20 }), memory(10)])).toHaveLength(1)
  })
  it('goes down one size at most where nobody measures its memory, and says so', () => {
    const [finding] = found([cpu(5)])
    expect(finding).toMatchObject({ monthly_saving: '50', risk: 'high' })
    expect(finding?.evidence.find(({ label }) => label === 'Memory')?.value).toContain('not measured')
  })
  it('is priced by the own contract first, by a public list second, by its size last, and says which', () => {
    const own = [price('m6i.2xlarge', '0.3'), price('m6i.xlarge', '0.18')]
    const list = { source: 'public_list', provider: 'aws' } as const
    const listed = [price('m6i.2xlarge', '0.4', list), price('m6i.xlarge', '0.1', list)]
    const of = (prices: UnitPrice[]) => {
      const [finding] = found([cpu(30), memory(30)], prices)
      return [finding?.monthly_saving, finding?.evidence.find(({ label }) => label === 'Source of the price')?.value]
    }
    expect(of([...listed, ...own])).toEqual(['40', 'your contract'])
    expect(of(listed)).toEqual(['75', 'a public list'])
    expect(of([price('m6i.2xlarge', '0.3', { region: 'eu-west-1' })])[1]).toContain('Neither your bill')
    expect(of([price('m6i.2xlarge', '0.3'), price('m6i.xlarge', '0.2', { description: 'Windows' })])[1]).toContain(
      'Neither',
    )
  })
  it('saves on what is paid on demand only, and waits two weeks', () => {
    expect(found([cpu(10), memory(10)], [], { commitment_id: 'sp-1' })).toEqual([])
    expect(found([cpu(10, { days: 13 }), memory(10)])).toEqual([])
  })
  it('says how many have no metrics', () => {
    const { outcomes } = judgeAlone(rightsizeInstance, {
      resource_use: [machine(), machine({ resource_id: 'r-2' }), machine({ resource_id: 'r-3' })],
      resource_metric: [cpu(90)],
    })
    expect(outcomes[0]?.why_not).toEqual([
      'No CPU metric for 2 of 3 machines.',
      'No memory metric for 1 of 3 machines: one size down at most.',
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
  expect(findingsOf(rightsizeDatabase, { resource_use: [database], resource_metric: metrics })[0]?.summary).toContain(
    'db.r6g.large',
  )
  expect(findingsOf(rightsizeCache, { resource_use: [cache], resource_metric: metrics })[0]?.summary).toContain(
    'cache.r6g.large',
  )
  expect(findingsOf(rightsizeInstance, { resource_use: [database, cache], resource_metric: metrics })).toEqual([])
})

describe('what is reserved and not used', () => {
  it('containers: both CPU and memory below half, a fifth to spare', () => {
    const container = use({ effective: '100', resource_type: 'container', provider: 'OpenCost' })
    const found = (a: number, b: number) =>
      findingsOf(containerRequestsOversized, { resource_use: [container], resource_metric: [cpu(a), memory(b)] })
    expect([found(51, 10), found(10, 51)]).toEqual([[], []])
    expect(found(10, 50)[0]).toMatchObject({ monthly_saving_low: '0', monthly_saving: '20', monthly_saving_high: '40' })
  })
  it('functions: by the highest memory ever used', () => {
    const lambda = use({ effective: '100', meter: 'Lambda-GB-Second', pricing_unit: 'GB-Seconds' })
    const found = (most: number) =>
      findingsOf(functionMemoryOversized, {
        resource_use: [lambda],
        resource_metric: [measured({ metric: 'memory_utilization', p99: 5, most })],
      })
    expect(found(51)).toEqual([])
    expect(found(40)[0]).toMatchObject({ monthly_saving: '25', monthly_saving_high: '50' })
  })
  it('throughput of tables', () => {
    const table = use({ effective: '100', meter: 'ReadCapacityUnit-Hrs', service: 'Amazon DynamoDB' })
    const found = (p99: number, own = {}) =>
      findingsOf(tableCapacityUnused, {
        resource_use: [table],
        resource_metric: [measured({ metric: 'capacity_utilization', p99, ...own })],
      })
    expect(found(51)).toEqual([])
    expect(found(35)[0]).toMatchObject({ monthly_saving: '50' })
    expect(found(20, { month_end_p95: 60 })).toEqual([])
  })
  it('operations of disks', () => {
    const disk = use({ effective: '300', meter: 'EBS:VolumeP-IOPS.piops', pricing_unit: 'IOPS-Mo', quantity: '3000' })
    const found = (most: number) =>
      findingsOf(diskPerformanceUnused, {
        resource_use: [disk],
        resource_metric: [measured({ metric: 'disk_ops', p99: 5, most })],
      })
    expect(found(1501)).toEqual([])
    expect(found(300)[0]).toMatchObject({ monthly_saving: '261' }) // 1 - 0.1 * 1.3
  })
  it('storage of databases', () => {
    const database = use({
      effective: '100',
      service: 'Amazon Relational Database Service',
      meter: 'RDS:GP3-Storage',
      pricing_unit: 'GB-Mo',
    })
    const found = (most: number) =>
      findingsOf(databaseStorageOversized, {
        resource_use: [database],
        resource_metric: [measured({ metric: 'disk_utilization', most })],
      })
    expect(found(41)).toEqual([])
    expect(found(20)[0]).toMatchObject({ monthly_saving_high: '74' })
  })
})
