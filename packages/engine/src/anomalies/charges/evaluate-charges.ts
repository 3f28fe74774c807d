/**
 * Charges evaluated by their own rhythm instead of a week's: a fee or commitment by the months before, tax by what it is
 * on, and single charges by the largest that came before.
 */
import { scopeKey } from '@kept/domain/anomaly.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { epochMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { addMonths, startOfMonth } from '@kept/foundation/calendar/month.ts'
import { type Decimal, decimal, subtract, toNumber, toPlaces } from '@kept/foundation/decimal.ts'
import { expectTax } from '../../forecast/spend/expect-tax.ts'
import type { Sensitivity } from '../feedback.ts'
import type { ScopeIncident } from '../scopes/scope-incident.ts'
import { severityOf } from '../severity.ts'
import { type ChargeMonth, type ChargeScope, monthsOf } from './charge-series.ts'
import { expectMonth, offShare } from './expect-month.ts'

/** Days that must be known before a single charge is evaluated: the first bill of a kind is always the largest. */
const knownDays = 60
/** What a month's charge is divided by to be compared with a day's spend; a single one weighs more. */
const [monthlyDays, singleDays] = [30, 7]

interface ChargeOrder {
  /** The first day that is known of a provider: its bills may begin later than those of others. */
  firstDayOf(currency: string, provider: string): string
  /** The first day that is not known. */
  until: string
  sensitivities: ReadonlyMap<string, Sensitivity>
  /** A smaller difference is not reported. */
  minExcess: Decimal
  /** What the tax of a provider may be on, by day: bills differ in whether single charges and credits are taxed. */
  taxedBy(currency: string, provider: string): readonly ReadonlyMap<string, Decimal>[]
  /** What the organization usually spends a day. */
  dailyAverage(currency: string): number
}

export function evaluateCharges(all: readonly ChargeScope[], order: ChargeOrder): ScopeIncident[] {
  return all.flatMap((charges) => {
    const from = firstDayOf(charges, order)
    const [first, last] = [from.slice(0, 7), addDays(order.until, -1).slice(0, 7)]
    // The month that the bill begins in may be known in part.
    const firstComplete = from === startOfMonth(from) ? first : addMonths(first, 1)
    const months = monthsOf(charges.days, firstComplete, last)
    const evaluated = charges.isTax
      ? evaluateTax(charges, months, order)
      : months.map((month, index) => evaluateCharge(charges, month, months.slice(0, index), order))
    return months.flatMap((month, index) => {
      const news = evaluated[index]
      return news ? [incidentOf(charges, month, news, order)] : []
    })
  })
}

interface EvaluatedMonth {
  expected: number
  isSingle: boolean
}

/** Null when the month is as expected, or not known well enough. */
function evaluateCharge(
  charges: ChargeScope,
  month: ChargeMonth,
  before: readonly ChargeMonth[],
  order: ChargeOrder,
): EvaluatedMonth | null {
  const { until, minExcess } = order
  const sensitivity = sensitivityOf(charges, order)
  const expected = expectMonth(before, month.month)
  if (expected === null) return null
  const actual = toNumber(month.total)
  if (expected.isSingle) {
    const isKnown = startOfMonth(month.month) >= addDays(firstDayOf(charges, order), knownDays)
    const isLarge = Math.abs(actual) > sensitivity.share * expected.offBy * Math.abs(expected.amount)
    return isKnown && isLarge && Math.abs(actual) >= toNumber(minExcess) ? { expected: 0, isSingle: true } : null
  }
  // What has not come yet may still come in a month that is not over.
  const isOver = startOfMonth(month.month, 1) <= until
  const difference = actual - expected.amount
  if (!isOver && difference * Math.sign(expected.amount) < 0) return null
  const allowed = sensitivity.share * expected.offBy * Math.abs(expected.amount)
  return Math.abs(difference) >= toNumber(minExcess) && Math.abs(difference) > allowed
    ? { expected: expected.amount, isSingle: false }
    : null
}

