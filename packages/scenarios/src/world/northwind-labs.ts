/** The labs: experiments that were left running, in a region of their own. Metrics and an inventory show most of it. */
import type { Builder, ResourceOrder } from './builder.ts'
import { daily, hourly, stored, used } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import type { SkuName } from './prices.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'
import type { PlantedWaste } from './world.ts'

/** A commitment expired so many days ago without being renewed. */
const lapsedDays = 20
/** Builds of the last weeks: a number per day, each on its own machine for three hours. */
const builds = { days: 28, aDay: 2, from: 9, to: 12 }

const { labs, shopDev, erp } = accounts
const location = {
  account: labs,
  region: regions.oregon,
  team: teams.models,
  application: 'labs',
  tags: { Environment: 'prod', Team: 'models' },
}

export function describeLabs(world: Builder): void {
  describeLeftRunning(world)
  describeTooLarge(world)
  describeInefficientUsage(world)
  describeModelUse(world)
}

/** Resources that do nothing, as only metrics or the inventory show. */
function describeLeftRunning(world: Builder): void {
  const idle = (order: Pick<ResourceOrder, 'kind' | 'name' | 'charges'>, rule: string, reason: string) => {
    const resource = world.add({ ...location, ...order })
    const cost = resource.charges.reduce((total, { sku, units }) => total + monthOf(sku, units * 30, labs), 0)
    world.plant(wasteOf(resource, rule, withTolerance(cost), reason))
  }
  idle(
    { kind: 'vpn', name: 'old-office', charges: [daily('vpn hours', 24)] },
    'gateway-without-connections',
    'moved out',
  )
  idle(
    { kind: 'cache', name: 'try-cache', charges: [daily('cache 8xlarge', 24)] },
    'idle-cache',
    'a trial of last year',
  )
  idle({ kind: 'cluster', name: 'try-mesh', charges: [daily('eks cluster', 24)] }, 'idle-cluster', 'an empty cluster')
  idle({ kind: 'endpoint', name: 'churn-v1', charges: [daily('ml endpoint', 24)] }, 'idle-ml-endpoint', 'v2 answers')
  idle(
    { kind: 'stream', name: 'clicks-old', charges: [daily('kinesis shard', 1_536)] },
    'idle-stream',
    'it receives no records',
  )
  idle(
    { kind: 'warehouse', name: 'try-dwh', charges: [daily('redshift', 24)] },
    'idle-warehouse',
    'a trial of last year',
  )
  idle({ kind: 'machine', name: 'train-gpu', charges: [daily('p4d.24xlarge', 24)] }, 'idle-gpu', 'the training is over')

  const images = world.add({ ...location, kind: 'image', name: 'labs/builds', charges: [stored('images kept', 9_600)] })
  const imageCost = monthOf('images kept', 9_600, labs)
  world.plant(wasteOf(images, 'unused-image', withTolerance(imageCost, imageCost * 0.5), 'every build of two years'))

  const stopped = world.add({
    ...location,
    account: erp,
    region: regions.westEurope,
    team: teams.finance,
    kind: 'machine',
    name: 'erp-migration',
    charges: [daily('D64s_v5', 24)],
  })
  const machine = withTolerance(monthOf('D64s_v5', 720, erp))
  world.plant(wasteOf(stopped, 'stopped-but-billed', machine, 'shut down from inside, in spring'))
}

/** Used, but oversized resources. */
function describeTooLarge(world: Builder): void {
  const plantHalfUsed = (kind: string, name: string, sku: SkuName, rule: string) => {
    const resource = world.add({ ...location, kind, name, charges: [daily(sku, 24)] })
    world.plant(wasteOf(resource, rule, withTolerance(monthOf(sku, 720, labs) / 2), 'twice as large as its load'))
  }
  plantHalfUsed('cache', 'features-cache', 'cache 16xlarge', 'rightsize-cache')
  plantHalfUsed('database', 'experiments-db', 'db.m6g.16xlarge', 'rightsize-database')
  // Half of each goes with its size: the other half is left to commit to.
  const uncovered = (sku: SkuName, low: number, high: number) => {
    const unusedCost = monthOf(sku, 720, labs) / 2
    world.plant(
      inPlace(
        'uncovered-on-demand',
        withTolerance(unusedCost * low, unusedCost * low, unusedCost * high),
        'steady, at on-demand price',
      ),
    )
  }
  uncovered('db.m6g.16xlarge', 0.25, 0.37)
  uncovered('cache 16xlarge', 0.2, 0.35)

  const table = world.add({
    ...location,
    kind: 'table',
    name: 'features',
    charges: [daily('dynamo provisioned', 384_000)],
  })
  const capacity = monthOf('dynamo provisioned', 384_000 * 30, labs)
  const reason = 'provisioned for a launch that never came'
  world.plant(
    wasteOf(table, 'table-capacity-unused', withTolerance(capacity * 0.82, capacity * 0.6, capacity * 0.86), reason),
  )

  const pod = world.add({
    ...location,
    kind: 'container',
    name: 'notebook-hub',
    charges: [daily('container memory', 24_576)],
  })
  const requests = monthOf('container memory', 24_576 * 30, labs)
  // Freed requests save when the cluster scales down by them: between half and all of it.
  const freed = withTolerance(requests * 0.32, requests * 0.28, requests * 0.7)
  world.plant(wasteOf(pod, 'container-requests-oversized', freed, 'requests copied from production'))
}

