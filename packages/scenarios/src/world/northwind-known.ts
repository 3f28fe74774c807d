/**
 * Northwind's data besides the bill: metrics of what runs, an inventory of what exists, and the waste that only these
 * can show. Nothing here changes a line of the bill.
 */
import type { InventoryItem, Relation } from '@kept/domain/resource.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Builder } from './builder.ts'
import type { Special } from './known.ts'
import { describeLabsKnown } from './northwind-labs-known.ts'
import { firstStockDay } from './northwind-stored.ts'
import { type SkuName, skuOf } from './prices.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'
import type { Measurement, Resource } from './world.ts'

const calmTraffic = { is: 'traffic', night: 0.5, weekend: 0.8, perWeek: 0 } as const
const always = { is: 'steady' } as const

export function describeKnown(world: Builder, until: string): void {
  const special = describeHiddenWaste(world, until)
  // Before the first bill, like everything there that is not new.
  const created_at = `${addDays(until, -world.days - 30)}T09:00:00Z`
  for (const resource of world.resources) {
    const details = isEnvironment(resource) ? { created_at, ...special.get(resource.name) } : special.get(resource.name)
    world.list(listed(world, resource, details))
    if (!special.has(resource.name) || special.get(resource.name)?.isBusy)
      for (const measurement of normalMeasurements(resource)) world.measure(measurement)
  }
}

/** The development machines. */
function isEnvironment({ name }: Resource): boolean {
  return /^(?:dev-box|train-dev|dev-scheduled|qa-runner|shop-test$|erp-test-\d)/.test(name)
}

/** Correctly sized and loaded. */
function normalMeasurements(resource: Resource): Measurement[] {
  const measurementOf = (metric: Measurement['metric'], level: number): Measurement => ({
    resource,
    metric,
    level,
    shape: calmTraffic,
  })
  const isMachine = /^(?:EC2 instance|Virtual machine|Instance)$/.test(resource.type)
  if (isMachine && resource.charges.some(({ period, driven }) => period === 'hour' || !driven)) {
    return [
      measurementOf('cpu_utilization', 62),
      measurementOf('memory_utilization', 66),
      measurementOf('network_out', 900_000),
    ]
  }
  if (/^(?:DB instance|SQL database|Cloud SQL instance)$/.test(resource.type)) {
    return [
      measurementOf('cpu_utilization', 58),
      measurementOf('connections', 40),
      measurementOf('disk_utilization', 70),
    ]
  }
  if (resource.type === 'App Service plan') return [measurementOf('cpu_utilization', 45), measurementOf('requests', 20)]
  if (resource.type === 'Load balancer') return [measurementOf('requests', 120)]
  return []
}

function listed(world: Builder, resource: Resource, details: Special = {}): InventoryItem {
  const { isBusy: _, ...special } = details
  return {
    provider: resource.region.cloud,
    resource_id: resource.id,
    name: resource.name,
    type: resource.type,
    size: sizeOf(resource),
    state: stateOf(resource),
    state_since: null,
    tags: resource.tags,
    owner: resource.team.name,
    created_at: null,
    billing_account_id: resource.account.billingAccount.id,
    sub_account_id: resource.account.id,
    sub_account_name: resource.account.name,
    service: '',
    region: resource.region.id,
    attributes: {},
    relations: relationsOf(world, resource),
    ...special,
  }
}

function sizeOf({ charges }: Resource): string {
  return charges.map(({ sku }) => skuOf(sku).instanceType ?? '').find(Boolean) ?? ''
}

function stateOf({ type }: Resource): string {
  if (/volume|disk/i.test(type)) return 'in-use'
  if (/address/i.test(type)) return 'associated'
  return /instance|machine|cluster|plan|balancer/i.test(type) ? 'running' : ''
}

/** A disk belongs to a machine of its account, where there is one. */
function relationsOf(world: Builder, { type, account, region, key }: Resource): Relation[] {
  if (!/volume|disk/i.test(type)) return []
  const machines = world.resources.filter(
    (candidate) =>
      /^(?:EC2 instance|Virtual machine|Instance)$/.test(candidate.type) &&
      candidate.account === account &&
      candidate.region === region,
  )
  const machine = machines[key % Math.max(1, machines.length)]
  return machine ? [{ kind: 'attached_to', resource_id: machine.id }] : []
}

