/**
 * The heart of the method: what one cell (a resource in one hour) would have cost without our actions, and which
 * action saved how much of the difference. The actions are applied one after the other; each is credited with the
 * step it makes, so that the steps add up to the whole, and no unit of usage is ever saved twice.
 */
import {
  costInNano,
  type Exact,
  largerExact,
  multiplyExact,
  type Nano,
  nanoPlaces,
  shareInNano,
  subtractExact,
} from './exact.ts'

/** An action as the chain sees it. It lives from hour `from` on and before `until`. */
export interface ChainAction {
  readonly id: string
  readonly from: number
  readonly until: number | null
  readonly change: Change
}

interface Shape {
  readonly before: Exact
  readonly after: Exact
}

export type Change =
  /** Nothing should run (terminate), or nothing in some hours (schedule). */
  | {
      readonly kind: 'mask'
      isOff(hour: number): boolean
      /** `after` units in the hours that stay on do the work that `before` units did; left out: no work moved there. */
      readonly shape?: Shape | undefined
    }
  /** The same hours on another SKU. */
  | {
      readonly kind: 'rightsize'
      readonly fromSku: string
      readonly toSku: string
      /** `after` units of the new SKU deliver what `before` units of the former one did; left out: one for one. */
      readonly shape?: Shape | undefined
    }
  /** Less quantity for the same demand: the baseline follows the demand, up and down. */
  | { readonly kind: 'demand' }

export interface Cell {
  readonly hour: number
  /** The SKU that ran. */
  readonly sku: string
  readonly quantity: Exact
  /** What the frozen baseline expects. */
  readonly base: Exact
  /**
   * Its contracted cost on the bill, where there is one. It stands for what was used, tiers and corrections included;
   * only units above or below that are priced. Without it, price times quantity.
   */
  readonly metered?: Nano
}

/** The contracted price of a SKU in the hour of the cell. */
export type PriceOf = (sku: string) => Exact

export interface CellSaving {
  /** Cost of the first state: none of the actions taken. */
  readonly base: Nano
  /** Cost of the last state: what was metered, at contracted prices. */
  readonly actual: Nano
  /** What each live action saved of the cost before it, in the order they count; negative when it cost. */
  readonly steps: readonly { readonly id: string; readonly before: Nano; readonly saved: Nano }[]
}

/** The order in which actions count, whatever order they came in. */
export function inOrder<Action extends Pick<ChainAction, 'id' | 'from'>>(actions: readonly Action[]): Action[] {
  return actions.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
}

/** `actions` are those of the cell's own resource, in order. */
export function attributeCell(cell: Cell, actions: readonly ChainAction[], priceOf: PriceOf): CellSaving {
  const live = actions.filter(({ from, until }) => from <= cell.hour && (until === null || cell.hour < until))
  const first = firstState(cell, live)
  const costOf = ({ sku, quantity, units }: State): Nano =>
    sku === cell.sku && cell.metered !== undefined
      ? shareOfNano(cell.metered + costInNano(priceOf(sku), subtractExact(quantity, cell.quantity)), units)
      : shareInNano(multiplyExact(priceOf(sku), quantity), units)
  const base = costOf(first)
  let state: State = first
  let cost = base
  const steps = live.map(({ id, change }) => {
    state = apply(change, state, cell, first.resized)
    const before = cost
    cost = costOf(state)
    return { id, before, saved: before - cost }
  })
  return { base, actual: cost, steps }
}

interface State {
  readonly sku: string
  readonly quantity: Exact
  /** Units of this state's SKU for each unit of the one that runs, as a fraction. */
  readonly units: Fraction
}

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const oneForOne: Fraction = { numerator: 1n, denominator: 1n }

function firstState(cell: Cell, live: readonly ChainAction[]): State & { resized: boolean } {
  let from: string | undefined
  let target: string | undefined
  for (const { change } of live) {
    if (change.kind !== 'rightsize') continue
    from ??= change.fromSku
    target = change.toSku
  }
  // A SKU other than our last target was chosen by the customer or the provider: none of that change is ours.
  const resized = from !== undefined && target === cell.sku
  const units = unitsBefore(live.map(({ change }) => unitsOf(change, cell, resized)))
  return { sku: (resized && from) || cell.sku, quantity: firstQuantity(cell, live), resized, units }
}

/** Units of the first state for each unit of the last, over all changes in between. */
function unitsBefore(changes: readonly Fraction[]): Fraction {
  return changes.reduce(
    (units, { numerator, denominator }) => ({
      numerator: units.numerator * numerator,
      denominator: units.denominator * denominator,
    }),
    oneForOne,
  )
}

function unitsOf(change: Change, cell: Cell, resized: boolean): Fraction {
  const shape = change.kind === 'demand' ? undefined : change.shape
  const counts = change.kind === 'mask' ? !change.isOff(cell.hour) : resized
  if (!shape || !counts) return oneForOne
  const { before, after } = shape
  const scale = Math.max(before.scale, after.scale)
  const toUnits = ({ units, scale: ownScale }: Exact) => units * 10n ** BigInt(scale - ownScale)
  return { numerator: toUnits(before), denominator: toUnits(after) }
}

/** More usage than the baseline is growth, and never counts against us; less, where nothing masks, is not our doing. */
function firstQuantity({ hour, quantity, base }: Cell, live: readonly ChainAction[]): Exact {
  if (live.some(({ change }) => change.kind === 'mask' && change.isOff(hour))) return largerExact(base, quantity)
  return live.some(({ change }) => change.kind === 'demand') ? base : quantity
}

function apply(change: Change, state: State, cell: Cell, resized: boolean): State {
  switch (change.kind) {
    case 'mask':
      return change.isOff(cell.hour)
        ? { ...state, quantity: cell.quantity }
        : { ...state, units: without(state.units, unitsOf(change, cell, resized)) }
    case 'demand':
      return { ...state, quantity: cell.quantity }
    case 'rightsize':
      return resized
        ? { ...state, sku: change.toSku, units: without(state.units, unitsOf(change, cell, resized)) }
        : state
  }
}

function shareOfNano(amount: Nano, units: Fraction): Nano {
  return shareInNano({ units: amount, scale: nanoPlaces }, units)
}

function without(units: Fraction, { numerator, denominator }: Fraction): Fraction {
  return { numerator: units.numerator * denominator, denominator: units.denominator * numerator }
}
