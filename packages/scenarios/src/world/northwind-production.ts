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
  world.addMany(8, { ...shop, kind: 'machine', name: 'web', charges: [hourly('m6i.xlarge', 1, 'sp-compute')] })
  // Off at night, on in the morning: a yearly commitment would not pay off.
  world.addMany(6, {
    ...shop,
    kind: 'machine',
    name: 'web-scaled',
    charges: [hourly('m6i.large')],
    shape: { is: 'scaled', from: 11, to: 23, weekends: true },
  })
  world.addMany(4, {
    ...shop,
    kind: 'machine',
    name: 'thumbnails-spot',
    charges: [hourly('m6i.large spot')],
    shape: { is: 'scaled', from: 6, to: 20, weekends: true },
  })
  world.addMany(6, {
    ...shop,
    kind: 'machine',
    name: 'eks-node',
    application: 'catalog',
    charges: [hourly('m6i.2xlarge', 1, 'sp-compute')],
  })
  world.add({
    ...shop,
    kind: 'cluster',
    name: 'catalog',
    application: 'catalog',
    charges: [daily('eks cluster', 24)],
  })
  world.addMany(2, {
    ...shop,
    kind: 'database',
    name: 'shop-db',
    charges: [hourly('db.r6g.large', 1, 'ri-rds-r6g'), stored('rds gp3', 400)],
  })
  world.addMany(20, { ...shop, kind: 'volume', name: 'web-disk', charges: [stored('ebs gp3', 60)] })
  world.add({
    ...shop,
    kind: 'balancer',
    name: 'shop-front',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 4)],
  })
  world.add({
    ...shop,
    kind: 'balancer',
    name: 'shop-api',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 2.5)],
  })
  world.addMany(3, { ...shop, kind: 'address', name: 'egress-ip', charges: [daily('address in use', 24)] })
  world.add({
    ...shop,
    kind: 'machine',
    name: 'downloads',
    shape: shoppers,
    charges: [hourly('m6i.xlarge', 1, 'sp-compute'), used('internet out', 120)],
  })
  world.addMany(14, {
    ...shop,
    kind: 'function',
    name: 'order-step',
    shape: shoppers,
    charges: [used('lambda seconds', 60_000), used('lambda requests', 400_000)],
  })
  world.addMany(8, {
    ...shop,
    kind: 'table',
    name: 'cart',
    shape: shoppers,
    charges: [used('dynamo reads', 6_000_000), used('dynamo writes', 1_500_000)],
  })
  world.addMany(6, {
    ...shop,
    kind: 'queue',
    name: 'events',
    shape: shoppers,
    charges: [used('sqs requests', 1_500_000)],
  })
  world.addMany(5, {
    ...shop,
    kind: 'bucket',
    name: 'northwind-images',
    shape: shoppers,
    charges: [stored('s3 storage', 1_800), used('s3 writes', 40_000), used('s3 reads', 2_000_000)],
  })
  world.addMany(8, {
    ...shop,
    kind: 'logs',
    name: 'shop/service',
    shape: shoppers,
    charges: [used('logs in', 0.5), stored('logs kept', 40)],
  })
}

function describePayments(world: Builder): void {
  const payments = {
    account: accounts.payments,
    region: regions.virginia,
    team: teams.payments,
    application: 'payments',
  }
  world.addMany(4, { ...payments, kind: 'machine', name: 'pay', charges: [hourly('c6i.xlarge', 1, 'sp-compute')] })
  world.add({
    ...payments,
    kind: 'database',
    name: 'ledger',
    charges: [hourly('db.r6g.large', 1, 'ri-rds-r6g'), stored('rds gp3', 250)],
  })
  world.addMany(6, { ...payments, kind: 'volume', name: 'pay-disk', charges: [stored('ebs gp3', 80)] })
  world.add({
    ...payments,
    kind: 'balancer',
    name: 'pay-api',
    shape: shoppers,
    charges: [hourly('alb hours'), usedHourly('alb units', 1.5)],
  })
  world.addMany(6, {
    ...payments,
    kind: 'function',
    name: 'settle',
    shape: closing,
    charges: [used('lambda seconds', 90_000), used('lambda requests', 500_000)],
  })
  world.addMany(3, {
    ...payments,
    kind: 'logs',
    name: 'pay/service',
    charges: [used('logs in', 0.6), stored('logs kept', 60)],
  })
  const network = { account: accounts.network, region: regions.virginia, team: teams.platform, application: 'network' }
  world.addMany(2, {
    ...network,
    kind: 'nat',
    name: 'nat-gateway',
    shape: shoppers,
    charges: [hourly('nat hours'), used('nat bytes', 9)],
  })
  world.addMany(4, { ...network, kind: 'address', name: 'nat-ip', charges: [daily('address in use', 24)] })
  world.addMany(2, { ...network, kind: 'snapshot', name: 'golden-image', charges: [stored('ebs snapshot', 120)] })
}

