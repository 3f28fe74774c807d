/** A world of one account in which something was removed: its replacements, and the true saving. */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { random } from '../../random.ts'
import { costOf, type WorldResource } from './machines.ts'

type RemovalKind = 'terminate' | 'rightsize' | 'schedule'

export interface ReboundWorld {
  readonly name: string
  /** Held-out classes, which are not used while the method is tuned. */
  readonly isHeldOut: boolean
  readonly resources: readonly WorldResource[]
  readonly actions: readonly { resource: string; kind: RemovalKind; at: Hour }[]
  /** Of the reporting month, in tenths of a cent: what the removed resources would have cost, and the true saving. */
  readonly removed: number
  readonly truth: number
}

export const reportingMonth = hoursOfMonth('2026-09')
export const worldStart = reportingMonth.from - 24 * 24
const worldEnd = reportingMonth.to + 48

export interface Draft {
  /** Removed resources, with the hour. */
  removed: readonly { resource: WorldResource; at: Hour; kind?: RemovalKind; becomes?: WorldResource }[]
  /** Replacements. */
  replacements?: readonly WorldResource[]
  /** Unrelated resources. */
  others?: readonly WorldResource[]
}

let serial = 0

/** A random id as the provider generates it. */
export function drawnId(prefix = 'i'): string {
  const chance = random(`rebound id ${serial}`)
  serial += 1
  return `${prefix}-0${Array.from({ length: 15 }, () => chance.integer(0, 15).toString(16)).join('')}`
}

export function machine(draft: Partial<WorldResource> & Pick<WorldResource, 'from'>): WorldResource {
  return { id: drawnId(), to: worldEnd, price: 96, sku: 'm5.large', instanceType: 'm5.large', ...draft }
}

/**
 * The true saving: the cost of the removed resources, less what they and their replacements still cost, at least zero.
 */
export function makeWorld(
  name: string,
  isHeldOut: boolean,
  { removed, replacements = [], others = [] }: Draft,
): ReboundWorld {
  const { to } = reportingMonth
  const cost = (resource: WorldResource, start: Hour) => costOf(resource, start, to)
  const without = removed.reduce((sum, { resource, at }) => sum + cost({ ...resource, to: worldEnd }, at), 0)
  const first = Math.min(...removed.map(({ at }) => at))
  const after =
    removed.reduce((sum, { becomes, at }) => sum + (becomes ? cost(becomes, at) : 0), 0) +
    replacements.reduce((sum, resource) => sum + cost(resource, first), 0)
  // A replacement that begins hours or days later has taken over the work all the same.
  const delayCost = replacements.length > 0 && after > 0 ? lateCost(replacements, first) : 0
  return {
    ...{ name, isHeldOut, removed: without },
    truth: Math.max(0, without - after - delayCost),
    resources: [
      // A constant resource, so that the account has a history.
      machine({ from: worldStart, sku: 'base', instanceType: 'x1.base', tags: { project: 'foundation' }, price: 1 }),
      ...removed.flatMap(({ resource, at, becomes }) => [{ ...resource, to: at }, ...(becomes ? [becomes] : [])]),
      ...replacements,
      ...others,
    ],
    actions: removed.map(({ resource, at, kind = 'terminate' }) => ({ resource: resource.id, kind, at })),
  }
}

/** Hours between the removal and the first hour of the replacement, at its cost. */
function lateCost(replacements: readonly WorldResource[], first: Hour): number {
  return replacements.reduce(
    (sum, resource) =>
      sum + Math.max(0, resource.from - first) * resource.price * (resource.units?.(resource.from) ?? 1),
    0,
  )
}