/** The waste, each with its truth; returns the inventory data of the affected resources. */
function describeHiddenWaste(world: Builder, until: string): Map<string, Special> {
  const special = new Map<string, Special>()
  const instant = (daysAgo: number) => `${addDays(until, -daysAgo)}T00:00:00Z`
  const monthly = (name: string, sku: SkuName, units: number) => monthOf(sku, units, world.find(name).account)
  const plant = (name: string, rule: string, low: number, high: number, reason: string, details: Special = {}) => {
    world.plant(wasteOf(world.find(name), rule, withTolerance(low, low, high), reason))
    special.set(name, { ...special.get(name), ...details })
  }
  const measure = (name: string, metric: Measurement['metric'], level: number, shape: Measurement['shape'] = always) =>
    world.measure({ resource: world.find(name), metric, level, shape })

  const engine = monthly('query-engine-6', 'r6i.16xlarge', 720)
  plant('query-engine-6', 'idle-instance', engine, engine, 'its queries moved to other nodes')
  plant('query-engine-6', 'rightsize-instance', engine / 2, engine / 2, 'if it is not switched off')
  measure('query-engine-6', 'cpu_utilization', 2)
  measure('query-engine-6', 'network_out', 12)
  plant('query-engine-5', 'rightsize-instance', engine / 2, engine / 2, 'twice as large as its load')
  measure('query-engine-5', 'cpu_utilization', 24, calmTraffic)
  measure('query-engine-5', 'memory_utilization', 31, calmTraffic)

  const sql = monthly('shop-eu-db-2', 'azure sql', 768 * 30)
  plant('shop-eu-db-2', 'idle-database', sql, sql, 'the shop reads the other one')
  measure('shop-eu-db-2', 'connections', 0)
  measure('shop-eu-db-2', 'disk_utilization', 70)

  const plan = monthly('dashboards-2', 'app service', 720)
  plant('dashboards-2', 'idle-app-plan', plan, plan, 'last year’s dashboards')
  measure('dashboards-2', 'cpu_utilization', 1.5)
  measure('dashboards-2', 'requests', 0.001)
  plant('dashboards-3', 'empty-app-plan', plan, plan, 'its app was moved', { attributes: { apps: '0' }, isBusy: true })

  const balancer = monthly('campaign-2025', 'alb hours', 720)
  plant('campaign-2025', 'load-balancer-without-requests', balancer, balancer, 'it receives no requests')
  measure('campaign-2025', 'requests', 0.0002)
  plant('campaign-2025', 'load-balancer-without-backends', balancer, balancer, 'nothing is behind it', {
    attributes: { backends: '0' },
  })

  const disk = monthly('lake-disk-12', 'ebs gp3', 3_200)
  plant('lake-disk-12', 'unattached-volume', disk * 0.75, disk * 0.75, 'its machine was replaced', {
    state: 'available',
    state_since: instant(40),
    relations: [],
  })
  const old = {
    ...listed(world, world.find('web-1')),
    resource_id: 'arn:aws:ec2:us-east-1:410000000011:instance/i-0decommissioned00',
    name: 'web-old',
    state: 'stopped',
    state_since: instant(75),
    relations: [],
  }
  world.list(old)
  const web = monthly('web-disk-20', 'ebs gp3', 960)
  plant('web-disk-20', 'stopped-instance-disks', web * 0.7, web * 0.7, 'its machine was switched off in autumn', {
    relations: [{ kind: 'attached_to', resource_id: old.resource_id }],
  })
  const address = monthly('erp-gateway-ip-2', 'azure address', 720)
  plant('erp-gateway-ip-2', 'unassociated-address', address, address, 'left over from the old gateway', {
    state: 'unassociated',
    state_since: instant(60),
  })
  const image = monthly('golden-image-2', 'ebs snapshot', 1_920)
  plant('golden-image-2', 'orphaned-snapshot', image, image, 'of a machine that was deleted long ago', {
    created_at: instant(400),
    attributes: { source_volume: 'vol-0of-the-first-shop' },
  })

  const storage = monthly('shop-db-2', 'rds gp3', 6_400)
  // A fifth more than its highest use is retained.
  plant('shop-db-2', 'database-storage-oversized', storage * 0.62, storage * 0.72, 'made for ten years of orders')
  measure('shop-db-2', 'cpu_utilization', 58, calmTraffic)
  measure('shop-db-2', 'connections', 40, calmTraffic)
  measure('shop-db-2', 'disk_utilization', 20)
  const operations = monthly('fraud-scores', 'rds iops', 3_000)
  plant('fraud-scores', 'disk-performance-unused', operations * 0.78, operations * 0.84, 'reserved for a sale', {
    isBusy: true,
  })
  measure('fraud-scores', 'disk_ops', 390)

  const settlementCost = monthly('settle-2', 'lambda seconds', 1_440_000 * 30)
  plant(
    'settle-2',
    'function-memory-oversized',
    settlementCost * 0.3,
    settlementCost * 0.45,
    'a gigabyte for a hundred megabytes',
    { attributes: { memory_mb: '1024' } },
  )
  measure('settle-2', 'memory_utilization', 20)

  const flow = monthly('network/flow', 'logs kept', 24_000)
  const grown = (1 + 0.012) ** (world.days - firstStockDay(world) - 15)
  plant(
    'network/flow',
    'log-retention-missing',
    flow * grown * 0.5,
    flow * grown * 0.7,
    'flow logs without retention',
    {
      attributes: { retention_days: 'never' },
    },
  )
  plantForBothWorlds(world)
  for (const [name, details] of describeLabsKnown(world, instant)) special.set(name, details)
  return special
}

/** What a bill shows together with price lists. */
function plantForBothWorlds(world: Builder): void {
  const arm = (resource: Resource, sku: SkuName, hours: number) => {
    const saved = monthOf(sku, hours, resource.account) * 0.2
    world.plant(
      wasteOf(resource, 'arm-architecture', withTolerance(saved, saved * 0.9, saved * 1.05), 'as fast on ARM'),
    )
  }
  for (const resource of world.resources) {
    if (/^query-engine-/.test(resource.name)) arm(resource, 'r6i.16xlarge', 720)
    if (/^dev-box-/.test(resource.name)) arm(resource, 'm6i.8xlarge', 720)
    if (/^erp-test-disk-/.test(resource.name)) {
      const cost = monthOf('premium disk P50', 1, resource.account)
      const reason = 'a disk for production in a test'
      world.plant(wasteOf(resource, 'premium-disk-non-production', withTolerance(cost / 2), reason))
    }
  }
}