function describeDataLake(world: Builder): void {
  const lake = { account: accounts.data, region: regions.frankfurt, team: teams.data, application: 'lake' }
  world.addMany(12, { ...lake, kind: 'volume', name: 'lake-disk', charges: [stored('ebs gp3', 200)] })
  world.addMany(8, {
    ...lake,
    kind: 'bucket',
    name: 'northwind-lake',
    shape: officeWorkers,
    charges: [stored('s3 storage', 6_000), used('s3 writes', 90_000), used('s3 reads', 4_000_000)],
  })
  world.addMany(5, { ...lake, kind: 'job', name: 'nightly', shape: closing, charges: [used('glue job', 18)] })
  world.addMany(4, {
    ...lake,
    kind: 'logs',
    name: 'lake/job',
    charges: [used('logs in', 0.4), stored('logs kept', 50)],
  })
}

function describeBooks(world: Builder): void {
  const erp = { account: accounts.erp, region: regions.eastUs, team: teams.finance, application: 'erp' }
  world.addMany(4, { ...erp, kind: 'machine', name: 'erp-app', charges: [daily('D4s_v5', 24, 'rsv-d4')] })
  world.addMany(2, {
    ...erp,
    kind: 'database',
    name: 'erp-db',
    charges: [daily('azure sql', 96, 'rsv-sql'), stored('azure sql storage', 500)],
  })
  world.addMany(6, { ...erp, kind: 'volume', name: 'erp-disk', charges: [stored('premium disk P20', 1)] })
  world.addMany(3, {
    ...erp,
    kind: 'bucket',
    name: 'nwinvoices',
    shape: closing,
    charges: [stored('blob hot', 900), used('blob reads', 120)],
  })
  world.addMany(2, { ...erp, kind: 'address', name: 'erp-gateway-ip', charges: [daily('azure address', 24)] })
  world.add({ ...erp, kind: 'logs', name: 'erp-logs', shape: officeWorkers, charges: [used('azure logs in', 0.8)] })
  const test = { ...erp, account: accounts.erpTest }
  world.addMany(4, {
    ...test,
    kind: 'machine',
    name: 'erp-test',
    charges: [daily('D4s_v5', 12)],
    shape: { is: 'office', from: 7, to: 19 },
  })
  world.addMany(4, { ...test, kind: 'volume', name: 'erp-test-disk', charges: [stored('premium disk P20', 1)] })
  const reporting = { account: accounts.reporting, region: regions.eastUs, team: teams.data, application: 'reports' }
  world.addMany(2, { ...reporting, kind: 'machine', name: 'report', charges: [daily('E4s_v5', 24, 'rsv-e4')] })
  world.addMany(3, { ...reporting, kind: 'app', name: 'dashboards', charges: [daily('app service', 24)] })
  world.addMany(2, {
    ...reporting,
    kind: 'bucket',
    name: 'nwreports',
    shape: officeWorkers,
    charges: [stored('blob hot', 2_500), used('blob reads', 300), used('azure egress', 6)],
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
    charges: [stored('blob hot', 1_200), used('blob reads', 400), used('azure egress', 20)],
  })
}

function describeModels(world: Builder): void {
  const models = { account: accounts.models, region: regions.iowa, team: teams.models, application: 'recommendations' }
  const n2 = [hourly('n2 core', 4, 'cud-core'), hourly('n2 ram', 16, 'cud-ram')]
  world.addMany(5, { ...models, kind: 'machine', name: 'ranker', charges: n2 })
  world.addMany(5, { ...models, kind: 'volume', name: 'ranker-disk', charges: [stored('pd balanced', 200)] })
  world.addMany(2, {
    ...models,
    kind: 'database',
    name: 'features',
    charges: [daily('cloud sql core', 96, 'cud-sql-core'), daily('cloud sql ram', 384, 'cud-sql-ram')],
  })
  world.addMany(4, {
    ...models,
    kind: 'bucket',
    name: 'northwind-features',
    shape: shoppers,
    charges: [stored('gcs storage', 2_200), used('gcs requests', 800_000)],
  })
  world.addMany(3, {
    ...models,
    kind: 'endpoint',
    name: 'rank',
    shape: shoppers,
    charges: [used('vertex prediction', 160)],
  })
  world.add({
    ...models,
    kind: 'machine',
    name: 'ranker-egress',
    shape: shoppers,
    charges: [...n2, used('gcp egress', 45)],
  })
  world.add({ ...models, kind: 'snapshot', name: 'ranker-image', charges: [stored('pd snapshot', 300)] })
  const research = { ...models, account: accounts.research, application: 'research' }
  world.addMany(3, {
    ...research,
    kind: 'machine',
    name: 'lab',
    charges: [hourly('n2 core', 4), hourly('n2 ram', 16)],
    shape: { is: 'office', from: 13, to: 23 },
  })
  world.addMany(3, { ...research, kind: 'volume', name: 'lab-disk', charges: [stored('pd balanced', 500)] })
  world.add({ ...research, kind: 'dataset', name: 'clicks', charges: [stored('bigquery storage', 9_000)] })
}
