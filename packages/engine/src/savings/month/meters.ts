/**
 * The lines of a lineage, sorted into meters. A machine is billed by several at once (hours, traffic, credits); a
 * rightsize moves one of them from SKU to SKU, so the SKUs of a chain of rightsizes are one meter.
 */
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { addExact, type Exact } from '../exact.ts'
import type { LiveAction } from './live-action.ts'

export interface Metered {
  sku: string
  quantity: Exact
  contracted: Exact
}

export interface Meter {
  readonly skus: ReadonlySet<string>
  /** Actions that can change it, in order. */
  readonly actions: readonly LiveAction[]
  readonly byHour: ReadonlyMap<Hour, readonly Metered[]>
}

export function metersOf(
  actions: readonly LiveAction[],
  lines: readonly SavingsLine[],
  read: (text: string) => Exact,
): Meter[] {
  const groupOf = skuGroups(actions)
  const baselineSkus = actions.flatMap(({ action, baseline }) => [
    ...baseline.meters.map(({ sku }) => sku),
    ...('sku' in action ? [action.sku] : []),
  ])
  const names = new Set([...groupOf.keys(), ...baselineSkus].map((sku) => groupOf.get(sku) ?? sku))
  const linesByGroup = Map.groupBy(lines, ({ sku }) => groupOf.get(sku) ?? sku)
  return [...names].toSorted().map((name) => {
    const skus = new Set([name, ...[...groupOf].flatMap(([sku, group]) => (group === name ? [sku] : []))])
    return {
      skus,
      actions: actions.filter(({ action }) => touches(action, skus)),
      byHour: byHour(linesByGroup.get(name) ?? [], read),
    }
  })
}

function touches(action: LiveAction['action'], skus: ReadonlySet<string>): boolean {
  if (action.kind === 'rightsize') return skus.has(action.to_sku)
  return 'sku' in action ? skus.has(action.sku) : true
}

/** SKU to the name of its meter, for the SKUs that rightsizes connect. */
function skuGroups(actions: readonly LiveAction[]): Map<string, string> {
  const groupOf = new Map<string, string>()
  for (const { action } of actions) {
    if (action.kind !== 'rightsize') continue
    const group = groupOf.get(action.from_sku) ?? action.from_sku
    const joined = groupOf.get(action.to_sku)
    for (const [sku, other] of groupOf) if (other === joined) groupOf.set(sku, group)
    groupOf.set(action.from_sku, group).set(action.to_sku, group)
  }
  return groupOf
}

/** Rows of one SKU in one hour are one quantity at one cost, however many the provider made of them. */
function byHour(lines: readonly SavingsLine[], read: (text: string) => Exact): Map<Hour, Metered[]> {
  const hours = new Map<Hour, Metered[]>()
  for (const { hour, sku, quantity, contracted } of lines) {
    const ofHour = hours.get(hour)
    const existing = ofHour?.find((entry) => entry.sku === sku)
    if (existing) {
      existing.quantity = addExact(existing.quantity, read(quantity))
      existing.contracted = addExact(existing.contracted, read(contracted))
      continue
    }
    const first = { sku, quantity: read(quantity), contracted: read(contracted) }
    if (ofHour) ofHour.push(first)
    else hours.set(hour, [first])
  }
  return hours
}
