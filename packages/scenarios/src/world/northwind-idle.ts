/** Paid resources that do nothing: addresses, gateways, balancers, a second trail, reserved capacity. */
import type { Builder } from './builder.ts'
import { daily, hourly, used, usedHourly } from './charges.ts'
import { accounts, regions, teams } from './northwind-places.ts'
import { monthOf, wasteOf, withTolerance } from './truth.ts'

export function describeIdle(world: Builder): void {
  describeIdleNetwork(world)
  describeIdleCapacity(world)
}

function describeIdleNetwork(world: Builder): void {
  const network = { account: accounts.network, region: regions.virginia, team: teams.platform, application: 'network' }
  for (const address of world.addMany(3, {
    ...network,
    kind: 'address',
    name: 'old-vpn-ip',
    charges: [hourly('idle address')],
  })) {
    world.plant(
      wasteOf(
        address,
        'idle-public-address',
        withTolerance(monthOf('idle address', 720, accounts.network)),
        'an address that was never released',
      ),
    )
  }
  const google = { account: accounts.models, region: regions.iowa, team: teams.models, application: 'recommendations' }
  const reserved = world.add({ ...google, kind: 'address', name: 'ranker-old-ip', charges: [hourly('static ip')] })
  world.plant(
    wasteOf(
      reserved,
      'idle-public-address',
      withTolerance(monthOf('static ip', 720, accounts.models)),
      'reserved for a machine that is gone',
    ),
  )

  const nat = world.add({
    ...network,
    kind: 'nat',
    name: 'nat-migration',
    charges: [hourly('nat hours'), used('nat bytes', 0.01)],
  })
  world.plant(
    wasteOf(
      nat,
      'idle-nat-gateway',
      withTolerance(monthOf('nat hours', 720, accounts.network)),
      'left over from a migration',
    ),
  )

  const balancer = world.add({
    ...network,
    kind: 'balancer',
    name: 'campaign-2025',
    charges: [hourly('alb hours'), usedHourly('alb units', 0.0002)],
  })
  world.plant(
    wasteOf(
      balancer,
      'idle-load-balancer',
      withTolerance(monthOf('alb hours', 720, accounts.network)),
      'last year’s campaign',
    ),
  )

  const trail = world.add({
    ...network,
    kind: 'trail',
    name: 'account-trail',
    charges: [used('trail events', 1_920_000)],
  })
  world.plant({
    ...wasteOf(
      trail,
      'duplicate-trail',
      withTolerance(monthOf('trail events', 1_920_000 * 30, accounts.network)),
      'a second copy of all management events',
    ),
  })
}

function describeIdleCapacity(world: Builder): void {
  const { shop, erp } = accounts
  const location = { account: shop, region: regions.virginia, team: teams.storefront, application: 'webshop' }
  const reservation = world.add({
    ...location,
    kind: 'reservation',
    name: 'black-friday',
    charges: [hourly('unused m6i.32xlarge')],
  })
  world.plant(
    wasteOf(
      reservation,
      'unused-capacity-reservation',
      withTolerance(monthOf('unused m6i.32xlarge', 720, shop)),
      'held since the last sale',
    ),
  )

  // Two reservations: one unused, one half used.
  const commit = { sku: 'c5.18xlarge', pricePercent: 63, unitsPerHour: 1, category: 'Usage' } as const
  world.commit({
    ...commit,
    account: shop,
    region: regions.virginia,
    id: 'ri-c5-old',
    name: 'c5 of the old search',
    type: 'Reserved Instance',
  })
  const unusedReservation = monthOf('c5.18xlarge', 720, shop) * 0.63
  const unused = { rule: 'unused-commitment', account: shop, region: regions.virginia.id, currency: 'USD' }
  world.plant({
    ...unused,
    resourceId: 'ri-c5-old',
    saving: withTolerance(unusedReservation),
    reason: 'its machines moved to a newer family',
  })

  const batch = world.add({
    account: erp,
    region: regions.eastUs,
    team: teams.finance,
    application: 'erp',
    kind: 'machine',
    name: 'erp-batch',
    charges: [daily('D96s_v5', 24, 'rsv-d8'), daily('windows license', 24)],
  })
  const license = monthOf('windows license', 720, erp)
  world.plant(wasteOf(batch, 'license-in-price', withTolerance(license), 'the company owns licenses with maintenance'))
  world.commit({
    account: erp,
    region: regions.eastUs,
    id: 'rsv-d8',
    name: 'VM_RI_D96s',
    type: 'Reservation',
    category: 'Usage',
    sku: 'D96s_v5',
    unitsPerHour: 2,
    pricePercent: 62,
  })
  const unusedHalf = monthOf('D96s_v5', 720, erp) * 0.62
  world.plant({
    ...unused,
    account: erp,
    region: regions.eastUs.id,
    resourceId: 'rsv-d8',
    saving: withTolerance(unusedHalf),
    reason: 'one of two machines was removed',
  })
}
