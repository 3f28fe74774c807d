/**
 * Small fleets with known savings: what every machine would have used without us, hour by hour, is generated first;
 * what it used with us is derived from that. The true saving is the difference at the price of the hour, and nothing
 * else: not the provider's price cuts, not the customer's own changes, not replacements.
 */
import type { Month } from '@kept/domain/hour.ts'
import type { PriceSeen, SavingsLine } from '@kept/domain/saving.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { type Random, random } from '../random.ts'

type TruthAction =
  | { readonly kind: 'terminate' }
  | { readonly kind: 'schedule'; readonly offHours: readonly number[] }
  | { readonly kind: 'rightsize'; readonly toSku: string }

export interface TruthMachine {
  readonly resource: string
  readonly sku: string
  readonly from: Hour
  readonly actions: readonly TruthAction[]
  /** From four weeks before the action's month on. */
  readonly lines: readonly SavingsLine[]
  /** The true saving, as a float: only for evaluating a method, never shown as money. */
  readonly truth: number
}

export interface TruthWorld {
  readonly month: Month
  readonly machines: readonly TruthMachine[]
  /** What our commitments really saved. */
  readonly rateTruth: number
  readonly commitment: string
  readonly truth: number
  /** The provider's price list at the price cut, if there was one. */
  readonly notices: readonly PriceSeen[]
}

const baselineHours = 28 * 24
const machineCount = 12
const smaller = { large: 'medium', medium: 'small' } as const
const months = ['2026-03', '2026-06', '2026-09', '2026-11'] as const
/** The commitment pays for medium machines at this share of their price. */
const committedShare = 0.65

export function truthWorld(seed: number): TruthWorld {
  const chance = random(`savings truth ${seed}`)
  const month = chance.pick(months)
  const { from, to } = hoursOfMonth(month)
  const cutAt = chance.chance(0.5) ? chance.integer(from - baselineHours, to) : Number.POSITIVE_INFINITY
  const cut = 1 - chance.integer(3, 20) / 100
  const priceAt = (sku: string, hour: Hour) => listPrices[sku as keyof typeof listPrices] * (hour >= cutAt ? cut : 1)
  const context: Context = { from, to, priceAt, commitment: `sp-${seed}`, isCommitted: chance.chance(0.5) }
  const machines = Array.from({ length: machineCount }, (_, index) =>
    makeMachine(chance.fork(`machine ${index}`), index, context),
  )
  const rateTruth = machines
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.status === 'Used' ? Number(line.contracted) - Number(line.effective) : 0), 0)
  const truth = machines.reduce((sum, machine) => sum + machine.truth, rateTruth)
  const notices = Number.isFinite(cutAt)
    ? Object.keys(listPrices).map((sku) => ({ sku, hour: cutAt, price: text(priceAt(sku, cutAt), 8) }))
    : []
  return { month, machines, rateTruth, commitment: context.commitment, truth, notices }
}

const listPrices = { large: 0.192, medium: 0.096, small: 0.048 }

interface Context {
  from: Hour
  to: Hour
  priceAt(sku: string, hour: Hour): number
  commitment: string
  isCommitted: boolean
}

function makeMachine(chance: Random, index: number, context: Context): TruthMachine {
  const resource = `machine-${index}`
  const sku = chance.pick(['large', 'medium'] as const)
  const from = context.from + chance.integer(0, 15) * 24 + chance.integer(0, 23)
  const actions = chooseActions(chance, sku)
  const without = usageWithoutUs(
    chance,
    context,
    actions.some(({ kind }) => kind === 'terminate'),
  )
  const isBack = actions.some(({ kind }) => kind === 'terminate') && chance.chance(0.1)
  const backAt = isBack ? from + chance.integer(15, 20) * 24 : Number.POSITIVE_INFINITY
  const offHours = new Set(actions.flatMap((action) => (action.kind === 'schedule' ? action.offHours : [])))
  const target = actions.flatMap((action) => (action.kind === 'rightsize' ? action.toSku : []))[0]
  const isGone = actions.some(({ kind }) => kind === 'terminate')
  const lines: SavingsLine[] = []
  let truth = 0
  for (let hour = context.from - baselineHours; hour < context.to; hour += 1) {
    const expectedUse = without(hour)
    const isOurs = hour >= from
    const isMasked = isOurs && ((isGone && hour < backAt) || (offHours.has(hourOfWeek(hour)) && !chance.chance(0.01)))
    const used = isMasked ? 0 : expectedUse
    const runs = isOurs && target ? target : sku
    if (isOurs) truth += expectedUse * context.priceAt(sku, hour) - used * context.priceAt(runs, hour)
    if (used > 0) lines.push(lineOf(resource, runs, hour, used, context, isOurs))
  }
  return { resource, sku, from, actions, lines, truth }
}

function chooseActions(chance: Random, sku: 'large' | 'medium'): TruthAction[] {
  const schedule: TruthAction = {
    kind: 'schedule',
    offHours: Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => !isWork(hour)),
  }
  const rightsize: TruthAction = { kind: 'rightsize', toSku: smaller[sku] }
  return chance.pick<TruthAction[]>([[], [{ kind: 'terminate' }], [schedule], [rightsize], [schedule, rightsize]])
}

/**
 * What the customer would have used: constant or by the hour of the day, with trend, noise and own changes. A
 * terminated machine would have stayed unchanged, since it was forgotten.
 */
function usageWithoutUs(chance: Random, { from, to }: Context, isForgotten: boolean): (hour: Hour) => number {
  const shape = chance.pick(['steady', 'steady', 'office', 'busy'] as const)
  const units = chance.integer(1, 4)
  const trend = chance.chance(0.3) ? chance.integer(-6, 10) / 100 / 28 / 24 : 0
  const noise = shape === 'busy' ? chance.integer(2, 10) / 100 : 0
  const changesAt = !isForgotten && chance.chance(0.25) ? chance.integer(from, to) : Number.POSITIVE_INFINITY
  const change = chance.chance(0.5) ? 2 : 0.5
  return (hour) => {
    const byShape =
      shape === 'office'
        ? isWork(hourOfWeek(hour))
          ? 1
          : 0
        : shape === 'busy'
          ? 0.7 + 0.3 * Math.sin((hour % 24) / 3.8)
          : 1
    const grown = units * byShape * (shape === 'busy' ? 1 + trend * (hour - from) : 1)
    const quantity = grown * (hour >= changesAt ? change : 1) * (1 + noise * (chance.next() * 2 - 1))
    return Math.max(0, Math.round(quantity * 1e4) / 1e4)
  }
}

function lineOf(
  resource: string,
  sku: string,
  hour: Hour,
  used: number,
  context: Context,
  isOurs: boolean,
): SavingsLine {
  const price = context.priceAt(sku, hour)
  const isCovered = context.isCommitted && isOurs && sku === 'medium'
  const contracted = text(used * price, 12)
  return {
    ...{ resource, hour, hours: 1, sku, quantity: text(used, 4), price: text(price, 8), contracted },
    effective: isCovered ? text(used * price * committedShare, 12) : contracted,
    commitment: isCovered ? context.commitment : null,
    status: isCovered ? 'Used' : null,
    correction: false,
  }
}

function text(value: number, decimalPlaces: number): Decimal {
  return value.toFixed(decimalPlaces)
}

/** 0 is Monday's first hour; 1970 began on a Thursday. */
function hourOfWeek(hour: Hour): number {
  return (hour + 72) % 168
}

function isWork(hourOfTheWeek: number): boolean {
  return hourOfTheWeek < 120 && hourOfTheWeek % 24 >= 8 && hourOfTheWeek % 24 < 20
}