/** Usage that pays more than necessary. */
function describeInefficientUsage(world: Builder): void {
  const shape = { is: 'scaled', from: builds.from, to: builds.to, weekends: true } as const
  const order = { ...location, shape, application: 'builds', kind: 'machine' }
  for (let build = 0; build < builds.days * builds.aDay; build += 1) {
    const day = -1 - Math.floor(build / builds.aDay)
    const lifetime = { from: world.days + day, to: world.days + day + 1 }
    world.add({ ...order, ...lifetime, name: `build-${build + 1}`, charges: [hourly('m6i.32xlarge')] })
  }
  const jobs = monthOf('m6i.32xlarge', builds.days * builds.aDay * (builds.to - builds.from), labs)
  world.plant(
    inPlace('short-lived-on-demand', withTolerance(jobs / 2, jobs * 0.25, jobs * 0.7), 'builds at the full price'),
  )

  world.commit({
    account: labs,
    region: regions.oregon,
    id: 'ri-labs-c6i',
    name: 'c6i of the labs',
    type: 'Reserved Instance',
    category: 'Usage',
    sku: 'c6i.16xlarge',
    unitsPerHour: null,
    pricePercent: 63,
  })
  const end = world.days - lapsedDays
  world.add({
    ...location,
    kind: 'machine',
    name: 'labs-hub',
    charges: [
      { ...daily('c6i.16xlarge', 24, 'ri-labs-c6i'), shape: { is: 'between', from: 0, to: end } },
      { ...daily('c6i.16xlarge', 24), shape: { is: 'between', from: end, to: world.days } },
    ],
  })
  const full = monthOf('c6i.16xlarge', 720, labs)
  world.plant({
    ...inPlace(
      'commitment-lapsed',
      withTolerance(full * 0.27, full * 0.14, full * 0.41),
      'it expired without being noticed',
    ),
    resourceId: 'ri-labs-c6i',
  })

  const copies = { ...location, kind: 'bucket', name: 'northwind-labs-copies' }
  world.add({ ...copies, charges: [used('region to region', 4_000)] })
  world.plant(inPlace('cross-region-transfer', null, 'copies for readers in Frankfurt'))
}

/** A model that developers use: the same instructions each time, and most answers are not urgent. */
function describeModelUse(world: Builder): void {
  const dev = { account: shopDev, region: regions.virginia, team: teams.models, application: 'assistant' }
  world.add({
    ...dev,
    kind: 'model',
    name: 'claude-4-sonnet',
    charges: [used('model input', 160_000), used('model output', 14_000)],
    tags: { Environment: 'dev', Team: 'models' },
  })
  const input = monthOf('model input', 160_000 * 30, shopDev)
  const all = input + monthOf('model output', 14_000 * 30, shopDev)
  const scope = { account: shopDev, region: regions.virginia.id }
  const cached = withTolerance(input * 0.35, 0, input * 0.8)
  world.plant({ ...inPlace('prompt-caching', cached, 'the same instructions with every question'), ...scope })
  const batch = withTolerance(all * 0.25, 0, all * 0.5)
  world.plant({ ...inPlace('token-batch', batch, 'evaluations that run at night'), ...scope })
}

function inPlace(rule: string, saving: PlantedWaste['saving'], reason: string): PlantedWaste {
  return { rule, resourceId: '', account: labs, region: regions.oregon.id, currency: 'USD', saving, reason }
}
