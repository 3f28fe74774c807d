/**
 * The executive's one sentence, said from the figures: what was spent, how that compares with the forecast made as the
 * period began, and what of it the ledger verified and left with the customer. What is not known is said, never guessed.
 */
import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import { absolute, compare, isNegative, negate } from '@kept/domain/decimal.ts'
import { addDays, formatDayShort, inWindow, startOfMonth } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatPercent } from '@kept/ui/format/share.ts'
import { changePercent } from '../../spend/change.ts'
import type { Part } from './sentence-part.ts'
import { sayVerified, verifiedIn } from './verified-savings.ts'

export interface Standing {
  overview: Overview
  currency: string
  /** Undefined: it could not be loaded. */
  past: readonly PastForecast[] | undefined
  savings: SavingsSummary | undefined
}

/** Null while nothing was billed in this currency. */
export function saySentence(standing: Standing): Part[] | null {
  const { overview, currency, past, savings } = standing
  const shown = overview.currencies.find((one) => one.currency === currency)
  const { from, to } = overview
  if (!shown || from === null || to === null) return null
  return [
    ...saySpent(shown.effective, currency, { from, to, last: overview.last_day ?? addDays(to, -1) }),
    ...sayForecast(shown, past, to),
    ...sayVerified(savings && verifiedIn(savings, { currency, from, to }), currency),
    { words: '.' },
    ...sayOthers(overview, currency),
  ]
}

interface Days {
  from: string
  to: string
  /** The last day of any bill. */
  last: string
}

function saySpent(amount: string, currency: string, { from, to, last }: Days): Part[] {
  const figure: Part = { words: formatMoney(absolute(amount), currency), evidence: 'spend' }
  const running = to > addDays(last, 1)
  const days = running ? `so far ${soFarIn(from, to, last)}` : inWindow(from, to)
  if (!isNegative(amount)) return [{ words: 'You spent ' }, figure, { words: ` ${days}` }]
  return [{ words: 'You were credited ' }, figure, { words: ` more than you spent ${days}` }]
}

/** A month that is running is named; other days end with the last one billed. */
function soFarIn(from: string, to: string, last: string): string {
  const isMonth = from === startOfMonth(from) && to === startOfMonth(from, 1)
  return isMonth || last < from ? inWindow(from, to) : inWindow(from, addDays(last, 1))
}

function sayForecast(shown: Overview['currencies'][number], past: Standing['past'], to: string): Part[] {
  if (past === undefined) return [{ words: '; its forecast could not be loaded' }]
  const one = past.find(({ currency }) => currency === shown.currency)
  if (!one) return [{ words: '; it is held against no forecast before a day is over' }]
  if (!one.forecast) return [{ words: `; ${whyNoForecast(one)}` }]
  const { point, band80 } = one.forecast
  // Of a day that is not over the bill is not written to its end.
  const through =
    compare(shown.effective, one.actual) !== 0 && one.to < to ? ` through ${formatDayShort(addDays(one.to, -1))}` : ''
  const percent = isNegative(point) ? null : changePercent(one.actual, point)
  if (percent === null) {
    return [
      { words: ', against ' },
      { words: `a forecast of ${formatMoney(point, shown.currency)}`, evidence: 'forecast' },
      { words: through },
    ]
  }
  const beyond = compare(one.actual, band80.upper) === 1
  return [
    { words: ', ' },
    { words: awayFrom(percent), evidence: 'forecast', ...(beyond && { tone: 'leak' as const }) },
    { words: through },
  ]
}

function awayFrom(percent: number): string {
  if (Math.abs(percent) < 0.05) return 'exactly as forecast'
  return `${formatPercent(Math.abs(percent))} ${percent < 0 ? 'under' : 'over'} forecast`
}

export function whyNoForecast({ known_days: known, needed_days: needed }: PastForecast): string {
  if (known === 0) return 'nothing was billed before it to make a forecast from'
  if (known < needed) return 'too few days were billed before it to make a forecast'
  return 'the days before it are too irregular to make a forecast'
}

/** Other currencies are named, never added. */
function sayOthers({ currencies }: Overview, currency: string): Part[] {
  const others = currencies.filter((one) => one.currency !== currency)
  if (others.length === 0) return []
  const list = new Intl.ListFormat('en-US', { type: 'conjunction' }).formatToParts(others.map((one) => one.currency))
  const amounts = list.map(({ type, value }): Part => {
    const other = type === 'element' && others.find((one) => one.currency === value)
    return other ? { words: sayAmount(other.effective, value), evidence: 'other', currency: value } : { words: value }
  })
  return [{ words: ' Beside it, ' }, ...amounts, { words: '.' }]
}

const sayAmount = (amount: string, currency: string) =>
  isNegative(amount) ? `a credit of ${formatMoney(negate(amount), currency)}` : formatMoney(amount, currency)
