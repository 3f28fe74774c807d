/** Storage that costs too much: old volume types, volumes without machines, cold buckets, unlimited growth. */
import type { Builder } from './builder.ts'
import { hourly, stored, used } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import type { SkuName } from './prices.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'
import type { SubAccount } from './world.ts'

/** Since when nightly copies and logs pile up. */
export function firstStockDay({ days }: Pick<Builder, 'days'>): number {
  return Math.max(0, days - 90)
}

export function describeStorage(world: Builder): void {
  const since = firstStockDay(world)
  const { shop, payments, awsSandbox, data, network } = accounts
  const location = { account: shop, region: regions.virginia, team: teams.storefront, application: 'webshop' }
  for (const disk of world.addMany(8, {
    ...location,
    team: teams.search,
    application: 'search',
    kind: 'volume',
    name: 'search-disk',
    charges: [stored('ebs gp2', 900)],
  })) {
    const cost = monthOf('ebs gp2', 900, shop)
    world.plant(
      wasteOf(disk, 'previous-generation-volume', withTolerance(cost * 0.2), 'gp2 since the search was built'),
    )
  }
  const database = world.add({
    ...location,
    account: payments,
    kind: 'database',
    name: 'fraud-scores',
    charges: [hourly('db.m6g.16xlarge', 1, 'ri-rds-m6g'), stored('rds io1', 4_800), stored('rds iops', 3_000)],
  })
  world.commit({
    account: payments,
    region: regions.virginia,
    id: 'ri-rds-m6g',
    name: 'RDS m6g.16xlarge',
    type: 'Reserved Instance',
    category: 'Usage',
    sku: 'db.m6g.16xlarge',
    unitsPerHour: 1,
    pricePercent: 70,
  })
  const operations = monthOf('rds iops', 3_000, payments)
  world.plant(
    wasteOf(
      database,
      'previous-generation-volume',
      withTolerance(operations, operations, operations + monthOf('rds io1', 4_800, payments) * 0.08),
      'reserves operations gp3 includes',
    ),
  )

  const sandbox = { account: awsSandbox, region: regions.oregon, team: teams.platform, application: 'experiments' }
  for (const disk of world.addMany(6, {
    ...sandbox,
    kind: 'volume',
    name: 'hackathon-disk',
    charges: [stored('ebs gp3', 6_400)],
    tags: {},
  })) {
    const cost = monthOf('ebs gp3', 6_400, awsSandbox)
    world.plant(wasteOf(disk, 'volumes-without-machines', withTolerance(cost, cost * 0.5), 'its machine is long gone'))
  }
  const tagless = { account: awsSandbox, region: '', currency: 'USD', resourceId: '' }
  world.plant({ ...tagless, rule: 'untagged-spend', saving: null, reason: 'the sandbox has no tags' })

  const bucket = world.add({
    account: data,
    region: regions.frankfurt,
    team: teams.data,
    application: 'lake',
    kind: 'bucket',
    name: 'northwind-lake-2022',
    charges: [stored('s3 storage', 352_000), used('s3 reads', 12)],
  })
  const storageCost = monthOf('s3 storage', 352_000, data)
  world.plant(wasteOf(bucket, 'cold-storage', withTolerance(storageCost * 0.457), 'two years old, never read'))

  const snapshots = { account: payments, region: regions.virginia, team: teams.payments, application: 'payments' }
  const backups = world.addMany(4, {
    ...snapshots,
    kind: 'snapshot',
    name: 'pay-nightly',
    charges: [stored('ebs snapshot', 14_400, { is: 'stock', perDay: 0.006, since })],
  })
  const growth = (units: number, sku: SkuName, perDay: number, account: SubAccount) => {
    const first = monthOf(sku, units, account) * (1 + perDay) ** 3
    return monthOf(sku, units, account) * (1 + perDay) ** (world.days - since - 4) - first
  }
  const grown = growth(14_400 * backups.length, 'ebs snapshot', 0.006, payments)
  world.plant({
    rule: 'snapshots-growing',
    resourceId: '',
    account: payments,
    region: regions.virginia.id,
    currency: 'USD',
    saving: withTolerance(grown, grown * 0.4),
    reason: 'a nightly job without an end date',
  })
  world.add({
    ...snapshots,
    account: network,
    kind: 'logs',
    name: 'network/flow',
    charges: [stored('logs kept', 24_000, { is: 'stock', perDay: 0.012, since })],
  })
  const logs = growth(24_000, 'logs kept', 0.012, network)
  world.plant({
    rule: 'log-storage-growing',
    resourceId: '',
    account: network,
    region: regions.virginia.id,
    currency: 'USD',
    saving: withTolerance(logs, logs * 0.4),
    reason: 'flow logs without a retention time',
  })
}
