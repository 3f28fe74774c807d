/** Northwind's production: sized, covered or scaled, tagged, without waste. No rule finds anything in it. */
import type { Builder } from './builder.ts'
import { daily, hourly, stored, used, usedHourly } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'

const shoppers = { is: 'traffic', night: 0.25, weekend: 1.2, perWeek: 0.01 } as const
const officeWorkers = { is: 'traffic', night: 0.1, weekend: 0.3, perWeek: 0.004 } as const
const closing = { is: 'month_end', times: 1.6 } as const

export function describeProduction(world: Builder): void {
  describeShop(world)
  describePayments(world)
  describeDataLake(world)
  describeBooks(world)
  describeModels(world)
}

function describeShop(world: Builder): void {
  const shop = { account: accounts.shop, region: regions.virginia, team: teams.storefront, application: 'webshop' }
  world.addMany(8, { ...shop, kind: 'machine', name: 'web', charges: [hourly('m6i.16xlarge', 1, 'sp-compute')] })
  // Off at night, on in the morning: a yearly commitment would not pay off.
  world.addMany(6, {
    ...shop,
    kind: 'machine',
    name: 'web-scaled',
    charges: [hourly('m6i.8xlarge')],
    shape: { is: 'scaled', from: 11, to: 23, weekends: true },
  })
  world.addMany(4, {
    ...shop,
    kind: 'machine',
    name: 'thumbnails-spot',
    team: teams.media,
    charges: [hourly('m6i.8xlarge spot')],
    shape: { is: 'scaled', from: 6, to: 20, weekends: true },
  })
  world.addMany(6, {
    ...shop,
    kind: 'machine',
    name: 'eks-node',
    team: teams.catalog,
    application: 'catalog',
    charges: [hourly('m6i.32xlarge', 1, 'sp-compute')],
  })
  world.add({
    ...shop,
    kind: 'cluster',
    name: 'catalog',
    team: teams.catalog,
    application: 'catalog',
    charges: [daily('eks cluster', 24)],
  })
  world.addMany(2, {
    ...shop,
    kind: 'database',
    name: 'shop-db',
    charges: [hourly('db.r6g.8xlarge', 1, 'ri-rds-r6g'), stored('rds gp3', 6_400)],
  })
  world.addMany(20, { ...shop, kind: 'volume', name: 'web-disk', charges: [stored('ebs gp3', 960)] })
  world.add({
    ...shop,
    kind: 'balancer',
    name: 'shop-front',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 64)],
  })
  world.add({
    ...shop,
    kind: 'balancer',
    name: 'shop-api',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 40)],
  })
  world.addMany(3, { ...shop, kind: 'address', name: 'egress-ip', charges: [daily('address in use', 24)] })
  world.add({
    ...shop,
    kind: 'machine',
    name: 'downloads',
    team: teams.media,
    shape: shoppers,
    charges: [hourly('m6i.16xlarge', 1, 'sp-compute'), used('internet out', 1_920)],
  })
  world.addMany(14, {
    ...shop,
    kind: 'function',
    name: 'order-step',
    team: teams.checkout,
    shape: shoppers,
    charges: [used('lambda seconds', 960_000), used('lambda requests', 6_400_000)],
  })
  world.addMany(8, {
    ...shop,
    kind: 'table',
    name: 'cart',
    team: teams.checkout,
    shape: shoppers,
    charges: [used('dynamo reads', 96_000_000), used('dynamo writes', 24_000_000)],
  })
  world.addMany(6, {
    ...shop,
    kind: 'queue',
    name: 'events',
    team: teams.checkout,
    shape: shoppers,
    charges: [used('sqs requests', 24_000_000)],
  })
  world.addMany(5, {
    ...shop,
    kind: 'bucket',
    name: 'northwind-images',
    team: teams.media,
    shape: shoppers,
    charges: [stored('s3 storage', 28_800), used('s3 writes', 640_000), used('s3 reads', 32_000_000)],
  })
  world.addMany(8, {
    ...shop,
    kind: 'logs',
    name: 'shop/service',
    shape: shoppers,
    charges: [used('logs in', 8), stored('logs kept', 640)],
  })
}

function describePayments(world: Builder): void {
  const payments = {
    account: accounts.payments,
    region: regions.virginia,
    team: teams.payments,
    application: 'payments',
  }
  world.addMany(4, { ...payments, kind: 'machine', name: 'pay', charges: [hourly('c6i.16xlarge', 1, 'sp-compute')] })
  world.add({
    ...payments,
    kind: 'database',
    name: 'ledger',
    charges: [hourly('db.r6g.8xlarge', 1, 'ri-rds-r6g'), stored('rds gp3', 4_000)],
  })
  world.addMany(6, { ...payments, kind: 'volume', name: 'pay-disk', charges: [stored('ebs gp3', 1_280)] })
  world.add({
    ...payments,
    kind: 'balancer',
    name: 'pay-api',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 24)],
  })
  world.addMany(6, {
    ...payments,
    kind: 'function',
    name: 'settle',
    shape: closing,
    charges: [used('lambda seconds', 1_440_000), used('lambda requests', 8_000_000)],
  })
  world.addMany(3, {
    ...payments,
    kind: 'logs',
    name: 'pay/service',
    charges: [used('logs in', 9.6), stored('logs kept', 960)],
  })
  const network = { account: accounts.network, region: regions.virginia, team: teams.platform, application: 'network' }
  world.addMany(2, {
    ...network,
    kind: 'nat',
    name: 'nat-gateway',
    shape: shoppers,
    charges: [hourly('nat hours'), used('nat bytes', 144)],
  })
  world.addMany(4, { ...network, kind: 'address', name: 'nat-ip', charges: [daily('address in use', 24)] })
  world.addMany(2, { ...network, kind: 'snapshot', name: 'golden-image', charges: [stored('ebs snapshot', 1_920)] })
}

