/**
 * Machines by class of what would have happened without the action: what each would have used is drawn first, hour by
 * hour, then what it used with the action; the truth is the difference at the price of the hour. Shares no code with
 * the method.
 */
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { normal, type Random, random } from '../random.ts'

type ClassAction =
  | { kind: 'terminate' }
  | { kind: 'schedule'; offHours: readonly number[] }
  | { kind: 'rightsize'; toSku: string }

export interface CounterfactualClass {
  name: string
  /** What in the bill shows it; "" where nothing does. */
  shownBy: string
  action: ClassAction
  /** Units without the action in an hour, and with it in the hours that stay on; hours since the action, negative before. */
  units(chance: Random): {
    without(hour: number, weekHour: number): number
    withAction?(without: number, hour: number): number
  }
}

export interface ClassMachine {
  resource: string
  sku: string
  from: Hour
  actions: readonly ClassAction[]
  lines: readonly SavingsLine[]
  truth: number
}

export const classMonth: Month = '2026-09'
const prices: Record<string, number> = { large: 0.192, medium: 0.096 }
const baselineHours = 28 * 24
const monthHours = 30 * 24
const isWork = (weekHour: number) => weekHour < 120 && weekHour % 24 >= 8 && weekHour % 24 < 20
const offHours = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => !isWork(hour))

const terminate: ClassAction = { kind: 'terminate' }
const schedule: ClassAction = { kind: 'schedule', offHours }
const rightsize: ClassAction = { kind: 'rightsize', toSku: 'medium' }

/** A level whose deviations last: `memory` of each hour stays in the next. */
function correlated(chance: Random, spread: number, memory: number): (hour: number) => number {
  let deviation = spread * normal(chance)
  return () => {
    deviation = memory * deviation + spread * Math.sqrt(1 - memory * memory) * normal(chance)
    return 4 * Math.exp(deviation)
  }
}

const steady = () => ({ without: () => 4 })
const trend = (perMonth: number) => (chance: Random) => ({
  without: (hour: number) => 4 * (1 + (perMonth * hour) / monthHours) * (1 + 0.02 * normal(chance)),
})

export const counterfactualClasses: readonly CounterfactualClass[] = [
  { name: 'steady, terminated', shownBy: 'its use before', action: terminate, units: steady },
  {
    name: 'day and night, on a schedule',
    shownBy: 'its use before',
    action: schedule,
    units: (chance) => ({ without: (_, weekHour) => (isWork(weekHour) ? 4 : 2) * (1 + 0.05 * normal(chance)) }),
  },
  {
    name: 'noise that lasts hours, terminated',
    shownBy: 'its use before',
    action: terminate,
    units: (chance) => ({ without: correlated(chance, 0.2, 0.9) }),
  },
  {
    name: 'noise that lasts days, terminated',
    shownBy: 'its use before',
    action: terminate,
    units: (chance) => ({ without: correlated(chance, 0.2, 0.99) }),
  },
  {
    name: 'noise that lasts weeks, terminated',
    shownBy: 'its use before',
    action: terminate,
    units: (chance) => ({ without: correlated(chance, 0.2, 0.998) }),
  },
  { name: 'growing 20% a month, terminated', shownBy: 'its trend before', action: terminate, units: trend(0.2) },
  { name: 'shrinking 20% a month, terminated', shownBy: 'its trend before', action: terminate, units: trend(-0.2) },
  {
    name: 'growing 20% a month, on a schedule',
    shownBy: 'the hours that stay on',
    action: schedule,
    units: trend(0.2),
  },
  {
    name: 'shrinking 20% a month, on a schedule',
    shownBy: 'the hours that stay on',
    action: schedule,
    units: trend(-0.2),
  },
  { name: 'rightsized, as before', shownBy: 'its use after', action: rightsize, units: steady },
  {
    name: 'rightsized, half more units at once (rebound)',
    shownBy: 'the jump at the action',
    action: rightsize,
    units: () => ({ without: () => 4, withAction: (units) => 1.5 * units }),
  },
  {
    name: 'rightsized, 30% more units in a month (rebound)',
    shownBy: '',
    action: rightsize,
    units: () => ({ without: () => 4, withAction: (units, hour) => units * (1 + (0.3 * hour) / monthHours) }),
  },
  {
    name: 'on a schedule, 40% more in the hours that stay on (rebound)',
    shownBy: 'the jump at the action',
    action: schedule,
    units: () => ({ without: () => 4, withAction: (units) => 1.4 * units }),
  },
  {
    name: 'removed anyway, 60 days later on average',
    shownBy: '',
    action: terminate,
    units: (chance) => {
      const end = -60 * 24 * Math.log(1 - chance.next())
      return { without: (hour) => (hour < end ? 4 : 0) }
    },
  },
  {
    name: 'a season that ends: 30% less after two weeks',
    shownBy: '',
    action: terminate,
    units: () => ({ without: (hour) => (hour < 14 * 24 ? 4 : 2.8) }),
  },
]

/** One machine of a class; the action is taken in the first days of the month. */
export function classMachine({ name, action, units }: CounterfactualClass, index: number): ClassMachine {
  const chance = random(`counterfactual ${name} ${index}`)
  const month = hoursOfMonth(classMonth)
  const from = month.from + chance.integer(0, 5) * 24 + chance.integer(0, 23)
  const { without, withAction } = units(chance)
  const resource = `machine-${index}`
  const lines: SavingsLine[] = []
  let truth = 0
  for (let hour = month.from - baselineHours; hour < month.to; hour += 1) {
    const weekHour = (hour + 72) % 168
    const expected = Math.max(0, without(hour - from, weekHour))
    const isAfter = hour >= from
    const isOff =
      isAfter && (action.kind === 'terminate' || (action.kind === 'schedule' && action.offHours.includes(weekHour)))
    const used = isOff ? 0 : isAfter && withAction ? withAction(expected, hour - from) : expected
    const sku = isAfter && action.kind === 'rightsize' ? action.toSku : 'large'
    if (isAfter) truth += expected * (prices.large ?? 0) - used * (prices[sku] ?? 0)
    if (used > 0) lines.push(lineOf(resource, sku, hour, used))
  }
  return { resource, sku: 'large', from, actions: [action], lines, truth }
}

function lineOf(resource: string, sku: string, hour: Hour, used: number): SavingsLine {
  const price = prices[sku] ?? 0
  const cost = (used * price).toFixed(12)
  return {
    ...{ resource, hour, hours: 1, sku, quantity: used.toFixed(4), price: price.toFixed(8) },
    ...{ contracted: cost, effective: cost, commitment: null, status: null, correction: false },
  }
}
