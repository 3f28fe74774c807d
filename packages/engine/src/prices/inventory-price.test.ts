/** What is priced, and what is billed by another product than the one of its type: that has no estimate. */
import type { UnbilledResource } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { unbilledResource } from '../testing/unbilled-resource.ts'
import type { PricedResource, ReadListPrice } from './inventory-price.ts'
import { awsPrices } from './inventory-prices-aws.ts'
import { azurePriceOf } from './inventory-prices-azure.ts'
import { gcpPricesOf } from './inventory-prices-gcp.ts'
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

const anyGcpPrice: ReadListPrice = ({ kind }) => ({
  ...anyPrice(),
  unit: kind === 'volume' || kind === 'snapshot' ? 'GB-Mo' : 'Hrs',
})
const gcpPrices = (change: Partial<UnbilledResource>, read = anyGcpPrice) =>
  gcpPricesOf(unbilledResource(change), read).filter((priced) => priced !== undefined)

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
    expect(gcpPrices({ ...snapshot, attributes: stored }).map(({ monthlyQuantity }) => monthlyQuantity)).toEqual(['2'])
    expect(gcpPrices(snapshot)).toEqual([])
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

describe('list prices of Google Cloud', () => {
  const metersOf = (change: Partial<UnbilledResource>, attributes: Attributes = {}, read = anyGcpPrice) =>
    gcpPrices({ ...change, attributes: { ...change.attributes, ...attributes } }, read).map(
      ({ meter, monthlyQuantity }) => `${meter} ${monthlyQuantity}`,
    )
  const machine = { type: 'Instance', state: 'running' }

  it.each<[string, string[]]>([
    ['e2-standard-4', ['E2 Instance Core 2880', 'E2 Instance Ram 11520']],
    ['e2-highcpu-8', ['E2 Instance Core 5760', 'E2 Instance Ram 5760']],
    ['e2-micro', ['E2 Instance Core 180', 'E2 Instance Ram 720']],
    ['e2-medium', ['E2 Instance Core 720', 'E2 Instance Ram 2880']],
    ['c4-highmem-2', ['C4 Instance Core 1440', 'C4 Instance Ram 11160']],
    ['t2d-standard-1', ['T2D Instance Core 720', 'T2D Instance Ram 2880']],
    // Sustained use discounts, custom types, graphics cards, local disks and unknown families.
    ...['n1-standard-4', 'n2-highmem-8', 'n2d-standard-2', 'c2-standard-4', 'f1-micro', 'g1-small'].map(
      (size): [string, string[]] => [size, []],
    ),
    ...['e2-custom-4-8192', 'n2-custom-4-8192-ext', 'g2-standard-4', 'a2-highgpu-1g', 'c3-standard-4-lssd'].map(
      (size): [string, string[]] => [size, []],
    ),
    ...['c3d-highcpu-30', 'm3-ultramem-32', 'x9-standard-4', 'e2-standard-', ''].map((size): [string, string[]] => [
      size,
      [],
    ]),
  ])('are of vCPU and memory of %s: %j', (size, meters) => {
    expect(metersOf({ ...machine, size })).toEqual(meters)
  })

  it.each<Attributes>([
    { lifecycle: 'spot' },
    { tenancy: 'host' },
    { capacity_reservation: 'web' },
    { accelerators: '1 nvidia-tesla-t4' },
    { license: 'windows-cloud/windows-server-2022-dc' },
    { local_disks: '1' },
    { confidential: 'true' },
    { network_tier: 'tier_1' },
  ])('are not of an instance with %o', (attributes) => {
    const instance = { ...machine, size: 'e2-standard-2' }
    expect(metersOf(instance)).toHaveLength(2)
    expect(metersOf(instance, attributes)).toEqual([])
    expect(metersOf({ ...instance, state: 'terminated' })).toEqual([])
  })

  it('are of both parts in one currency, or none', () => {
    const read = (prices: Record<string, string>) =>
      gcpPrices({ ...machine, size: 'e2-standard-2' }, ({ variant }) => {
        const currency = prices[variant]
        return currency === undefined ? undefined : { ...anyPrice(currency), unit: 'Hrs' }
      }).map(({ currency }) => currency)
    expect(read({ CPU: 'EUR', memory: 'EUR' })).toEqual(['EUR', 'EUR'])
    const incomplete: Attributes[] = [{}, { CPU: 'USD' }, { memory: 'USD' }, { CPU: 'EUR', memory: 'USD' }]
    for (const prices of incomplete) expect(read(prices)).toEqual([])
    const products = productsOf([unbilledResource({ provider: 'gcp', ...machine, size: 'e2-standard-2' })])
    expect(products.map(({ type, variant }) => `${type} ${variant}`)).toEqual(['e2 CPU', 'e2 memory'])
  })

  it('are of a disk that bills its size alone, in two zones by a price that is read', () => {
    const disk = (attributes: Attributes, read = anyGcpPrice) => metersOf({}, { size_gb: '100', ...attributes }, read)
    const none = () => undefined
    expect(disk({ volume_type: 'pd-ssd' }, none)).toEqual(['SSD backed PD Capacity 100'])
    expect(disk({ volume_type: 'pd-ssd', regional: 'true' }, none)).toEqual([])
    expect(disk({ volume_type: 'pd-ssd', regional: 'true' })).toEqual(['Regional SSD backed PD Capacity 100'])
    const balanced = { volume_type: 'hyperdisk-balanced', iops: '3000', throughput: '140' }
    expect(disk(balanced)).toEqual(['Hyperdisk Balanced Capacity 100'])
    expect(disk(balanced, none)).toEqual([])
    const charged: Attributes[] = [
      { iops: '3001' },
      { throughput: '141' },
      { storage_pool: 'a' },
      { confidential: 'true' },
    ]
    for (const more of charged) expect(disk({ ...balanced, ...more })).toEqual([])
    for (const volume_type of ['pd-extreme', 'hyperdisk-extreme', 'hyperdisk-throughput', 'hyperdisk-ml'])
      expect(disk({ volume_type, iops: '0' })).toEqual([])
  })

  it('are of snapshots of the region that stores them, and of no archived one', () => {
    const snapshot = { provider: 'gcp', type: 'Snapshot', region: 'global' }
    const products = (attributes: Attributes) =>
      productsOf([unbilledResource({ ...snapshot, attributes: { stored_bytes: '5368709120', ...attributes } })])
    expect(products({ storage_location: 'europe-west1' })).toEqual([
      { kind: 'snapshot', type: '', variant: '', region: 'europe-west1' },
    ])
    expect(products({ storage_location: 'eu' })).toEqual([])
    expect(metersOf(snapshot, { stored_bytes: '5368709120', storage_location: 'eu' })).toHaveLength(1)
    expect(metersOf(snapshot, { stored_bytes: '5368709120', snapshot_type: 'archive' })).toEqual([])
  })

  it('are of addresses that are unused, or used by an instance', () => {
    const address = (state: string, attributes: Attributes) =>
      metersOf({ type: 'Public IP address', state }, attributes)
    expect(address('reserved', {})).toHaveLength(1)
    expect(address('associated', { used_by: 'instances' })).toHaveLength(1)
    expect(address('associated', { used_by: 'forwardingRules' })).toEqual([])
  })

  it.each<[string[], string, Attributes]>([
    [['Zonal - vCPU 1440', 'Zonal - RAM 5400'], 'db-custom-2-7680', {}],
    [['Regional - vCPU 1440', 'Regional - RAM 5400'], 'db-custom-2-7680', { multi_az: 'true' }],
    [['Zonal - Micro instance 720'], 'db-f1-micro', { edition: 'enterprise' }],
    [['Zonal - Small instance 720'], 'db-g1-small', {}],
    [[], 'db-n1-standard-4', {}],
    [[], 'db-perf-optimized-N-4', { edition: 'enterprise_plus' }],
    [[], 'db-custom-2-7680', { edition: 'enterprise_plus' }],
    [[], 'db-custom-2-7680', { engine_version: 'SQLSERVER_2022_STANDARD' }],
    [[], 'db-custom-2-7680', { engine_version: '' }],
  ])('are %j of the database %s with %o', (meters, size, attributes) => {
    const database = { type: 'Database', state: 'running', size, attributes: { engine_version: 'POSTGRES_15' } }
    expect(metersOf(database, attributes)).toEqual(meters.map((meter) => `Cloud SQL for PostgreSQL: ${meter}`))
    expect(metersOf({ ...database, state: 'stopped' }, attributes)).toEqual([])
    // Kept brings no price of databases along.
    expect(metersOf(database, attributes, () => undefined)).toEqual([])
  })
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