function describeDataLake(world: Builder): void {
  const lake = { account: accounts.data, region: regions.frankfurt, team: teams.data, application: 'lake' }
  world.addMany(12, { ...lake, kind: 'volume', name: 'lake-disk', charges: [stored('ebs gp3', 3_200)] })
  world.addMany(8, {
    ...lake,
    kind: 'bucket',
    name: 'northwind-lake',
    shape: officeWorkers,
    charges: [stored('s3 storage', 96_000), used('s3 writes', 1_440_000), used('s3 reads', 64_000_000)],
  })
  world.addMany(5, { ...lake, kind: 'job', name: 'nightly', shape: closing, charges: [used('glue job', 288)] })
  world.addMany(4, {
    ...lake,
    kind: 'logs',
    name: 'lake/job',
    charges: [used('logs in', 6.4), stored('logs kept', 800)],
  })
}

function describeBooks(world: Builder): void {
  const erp = { account: accounts.erp, region: regions.eastUs, team: teams.finance, application: 'erp' }
  world.addMany(4, { ...erp, kind: 'machine', name: 'erp-app', charges: [daily('D64s_v5', 24, 'rsv-d4')] })
  world.addMany(2, {
    ...erp,
    kind: 'database',
    name: 'erp-db',
    charges: [daily('azure sql', 1_536, 'rsv-sql'), stored('azure sql storage', 8_000)],
  })
  world.addMany(6, { ...erp, kind: 'volume', name: 'erp-disk', charges: [stored('premium disk P50', 1)] })
  world.addMany(3, {
    ...erp,
    kind: 'bucket',
    name: 'nwinvoices',
    shape: closing,
    charges: [stored('blob hot', 14_400), used('blob reads', 1_920)],
  })
  world.addMany(2, { ...erp, kind: 'address', name: 'erp-gateway-ip', charges: [daily('azure address', 24)] })
  world.add({ ...erp, kind: 'logs', name: 'erp-logs', shape: officeWorkers, charges: [used('azure logs in', 12.8)] })
  const test = { ...erp, account: accounts.erpTest }
  world.addMany(4, {
    ...test,
    kind: 'machine',
    name: 'erp-test',
    charges: [daily('D8s_v5', 12)],
    shape: { is: 'office', from: 7, to: 19 },
  })
  world.addMany(4, { ...test, kind: 'volume', name: 'erp-test-disk', charges: [stored('premium disk P50', 1)] })
  const reporting = {
    account: accounts.reporting,
    region: regions.eastUs,
    team: teams.analytics,
    application: 'reports',
  }
  world.addMany(2, { ...reporting, kind: 'machine', name: 'report', charges: [daily('E64s_v5', 24, 'rsv-e4')] })
  world.addMany(3, { ...reporting, kind: 'app', name: 'dashboards', charges: [daily('app service', 24)] })
  world.addMany(2, {
    ...reporting,
    kind: 'bucket',
    name: 'nwreports',
    shape: officeWorkers,
    charges: [stored('blob hot', 40_000), used('blob reads', 4_800), used('azure egress', 96)],
  })
  const europe = {
    account: accounts.europe,
    region: regions.westEurope,
    team: teams.storefront,
    application: 'webshop-eu',
  }
  world.addMany(4, { ...europe, kind: 'app', name: 'shop-eu', charges: [daily('app service', 24)] })
  world.addMany(2, {
    ...europe,
    kind: 'bucket',
    name: 'nweuimages',
    shape: shoppers,
    charges: [stored('blob hot', 19_200), used('blob reads', 6_400), used('azure egress', 320)],
  })
}

function describeModels(world: Builder): void {
  const models = { account: accounts.models, region: regions.iowa, team: teams.models, application: 'recommendations' }
  const n2 = [hourly('n2 core', 64, 'cud-core'), hourly('n2 ram', 256, 'cud-ram')]
  world.addMany(5, { ...models, kind: 'machine', name: 'ranker', charges: n2 })
  world.addMany(5, { ...models, kind: 'volume', name: 'ranker-disk', charges: [stored('pd balanced', 3_200)] })
  world.addMany(2, {
    ...models,
    kind: 'database',
    name: 'features',
    charges: [daily('cloud sql core', 1_536, 'cud-sql-core'), daily('cloud sql ram', 6_144, 'cud-sql-ram')],
  })
  world.addMany(4, {
    ...models,
    kind: 'bucket',
    name: 'northwind-features',
    shape: shoppers,
    charges: [stored('gcs storage', 35_200), used('gcs requests', 12_800_000)],
  })
  world.addMany(3, {
    ...models,
    kind: 'endpoint',
    name: 'rank',
    shape: shoppers,
    charges: [used('vertex prediction', 3_400)],
  })
  world.add({
    ...models,
    kind: 'machine',
    name: 'ranker-egress',
    shape: shoppers,
    charges: [...n2, used('gcp egress', 720)],
  })
  world.add({ ...models, kind: 'snapshot', name: 'ranker-image', charges: [stored('pd snapshot', 4_800)] })
  const research = { ...models, account: accounts.research, team: teams.research, application: 'research' }
  world.addMany(3, {
    ...research,
    kind: 'machine',
    name: 'lab',
    charges: [hourly('n2 core', 64), hourly('n2 ram', 256)],
    shape: { is: 'office', from: 13, to: 23 },
  })
  world.addMany(3, { ...research, kind: 'volume', name: 'lab-disk', charges: [stored('pd balanced', 8_000)] })
  world.add({ ...research, kind: 'dataset', name: 'clicks', charges: [stored('bigquery storage', 144_000)] })
}
