/** Machines: old families, always on, a standby for a test, and steady ones without a commitment. */
import type { Builder } from './builder.ts'
import { daily, hourly, stored } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'
import type { PlantedWaste } from './world.ts'

/** Hours of a week outside Monday to Friday, twelve hours a day. */
const offShare = 108 / 168
/** Machines of the reports that are of an old family. */
const oldReportMachines = 14

export function describeForgottenMachines(world: Builder): void {
  describeOldFamilies(world)
  describeAlwaysOn(world)
  describeOldVersions(world)
  describeUncovered(world)
}

function describeOldFamilies(world: Builder): void {
  const { shop, reporting } = accounts
  const search = {
    account: shop,
    region: regions.virginia,
    team: teams.search,
    application: 'search',
    tags: { Environment: 'prod', Team: 'search' },
  }
  for (const machine of world.addMany(3, {
    ...search,
    kind: 'machine',
    name: 'search',
    charges: [hourly('m4.16xlarge')],
  })) {
    const cost = monthOf('m4.16xlarge', 720, shop)
    world.plant(
      wasteOf(
        machine,
        'previous-generation-instance',
        withTolerance(cost * 0.04, cost * 0.02, cost * 0.14),
        'two generations old',
      ),
    )
  }
  const reports = {
    account: reporting,
    region: regions.eastUs,
    team: teams.analytics,
    application: 'reports',
    tags: { Environment: 'prod', Team: 'analytics' },
  }
  for (const machine of world.addMany(oldReportMachines, {
    ...reports,
    kind: 'machine',
    name: 'report-old',
    charges: [daily('D4_v2', 24)],
  })) {
    const cost = monthOf('D4_v2', 720, reporting)
    world.plant(
      wasteOf(
        machine,
        'previous-generation-instance',
        withTolerance(cost * 0.345, cost * 0.17),
        'Dv2, since the first migration',
      ),
    )
  }
}

function describeAlwaysOn(world: Builder): void {
  const { shopDev, googleDev, data } = accounts
  const dev = { account: shopDev, region: regions.virginia, team: teams.storefront, application: 'webshop' }
  const forgotten = [
    ...world.addMany(5, {
      ...dev,
      kind: 'machine',
      name: 'dev-box',
      charges: [hourly('m6i.8xlarge')],
      tags: { Environment: 'dev', Team: 'storefront' },
    }),
    ...world.addMany(3, {
      ...dev,
      account: googleDev,
      region: regions.iowa,
      team: teams.models,
      application: 'recommendations',
      kind: 'machine',
      name: 'train-dev',
      charges: [hourly('e2 core', 32), hourly('e2 ram', 128)],
      tags: { env: 'development', Team: 'models' },
    }),
  ]
  for (const machine of forgotten) {
    const cost = machine.charges.reduce(
      (total, { sku, units }) => total + monthOf(sku, units * 720, machine.account),
      0,
    )
    world.plant(wasteOf(machine, 'non-production-always-on', withTolerance(cost * offShare), 'never switched off'))
  }
  // Its neighbors run in office hours: the schedule exists, five machines are missing from it.
  world.addMany(3, {
    ...dev,
    kind: 'machine',
    name: 'dev-scheduled',
    charges: [hourly('m6i.8xlarge')],
    shape: { is: 'office', from: 12, to: 23 },
  })
  world.addMany(6, { ...dev, kind: 'volume', name: 'dev-disk', charges: [stored('ebs gp3', 1_280)] })

  const standby = world.add({
    ...dev,
    kind: 'database',
    name: 'shop-test',
    charges: [hourly('db.m6g.8xlarge multi'), stored('rds gp3', 1_600)],
    tags: { Environment: 'test', Team: 'storefront' },
  })
  const cost = monthOf('db.m6g.8xlarge multi', 720, shopDev)
  world.plant(wasteOf(standby, 'multi-zone-non-production', withTolerance(cost / 2), 'a test database with a standby'))
  world.plant(
    wasteOf(standby, 'non-production-always-on', withTolerance(cost * offShare), 'and it runs around the clock'),
  )

  const notebook = world.add({
    account: data,
    region: regions.virginia,
    team: teams.research,
    application: 'exploration',
    kind: 'notebook',
    name: 'churn-exploration',
    charges: [hourly('notebook g4dn')],
    tags: { Environment: 'prod', Team: 'research' },
  })
  const hours = monthOf('notebook g4dn', 720, data)
  world.plant(
    wasteOf(
      notebook,
      'development-endpoint-always-on',
      withTolerance(hours * 0.76, hours * offShare, hours),
      'opened once, in spring',
    ),
  )
}

function describeOldVersions(world: Builder): void {
  const { payments } = accounts
  const old = world.add({
    account: payments,
    region: regions.virginia,
    team: teams.payments,
    application: 'payments',
    kind: 'database',
    name: 'vouchers',
    charges: [
      hourly('db.m6g.8xlarge', 1, 'ri-rds-m6g-large'),
      daily('rds extended support', 768),
      stored('rds gp3', 2_400),
    ],
  })
  world.commit({
    account: payments,
    region: regions.virginia,
    id: 'ri-rds-m6g-large',
    name: 'RDS m6g.8xlarge',
    type: 'Reserved Instance',
    category: 'Usage',
    sku: 'db.m6g.8xlarge',
    unitsPerHour: 1,
    pricePercent: 70,
  })
  world.plant(
    wasteOf(old, 'extended-support', withTolerance(monthOf('rds extended support', 23_040, payments)), 'PostgreSQL 11'),
  )
}

function describeUncovered(world: Builder): void {
  const { shop, data, reporting, europe } = accounts
  world.addMany(6, {
    account: data,
    region: regions.frankfurt,
    team: teams.data,
    application: 'lake',
    kind: 'machine',
    name: 'query-engine',
    charges: [hourly('r6i.16xlarge')],
    tags: { Environment: 'prod', Team: 'data' },
  })
  world.addMany(2, {
    account: europe,
    region: regions.westEurope,
    team: teams.storefront,
    application: 'webshop-eu',
    kind: 'database',
    name: 'shop-eu-db',
    charges: [daily('azure sql', 768), stored('azure sql storage', 3_200)],
    tags: { Environment: 'prod', Team: 'storefront' },
  })
  const uncovered = (
    account: PlantedWaste['account'],
    region: string,
    steady: number,
    low: number,
    high: number,
  ): PlantedWaste => ({
    rule: 'uncovered-on-demand',
    resourceId: '',
    account,
    region,
    currency: account.currency,
    saving: withTolerance(steady * high, steady * low),
    reason: 'runs around the clock at on-demand price',
  })
  world.plant(uncovered(shop, regions.virginia.id, 3 * monthOf('m4.16xlarge', 720, shop), 0.14, 0.41))
  world.plant(uncovered(data, regions.frankfurt.id, 6 * monthOf('r6i.16xlarge', 720, data), 0.14, 0.41))
  // The old family accounts for a third of their price, so only the rest can be committed.
  world.plant(uncovered(reporting, regions.eastUs.id, oldReportMachines * monthOf('D4_v2', 720, reporting), 0.07, 0.41))
  // One of the two is idle: only the other can be committed.
  world.plant(uncovered(europe, regions.westEurope.id, monthOf('azure sql', 32 * 720, europe), 0.15, 0.35))
}
