/** What is priced, and what is billed by another product than the one of its type: that has no estimate. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { unbilledResource } from '../testing/unbilled-resource.ts'
import type { PricedResource } from './inventory-price.ts'
import { awsPrices } from './inventory-prices-aws.ts'
import { azurePriceOf } from './inventory-prices-azure.ts'
import { gcpPriceOf } from './inventory-prices-gcp.ts'
import { productsOf } from './inventory-usage.ts'

type Attributes = Record<string, string>

/** The price list has everything, at the same amount. */
const anyPrice = (currency = 'USD') => ({ price: '1', currency, source: 'list' })
const metersOfAws = (resource: PricedResource) =>
  awsPrices(new Map(), ({ kind }) => ({
    ...anyPrice(),
    unit: kind === 'volume' || kind === 'log_storage' ? 'GB-Mo' : 'Hrs',
  }))(resource).flatMap((priced) => priced?.meter ?? [])
const meterOfAzure = (resource: PricedResource) =>
  azurePriceOf(resource, new Map(), ({ kind }) => ({ ...anyPrice(), unit: kind === 'volume' ? '1/Month' : 'Hrs' }))
    ?.meter

describe('list prices of AWS', () => {
  const priced = (change: Partial<UnbilledResource>, attributes: Attributes = {}) =>
    metersOfAws(unbilledResource({ ...change, attributes: { ...change.attributes, ...attributes } })).length > 0

  const instance = { type: 'Instance', size: 'm5.large', state: 'running' }
  it.each<Attributes>([
    { tenancy: 'dedicated' },
    { tenancy: 'host' },
    { lifecycle: 'spot' },
    { lifecycle: 'capacity-block' },
    { platform: 'windows' },
    { platform_details: 'Red Hat Enterprise Linux' },
    { platform_details: 'Linux with SQL Server Standard' },
    { capacity_reservation: 'cr-1' },
    { outpost: 'arn:aws:outposts:eu-west-1:1:outpost/op-1' },
    { availability_zone: 'us-west-2-lax-1a' },
  ])('are not of an instance with %o', (attributes) => {
    const plain = { tenancy: 'default', platform_details: 'Linux/UNIX', availability_zone: 'eu-west-1a' }
    expect(priced(instance, plain)).toBe(true)
    expect(priced(instance, { ...plain, ...attributes })).toBe(false)
  })

  it.each<[boolean, Attributes]>([
    [true, { volume_type: 'gp3', iops: '3000', throughput: '125' }],
    [false, { volume_type: 'gp3', iops: '4000', throughput: '125' }],
    [false, { volume_type: 'gp3', iops: '3000', throughput: '250' }],
    [true, { volume_type: 'gp2', iops: '9000' }],
    [false, { volume_type: 'io1', iops: '3000' }],
    [false, { volume_type: 'io2', iops: '3000' }],
  ])('are (%s) of a volume that bills its size alone: %o', (isPriced, attributes) => {
    expect(priced({ attributes: { size_gb: '100' } }, attributes)).toBe(isPriced)
  })

  const database = { type: 'Database', size: 'db.r6g.large' }
  it.each<[boolean, Attributes]>([
    [true, { engine: 'aurora-mysql', storage_type: 'aurora', cluster: 'shop' }],
    [false, { engine: 'aurora-mysql', storage_type: 'aurora-iopt1', cluster: 'shop' }],
    [true, { engine: 'mysql', storage_type: 'gp3', multi_az: 'true' }],
    [false, { engine: 'mysql', storage_type: 'gp3', multi_az: 'true', cluster: 'shop' }],
    [false, { engine: 'oracle-se2', storage_type: 'gp3' }],
  ])('are (%s) of a database that bills its type and zones alone: %o', (isPriced, attributes) => {
    expect(priced(database, attributes)).toBe(isPriced)
  })

  it('are not of snapshots, whose disk is larger than what they store', () => {
    const snapshot = { type: 'Snapshot', attributes: { size_gb: '500' } }
    expect(priced(snapshot)).toBe(false)
    expect(meterOfAzure(unbilledResource(snapshot))).toBeUndefined()
    expect(productsOf([unbilledResource(snapshot)])).toEqual([])
    const stored = { size_gb: '500', stored_bytes: String(2 * 1024 ** 3) }
    expect(gcpPriceOf(unbilledResource({ ...snapshot, attributes: stored }))?.monthlyQuantity).toBe('2')
    expect(gcpPriceOf(unbilledResource(snapshot))).toBeUndefined()
  })

  it('are of addresses of Amazon, of gateways that are available, and of no Gateway Load Balancer', () => {
    const address = { type: 'Elastic IP address', state: 'unassociated' }
    expect([priced(address, { pool: 'amazon' }), priced(address, { pool: 'ipv4pool-ec2-1' })]).toEqual([true, false])
    const gateway = { type: 'NAT gateway', state: 'available' }
    expect([priced(gateway), priced({ ...gateway, state: 'failed' })]).toEqual([true, false])
    const balancer = { type: 'Load balancer', state: 'active' }
    expect([priced(balancer, { kind: 'network' }), priced(balancer, { kind: 'gateway' })]).toEqual([true, false])
  })

  describe('of Fargate', () => {
    const attributes = { running_count: '2', launch_type: 'FARGATE' }
    const service = unbilledResource({ type: 'Container service', size: '512-1024', attributes })
    const read = (prices: Record<string, string>) =>
      awsPrices(new Map(), ({ kind }) => {
        const currency = prices[kind]
        return currency === undefined ? undefined : { ...anyPrice(currency), unit: 'Hrs' }
      })(service).map((part) => part?.currency)

    it('are of one currency and one list, or none', () => {
      expect(read({ fargate_cpu: 'CNY', fargate_memory: 'CNY' })).toEqual(['CNY', 'CNY'])
      expect(read({})).toEqual(['USD', 'USD'])
      expect(read({ fargate_cpu: 'CNY' })).toEqual([])
      expect(read({ fargate_cpu: 'USD' })).toEqual([])
      expect(read({ fargate_cpu: 'CNY', fargate_memory: 'USD' })).toEqual([])
      expect(productsOf([service]).map(({ kind }) => kind)).toEqual(['fargate_cpu', 'fargate_memory'])
    })

    it('are of Linux', () => {
      const metersOn = (operating_system: string) =>
        metersOfAws({ ...service, attributes: { ...attributes, operating_system } }).length
      expect([metersOn('LINUX'), metersOn('WINDOWS_SERVER_2022_CORE')]).toEqual([2, 0])
    })
  })
})