/** A month's tax once the day has passed on which it is charged: off whatever it is taken to be on. */
function evaluateTax(
  charges: ChargeScope,
  months: readonly ChargeMonth[],
  order: ChargeOrder,
): (EvaluatedMonth | null)[] {
  const { share } = sensitivityOf(charges, order)
  const byBase = order.taxedBy(charges.currency, providerOf(charges)).map((taxed) => {
    const misses: number[] = []
    return months.map((month) => {
      const expected = expectedTax(charges, month.month, taxed, order)
      if (expected === null) return null
      const difference = toNumber(month.total) - expected
      const allowed = share * offShare(misses) * Math.abs(expected)
      const isOff = Math.abs(difference) >= toNumber(order.minExcess) && Math.abs(difference) > allowed
      if (!isOff && expected !== 0) misses.push(difference / expected)
      return { expected, difference, isOff }
    })
  })
  return months.map((_, index) => {
    const evaluated = byBase.flatMap((base) => base[index] ?? [])
    if (evaluated.length === 0 || evaluated.some(({ isOff }) => !isOff)) return null
    const [nearest] = evaluated.toSorted((a, b) => Math.abs(a.difference) - Math.abs(b.difference))
    return nearest ? { expected: nearest.expected, isSingle: false } : null
  })
}

/** Null when the rate is not known, or the tax is not due yet. */
function expectedTax(
  charges: ChargeScope,
  month: string,
  taxed: ReadonlyMap<string, Decimal>,
  order: ChargeOrder,
): number | null {
  const start = startOfMonth(month)
  const before = charges.days
    .filter(({ date }) => date < start)
    .map(({ date, cost }) => [at(date), toNumber(cost)] as const)
  const due = expectTax(new Map(before), {
    until: at(start),
    first: at(firstDayOf(charges, order)),
    to: at(startOfMonth(month, 1)),
    taxed: (timestamp) => toNumber(taxed.get(utcDay(timestamp)) ?? '0'),
  })
  if (due.size === 0 || [...due.keys()].some((timestamp) => timestamp >= at(order.until))) return null
  return [...due.values()].reduce((total, value) => total + value, 0)
}

function incidentOf(
  { currency, scope, days }: ChargeScope,
  { month, total, days: charged }: ChargeMonth,
  { expected: value, isSingle }: EvaluatedMonth,
  { until, dailyAverage }: ChargeOrder,
): ScopeIncident {
  const expected = decimal(toPlaces(decimal(value), 2))
  const excess = subtract(total, expected)
  const last = addDays(startOfMonth(month, 1), -1)
  const [first_day, last_day] = [charged[0]?.date ?? last, charged.at(-1)?.date ?? last]
  const shownFrom = startOfMonth(month, -2)
  return {
    currency,
    scope: [...scope],
    direction: toNumber(excess) < 0 ? 'below' : 'above',
    // A month's charge does not go on; it counts as open until its month is over.
    status: startOfMonth(month, 1) <= until ? 'over' : 'open',
    severity: severityOf(excess, isSingle ? singleDays : monthlyDays, dailyAverage(currency)),
    ...{ first_day, last_day, expected, actual: total, projected_excess: excess },
    days: days
      .filter(({ date }) => date >= shownFrom && date <= last)
      .map(({ date, cost }) => ({
        ...{ date, actual: cost, expected: null, lower: null, upper: null },
        is_anomalous: date >= first_day,
      })),
  }
}

function sensitivityOf({ currency, scope }: ChargeScope, { sensitivities }: ChargeOrder): Sensitivity {
  return sensitivities.get(scopeKey(currency, scope)) ?? { deviations: 1, share: 1 }
}

function providerOf({ scope }: ChargeScope): string {
  return scope[0]?.value ?? ''
}

function firstDayOf(charges: ChargeScope, order: ChargeOrder): string {
  return order.firstDayOf(charges.currency, providerOf(charges))
}

const at = (date: string): number => epochMs(`${date}T00:00:00Z`)
