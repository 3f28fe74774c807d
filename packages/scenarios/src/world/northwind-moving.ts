/** Expensive data transfer, and sudden growth: gateways, zones, logs, a leak, a query, a day. */
import type { Builder } from './builder.ts'
import { hourly, used } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'

export function describeMoving(world: Builder): void {
  describeTraffic(world)
  describeGrowth(world)
}

function describeTraffic(world: Builder): void {
  const { data, reporting } = accounts
  const lake = { account: data, region: regions.frankfurt, team: teams.data, application: 'lake' }
  const gateway = world.add({
    ...lake,
    kind: 'nat',
    name: 'nat-lake',
    charges: [hourly('nat hours'), used('nat bytes', 14_400)],
  })
  world.plant(wasteOf(gateway, 'nat-gateway-processing', null, 'the lake reads its buckets through it'))
  world.add({ ...lake, kind: 'machine', name: 'kafka-metering', charges: [used('between zones', 22_400)] })
  world.plant({
    rule: 'inter-zone-traffic',
    resourceId: '',
    account: data,
    region: regions.frankfurt.id,
    currency: 'USD',
    saving: null,
    reason: 'consumers read from the other zone',
  })
  world.add({
    account: reporting,
    region: regions.eastUs,
    team: teams.analytics,
    application: 'reports',
    kind: 'logs',
    name: 'reports-debug',
    charges: [used('azure logs in', 224)],
  })
  const ingestion = monthOf('azure logs in', 224 * 30, reporting)
  world.plant({
    rule: 'log-ingestion',
    resourceId: '',
    account: reporting,
    region: regions.eastUs.id,
    currency: 'USD',
    saving: withTolerance(ingestion * 0.39, 0, ingestion * 0.78),
    reason: 'debug output is on',
  })
}

function describeGrowth(world: Builder): void {
  const { shop, research, data } = accounts
  const leaking = world.add({
    account: shop,
    region: regions.virginia,
    team: teams.storefront,
    application: 'webshop',
    kind: 'machine',
    name: 'export-worker',
    shape: { is: 'step', times: 8, lastDays: 9 },
    charges: [used('internet out', 960)],
  })
  // Nine days at eight times the typical cost.
  const more = monthOf('internet out', 960 * 7 * 9, shop)
  world.plant(
    wasteOf(leaking, 'data-transfer-outlier', withTolerance(more), 'copies to another region since nine days'),
  )
  world.add({
    account: research,
    region: regions.iowa,
    team: teams.research,
    application: 'research',
    kind: 'dataset',
    name: 'clicks-adhoc',
    shape: { is: 'step', times: 4, lastDays: 9 },
    charges: [used('bigquery analysis', 48)],
  })
  world.plant({
    rule: 'service-growth',
    resourceId: '',
    account: research,
    region: '',
    currency: 'USD',
    saving: null,
    reason: 'a dashboard scans the whole table',
  })
  world.add({
    account: data,
    region: regions.frankfurt,
    team: teams.data,
    application: 'lake',
    kind: 'job',
    name: 'backfill',
    shape: { is: 'spike', times: 60, daysBeforeEnd: 12 },
    charges: [used('glue job', 320)],
  })
  world.plant({
    rule: 'one-day-spike',
    resourceId: '',
    account: data,
    region: '',
    currency: 'USD',
    saving: null,
    reason: 'a backfill started twice',
  })
}
