/** An action of the statement, made ready for the chain: hours as numbers, its mask, its baseline read. */
import type { OffMask, ResourceAction } from '@kept/domain/action.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Baseline, Grain } from '@kept/domain/saving.ts'
import type { SavingsConfig } from '@kept/domain/savings-config.ts'
import type { ShapeChange } from '@kept/domain/substitution.ts'
import { type Hour, localClock, toHour } from '@kept/foundation/calendar/hour.ts'
import { compare, multiply, sum } from '@kept/foundation/decimal.ts'
import { type Expected, expectedBy } from '../baseline/expected.ts'
import type { ChainAction, Change } from '../chain.ts'
import { exact } from '../exact.ts'
import { endOf } from './horizon.ts'

export interface LiveAction extends ChainAction {
  readonly action: ResourceAction
  readonly until: Hour
  readonly baseline: Baseline
  readonly expected: Expected
  /** The SKU that cost most before: the resource runs when this does. */
  readonly mainSku: string | undefined
  /** How far what is expected may be off, in parts per million. */
  readonly errors: { readonly error80: bigint; readonly error68: bigint }
}

export function toLiveAction(
  action: ResourceAction,
  baselines: ReadonlyMap<string, Baseline>,
  config: SavingsConfig,
  shapes: readonly ShapeChange[] = [],
): LiveAction {
  const baseline = baselines.get(action.baseline_hash)
  if (!baseline)
    throw badInput(`Action "${action.id}" has no baseline ${action.baseline_hash}, so its savings cannot be verified.`)
  const from = toHour(action.effective_time)
  if (toHour(baseline.to) > from) {
    throw badInput(`The baseline of action "${action.id}" ends at ${baseline.to}, after the action started.`)
  }
  return {
    id: action.id,
    action,
    from,
    until: endOf(action, config),
    change: changeOf(action, baseline.grain, shapes),
    baseline,
    expected: expectedBy(baseline),
    mainSku: mainSkuOf(baseline),
    errors: errorsOf((action.kind === 'demand' && baseline.intensity) || baseline),
  }
}

function mainSkuOf({ meters }: Baseline): string | undefined {
  const costs = meters.map(({ sku, price, quantities }) => ({ sku, cost: multiply(price, sum(quantities)) }))
  return costs.toSorted((a, b) => compare(b.cost, a.cost))[0]?.sku
}

function errorsOf({ error_80_ppm, error_68_ppm }: Pick<Baseline, 'error_80_ppm' | 'error_68_ppm'>) {
  return { error80: BigInt(error_80_ppm), error68: BigInt(error_68_ppm) }
}

function changeOf(action: ResourceAction, grain: Grain, shapes: readonly ShapeChange[]): Change {
  switch (action.kind) {
    case 'terminate':
      return { kind: 'mask', isOff: () => true }
    case 'schedule':
      return { kind: 'mask', isOff: offIn(action.off_mask, grain), shape: shapeOf(action, shapes) }
    case 'rightsize':
      return {
        kind: 'rightsize',
        fromSku: action.from_sku,
        toSku: action.to_sku,
        shape: shapeOf(action, shapes),
      }
    case 'demand':
      return { kind: 'demand' }
    case 'loop_stop':
      // Counted outside of the chain: what a loop would have used was never planned usage.
      return { kind: 'mask', isOff: () => false }
  }
}

function shapeOf({ id }: ResourceAction, shapes: readonly ShapeChange[]) {
  const shape = shapes.find(({ action }) => action === id)
  return shape && { before: exact(shape.before), after: exact(shape.after) }
}

/** A day is off when any of its hours is. */
function offIn({ time_zone, hours_of_week }: OffMask, grain: Grain): (hour: Hour) => boolean {
  const local = localClock(time_zone)
  const hoursOff = new Set(hours_of_week)
  if (grain === 'hour') return (hour) => hoursOff.has(local(hour).hourOfWeek)
  const hours = Array.from({ length: 24 }, (_, index) => index)
  return (day) => hours.some((index) => hoursOff.has(local(day + index).hourOfWeek))
}
