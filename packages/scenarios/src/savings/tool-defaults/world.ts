/**
 * Small worlds whose resources carry only what clouds and tools write by default. The truth of each is known by
 * construction and independent of the search for replacements.
 */
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { type Random, random } from '../../random.ts'
import { costOf, type WorldResource } from '../rebound/machines.ts'

export const reportingMonth = hoursOfMonth('2026-09')
export const worldStart = reportingMonth.from - 31 * 24
export const worldEnd = reportingMonth.to + 72

interface Removal {
  readonly resource: WorldResource
  readonly at: Hour
  readonly kind: 'terminate' | 'rightsize' | 'schedule'
  /** For a schedule: local hours of the week (UTC) that are off. */
  readonly offHours?: readonly number[]
}

/** What a class describes; `removed` includes what runs after the action, if anything does. */
export interface ClassWorld {
  readonly removals: readonly Removal[]
  readonly otherResources: readonly WorldResource[]
  /** Of the reporting month, in tenths of a cent: the bill without replacements, and the true saving. */
  readonly removed: number
  readonly truth: number
}

export interface WorldClass {
  readonly name: string
  /** Held-out classes are evaluated once, when the method is fixed. */
  readonly split: 'tuning' | 'held'
  build(context: WorldContext): ClassWorld
}

export interface WorldContext {
  readonly random: Random
  /** The hour of the action. */
  readonly actionHour: Hour
  hex(length: number): string
  /** Subscription, project or account number: ids are globally unique. */
  readonly owner: string
  /** Lower-case consonants and digits, as Google and Kubernetes generate them. */
  randomSuffix(length: number): string
  machine(draft: Partial<WorldResource>): WorldResource
}

export interface NamedWorld extends ClassWorld {
  readonly account: string
  readonly name: string
  readonly split: WorldClass['split']
}

const sizes = [
  { instanceType: 'm5.large', sku: 'm5.large', price: 96 },
  { instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 },
  { instanceType: 'c6i.2xlarge', sku: 'c6i.2xlarge', price: 340 },
] as const satisfies readonly Partial<WorldResource>[]
type Size = (typeof sizes)[number]

/** Every class a number of times, each with its own times, sizes and ids. */
export function buildWorlds(classes: readonly WorldClass[], times: number): NamedWorld[] {
  return classes.flatMap((worldClass) =>
    Array.from({ length: times }, (_, index): NamedWorld => {
      const account = `${worldClass.name} ${index + 1}`
      const world = worldClass.build(drawOf(account))
      const base = costBase(account)
      return {
        ...world,
        otherResources: [base, ...world.otherResources],
        account,
        name: worldClass.name,
        split: worldClass.split,
      }
    }),
  )
}

function drawOf(seed: string): WorldContext {
  const rng = random(seed)
  const actionHour = reportingMonth.from + rng.integer(4, 13) * 24 + rng.integer(0, 23)
  const size = rng.pick<Size>(sizes)
  const randomSuffix = (length: number) =>
    Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz0123456789'[rng.integer(0, 29)]).join('')
  return {
    ...{ random: rng, actionHour, randomSuffix, owner: rng.hex(8), hex: (length) => rng.hex(length) },
    machine: (draft) => ({ id: `i-0${rng.hex(16)}`, from: worldStart, to: worldEnd, ...size, ...draft }),
  }
}

/** An account always has another resource. */
function costBase(account: string): WorldResource {
  return {
    id: `nat-0${random(`${account} base`).hex(16)}`,
    from: worldStart,
    to: worldEnd,
    price: 45,
    sku: 'nat',
    unit: 'Hours',
    service: 'Amazon Virtual Private Cloud',
  }
}

/** From the action to the end of the month. */
export function leftOver(resource: WorldResource, hour: Hour): number {
  return costOf({ ...resource, to: worldEnd }, hour, reportingMonth.to)
}

/** Resources that end at the hour of the action. */
export function terminated(resources: readonly WorldResource[], hour: Hour) {
  return {
    removals: resources.map(
      (resource): Removal => ({ resource: { ...resource, to: hour }, at: hour, kind: 'terminate' }),
    ),
    removed: resources.reduce((sum, resource) => sum + leftOver(resource, hour), 0),
  }
}

export function repeat<T>(count: number, create: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => create(index))
}
