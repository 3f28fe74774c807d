/**
 * Composes the executive sentence: spend, the difference from the original forecast, verified savings, and the share
 * the customer keeps. Missing data is named, never guessed.
 */
import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { absolute, compare, isNegative, isZero, negate, subtract, sum } from '@kept/foundation/decimal.ts'
import { formatDayShort, inWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { changePercent } from '../../spend/change.ts'
import type { Part } from './sentence-part.ts'
import { describeVerifiedSavings, verifiedIn } from './verified-savings.ts'

export interface DashboardSummary {
  overview: Overview
  currency: string
  /** Undefined when it could not be loaded. */
  past: readonly PastForecast[] | undefined
  savings: SavingsSummary | undefined
}

/** Returns the parts of the sentence, or null when nothing was billed in this currency. */
export function composeSentence(summary: DashboardSummary): Part[] | null {
  const { overview, currency, past, savings } = summary
  const currencyOverview = overview.currencies.find((entry) => entry.currency === currency)
  const { start_date: from, end_date: to } = overview
  if (!currencyOverview || from === null || to === null) return null
  return [
    ...describeSpend(currencyOverview.effective, currency, { from, to, last: overview.last_day ?? addDays(to, -1) }),
    ...describeForecast(currencyOverview, past, to),
    { text: '. ' },
    ...describeVerifiedSavings(savings && verifiedIn(savings, { currency, from, to }), currency),
    { text: '.' },
    ...describeOtherCurrencies(overview, currency),
  ]
}

interface Days {
  from: string
  to: string
  /** The last billed day. */
  last: string
}

function describeSpend(amount: string, currency: string, { from, to, last }: Days): Part[] {
  const figure: Part = { text: formatMoney(absolute(amount), currency), evidence: 'spend' }
  const running = to > addDays(last, 1)
  const days = running ? `so far ${soFarIn(from, to, last)}` : inWindow(from, to)
  if (!isNegative(amount)) return [{ text: 'You spent ' }, figure, { text: ` ${days}` }]
  return [{ text: 'You were credited ' }, figure, { text: ` more than you spent ${days}` }]
}

/** The current month by its name; other periods end with the last billed day. */
function soFarIn(from: string, to: string, last: string): string {
  const isMonth = from === startOfMonth(from) && to === startOfMonth(from, 1)
  return isMonth || last < from ? inWindow(from, to) : inWindow(from, addDays(last, 1))
}

function describeForecast(
  currencyOverview: Overview['currencies'][number],
  past: DashboardSummary['past'],
  to: string,
): Part[] {
  if (past === undefined) return [{ text: '. The forecast could not be loaded' }]
  const pastForecast = past.find(({ currency }) => currency === currencyOverview.currency)
  if (!pastForecast) return [{ text: '. The forecast comparison starts after the first full day' }]
  if (!pastForecast.forecast) return [{ text: `. ${forecastUnavailableReason(pastForecast)}` }]
  const { actual, point, without } = comparable(pastForecast.actual, pastForecast.forecast)
  // The bill of a day that is not over is incomplete.
  const throughText =
    compare(currencyOverview.effective, pastForecast.actual) !== 0 && pastForecast.end_date < to
      ? ` through ${formatDayShort(addDays(pastForecast.end_date, -1))}`
      : ''
  const percent = isNegative(point) ? null : changePercent(actual, point)
  if (percent === null) {
    return [
      { text: ', against ' },
      {
        text: `a forecast of ${formatMoney(pastForecast.forecast.point, currencyOverview.currency)}`,
        evidence: 'forecast',
      },
      { text: throughText },
    ]
  }
  const beyond = isBeyond(pastForecast.actual, pastForecast.forecast)
  return [
    { text: ', ' },
    { text: describeDifference(percent), evidence: 'forecast', ...(beyond && { tone: 'leak' as const }) },
    { text: `${without}${throughText}` },
  ]
}

type MadeForecast = NonNullable<PastForecast['forecast']>

/** Tax follows other charges, and one-time charges are not forecast: what is left is compared, like with like. */
function comparable(actual: string, { point, kinds }: MadeForecast) {
  const apart = (kind: MadeForecast['kinds'][number]) => kind.kind === 'tax' || kind.kind === 'one_time'
  const compared = kinds.filter((kind) => !apart(kind))
  const named = kinds.filter((kind) => apart(kind) && !(isZero(kind.actual) && isZero(kind.point)))
  if (named.length === 0) return { actual, point, without: '' }
  const names = named.map(({ kind }) => (kind === 'tax' ? 'tax' : 'one-time charges'))
  return {
    actual: sum(compared.map((kind) => kind.actual)),
    point: sum(compared.map((kind) => kind.point)),
    without: ` without ${names.join(' and ')}`,
  }
}

/** Above the likely range, one-time charges apart: no forecast is made of them. */
function isBeyond(actual: string, { band80, kinds }: MadeForecast): boolean {
  const oneTime = sum(kinds.flatMap((kind) => (kind.kind === 'one_time' ? [kind.actual] : [])))
  return compare(subtract(actual, oneTime), band80.upper) === 1
}

function describeDifference(percent: number): string {
  if (Math.abs(percent) < 0.05) return 'exactly as forecast'
  return `${formatPercent(Math.abs(percent))} ${percent < 0 ? 'under' : 'over'} forecast`
}

export function forecastUnavailableReason({ known_days: knownDays, needed_days: needed }: PastForecast): string {
  if (knownDays === 0) return 'No bills before this period, so there is no forecast'
  if (knownDays < needed) return 'Too few billed days before this period for a forecast'
  return 'Spending before this period is too irregular for a forecast'
}

/** Lists other currencies separately: currencies are never added. */
function describeOtherCurrencies({ currencies }: Overview, currency: string): Part[] {
  const otherCurrencies = currencies.filter((entry) => entry.currency !== currency)
  if (otherCurrencies.length === 0) return []
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).formatToParts(
    otherCurrencies.map((entry) => entry.currency),
  )
  const amounts = list.map(({ type, value }): Part => {
    const other = type === 'element' && otherCurrencies.find((entry) => entry.currency === value)
    return other ? { text: formatAmount(other.effective, value), evidence: 'other', currency: value } : { text: value }
  })
  return [{ text: ' Plus ' }, ...amounts, { text: '.' }]
}

const formatAmount = (amount: string, currency: string) =>
  isNegative(amount) ? `a credit of ${formatMoney(negate(amount), currency)}` : formatMoney(amount, currency)
