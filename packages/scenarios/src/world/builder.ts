/** Builds a world: every resource gets its id, its tags and its noise from its own random stream. */

import type { InventoryItem } from '@kept/domain/resource.ts'
import { hash, type Random, random } from '../random.ts'
import { calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import { tagsFor } from './tags.ts'
import type {
  Adjustment,
  Charge,
  Commitment,
  Measurement,
  PlantedWaste,
  Region,
  Resource,
  Slip,
  SubAccount,
  Team,
  World,
} from './world.ts'

export interface ResourceOrder {
  kind: string
  name: string
  account: SubAccount
  region: Region
  team: Team
  application: string
  charges: Charge[]
  shape?: Resource['shape']
  tags?: Record<string, string>
  hourlyDays?: number
  /** Day numbers; negative counts from the end. Default: the entire world. */
  from?: number
  to?: number
}

export interface Builder {
  readonly days: number
  add(order: ResourceOrder): Resource
  /** `n` similar ones, named name-1 ... name-n. */
  addMany(n: number, order: ResourceOrder): Resource[]
  commit(commitment: Commitment): void
  adjust(adjustment: Adjustment): void
  slip(slip: Slip): void
  plant(waste: PlantedWaste): void
  /** Metrics of a resource at typical activity. */
  measure(measurement: Measurement): void
  /** Inventory data of a resource. */
  list(item: InventoryItem): void
  /** Every resource so far, by name. */
  find(name: string): Resource
  readonly resources: readonly Resource[]
  random: Random
}

interface WorldOrder {
  name: string
  seed: string
  firstDay: string
  days: number
}

/** A bill of half a year stays small. The hours of development are compared with three months of use. */
const hourlyDays = { production: 62, 'non-production': 90 }

/** The share of an account's resources that carry tags. */
const taggedShare = { standard: 0.93, sandbox: 0.3 }

export function buildWorld(
  { name, seed, firstDay, days }: WorldOrder,
  fixed: Pick<World, 'billingAccounts' | 'accounts' | 'teams' | 'taxPercent'>,
  describe: (builder: Builder) => void,
): World {
  const root = random(seed)
  const world: World = {
    name,
    seed,
    days: calendar(firstDay, days),
    ...fixed,
    resources: [],
    commitments: [],
    adjustments: [],
    slips: [],
    planted: [],
    measured: [],
    inventory: [],
  }
  const dayNumber = (day: number | undefined, fallback: number) =>
    day === undefined ? fallback : Math.max(0, day < 0 ? days + day : day)
  const add = (order: ResourceOrder): Resource => {
    const { account, region, team, application, charges } = order
    const label = `${account.id}/${region.id}/${order.kind}/${order.name}`
    const rng = root.fork(label)
    const share = account.name === 'sandbox' ? taggedShare.sandbox : taggedShare.standard
    const { id, type, availabilityZone } = idOf(order.kind, order.name, account, region, rng)
    const resource: Resource = {
      id,
      name: order.name,
      type,
      availabilityZone,
      account,
      region,
      team,
      application,
      charges,
      tags: order.tags ?? tagsFor(rng, account, team, application, share),
      shape: order.shape ?? { is: 'steady' },
      key: hash(`${seed}/${label}`),
      hourlyDays: order.hourlyDays ?? hourlyDays[account.environment],
      from: dayNumber(order.from, 0),
      to: dayNumber(order.to, days),
    }
    world.resources.push(resource)
    return resource
  }
  describe({
    days,
    random: root,
    add,
    addMany: (n, order) => Array.from({ length: n }, (_, i) => add({ ...order, name: `${order.name}-${i + 1}` })),
    commit: (commitment) => void world.commitments.push(commitment),
    adjust: (adjustment) => void world.adjustments.push(adjustment),
    slip: (slip) => void world.slips.push(slip),
    plant: (waste) => void world.planted.push(waste),
    measure: (measurement) => void world.measured.push(measurement),
    list: (item) => void world.inventory.push(item),
    resources: world.resources,
    find(name) {
      const match = world.resources.find((resource) => resource.name === name)
      if (!match) throw new RangeError(`This world has no "${name}".`)
      return match
    },
  })
  return world
}
