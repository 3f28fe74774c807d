/**
 * Small worlds whose resources carry only what clouds and tools write by default. The truth of each is known by
 * construction and shares nothing with the search for replacements.
 */
import { type Hour, hoursOfMonth } from '@kept/domain/hour.ts'
import { type Random, random } from '../../random.ts'
import { costOf, type WorldResource } from '../rebound/machines.ts'

export const reportingMonth = hoursOfMonth('2026-09')
export const worldStart = reportingMonth.from - 31 * 24
export const worldEnd = reportingMonth.to + 72

export interface Removal {
  readonly resource: WorldResource
  readonly at: Hour
  readonly kind: 'terminate' | 'rightsize' | 'schedule'
  /** Of a schedule: local hours of the week (UTC) that are off. */
  readonly offHours?: readonly number[]
}

/** What a class describes; `removed` holds what runs after the action, too, where something does. */
export interface ClassWorld {
  readonly removals: readonly Removal[]
  readonly others: readonly WorldResource[]
  /** Of the reporting month, in tenths of a cent: what would have been billed if nothing had taken over, and what was saved. */
  readonly removed: number
  readonly truth: number
}

export interface WorldClass {
  readonly name: string
  /** Classes of the other half are looked at once, when the method is fixed. */
  readonly half: 'tuning' | 'held'
  build(draw: Draw): ClassWorld
}

export interface Draw {
  readonly random: Random
  /** The hour of the action. */
  readonly at: Hour
  hex(length: number): string
  /** Subscription, project or account number: ids are unique in the world of clouds. */
  readonly owner: string
  /** Lower-case consonants and digits, as Google and Kubernetes draw them. */
  letters(length: number): string
  machine(draft: Partial<WorldResource>): WorldResource
}

export interface NamedWorld extends ClassWorld {
  readonly account: string
  readonly name: string
  readonly half: WorldClass['half']
}

const sizes = [
  { instanceType: 'm5.large', sku: 'm5.large', price: 96 },
  { instanceType: 'm5.xlarge', sku: 'm5.xlarge', price: 192 },
  { instanceType: 'c6i.2xlarge', sku: 'c6i.2xlarge', price: 340 },
] as const satisfies readonly Partial<WorldResource>[]
type Size = (typeof sizes)[number]

/** Every class so many times, each with times, sizes and ids of its own. */
export function buildWorlds(classes: readonly WorldClass[], times: number): NamedWorld[] {
  return classes.flatMap((one) =>
    Array.from({ length: times }, (_, index): NamedWorld => {
      const account = `${one.name} ${index + 1}`
      const world = one.build(drawOf(account))
      const base = costBase(account)
      return { ...world, others: [base, ...world.others], account, name: one.name, half: one.half }
    }),
  )
}

function drawOf(seed: string): Draw {
  const own = random(seed)
  const at = reportingMonth.from + own.integer(4, 13) * 24 + own.integer(0, 23)
  const size = own.pick<Size>(sizes)
  const letters = (length: number) =>
    Array.from({ length }, () => 'bcdfghjklmnpqrstvwxz0123456789'[own.integer(0, 29)]).join('')
  return {
    ...{ random: own, at, letters, owner: own.hex(8), hex: (length) => own.hex(length) },
    machine: (draft) => ({ id: `i-0${own.hex(16)}`, from: worldStart, to: worldEnd, ...size, ...draft }),
  }
}

/** An account always has something else in it. */
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
export function leftOver(resource: WorldResource, at: Hour): number {
  return costOf({ ...resource, to: worldEnd }, at, reportingMonth.to)
}

/** Resources that end at the hour of the action. */
export function terminated(resources: readonly WorldResource[], at: Hour) {
  return {
    removals: resources.map((resource): Removal => ({ resource: { ...resource, to: at }, at, kind: 'terminate' })),
    removed: resources.reduce((sum, resource) => sum + leftOver(resource, at), 0),
  }
}

export function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