it('is silent about regional disks of Google Cloud, which are billed in two zones', () => {
  const meter = (attributes: Attributes) => gcpPriceOf(unbilledResource({ attributes }))?.meter
  const disk = { volume_type: 'pd-ssd', size_gb: '100' }
  expect([meter(disk), meter({ ...disk, regional: 'true' })]).toEqual(['SSD backed PD Capacity', undefined])
})

describe('list prices of Azure', () => {
  const meter = (change: Partial<UnbilledResource>, attributes: Attributes) =>
    meterOfAzure(unbilledResource({ provider: 'Microsoft', ...change, attributes }))

  it.each<[string | undefined, Attributes]>([
    ['P1 LRS Disk', { volume_type: 'Premium_LRS', size_gb: '4' }],
    ['P2 LRS Disk', { volume_type: 'Premium_LRS', size_gb: '8' }],
    ['P3 LRS Disk', { volume_type: 'Premium_LRS', size_gb: '16' }],
    ['P4 LRS Disk', { volume_type: 'Premium_LRS', size_gb: '17' }],
    ['E2 LRS Disk', { volume_type: 'StandardSSD_LRS', size_gb: '8' }],
    ['S4 LRS Disk', { volume_type: 'Standard_LRS', size_gb: '8' }],
    ['P30 LRS Disk', { volume_type: 'Premium_LRS', size_gb: '128', performance_tier: 'P30' }],
    [undefined, { volume_type: 'Premium_ZRS', size_gb: '128' }],
    [undefined, { volume_type: 'StandardSSD_ZRS', size_gb: '128' }],
    [undefined, { volume_type: 'PremiumV2_LRS', size_gb: '128' }],
    [undefined, { volume_type: 'UltraSSD_LRS', size_gb: '128' }],
  ])('are of %s for a disk with %o', (name, attributes) => {
    expect(meter({}, attributes)).toBe(name)
  })

  it('have no price of the smallest disks that comes with Kept', () => {
    const disk = unbilledResource({ attributes: { volume_type: 'Premium_LRS', size_gb: '8' } })
    expect(azurePriceOf(disk, new Map(), () => undefined)).toBeUndefined()
    expect(productsOf([{ ...disk, provider: 'azure' }])).toMatchObject([{ kind: 'volume', type: 'P2 LRS' }])
  })

  it.each<Attributes>([
    { lifecycle: 'spot' },
    { platform: 'windows' },
    { tenancy: 'host' },
    { capacity_reservation: '/subscriptions/1/capacityReservationGroups/g' },
  ])('are not of a machine with %o', (attributes) => {
    const machine = { type: 'Instance', size: 'Standard_D2s_v5', state: 'running' }
    expect(meter(machine, {})).toBe('Standard D2s v5')
    expect(meter(machine, attributes)).toBeUndefined()
  })

  it('are of static IPv4 addresses, and of load balancers that have a rule', () => {
    const address = (attributes: Attributes) => meter({ type: 'Public IP address' }, attributes) !== undefined
    const standard = { kind: 'standard', ip_version: 'ipv4', allocation: 'static' }
    expect(address(standard)).toBe(true)
    for (const other of [{ ip_version: 'ipv6' }, { kind: 'basic' }, { allocation: 'dynamic' }])
      expect(address({ ...standard, ...other })).toBe(false)
    const balancer = (rules: string) => meter({ type: 'Load balancer' }, { kind: 'standard', rules }) !== undefined
    expect([balancer('2'), balancer('0')]).toEqual([true, false])
  })
})
