/** Rules about a stock that only grows share their judgement: snapshots, log storage. */
import { compare, type Decimal, divide, multiply, subtract, sum } from '@kept/domain/decimal.ts'
import type { FactWindow, MeterDay } from '@kept/domain/facts.ts'
import type { Candidate, JudgeContext, Judgement } from '../define-rule.ts'
import { beginWithCost, multiplyBy, multiplyByShare, subtractCost } from './calculation.ts'
import { dailySeries } from './daily-series.ts'
import { groupRows } from './group-rows.ts'
import { type Growth, growthOf } from './growth.ts'
import { lastBilledDay } from './last-billed-day.ts'
import { ratio } from './share.ts'
import { placeOf } from './usage-by-resource.ts'
import { money, percent } from './words.ts'

export interface StockWords {
  /** "Snapshots", at the start of a sentence. */
  what: string
  steps: string[]
}

export interface StockThresholds {
  growth: { value: number }
  rising: { value: number }
}

/** One candidate per account, service and region whose stock grew without ever being tidied. */
export function growingStock(
  rows: readonly MeterDay[],
  { window, monthly }: JudgeContext,
  thresholds: StockThresholds,
  words: StockWords,
): Judgement {
  const stocks = groupRows(rows, placeKey)
  let short = 0
  const candidates = stocks.flatMap((stock): Candidate[] => {
    const [first] = stock
    const series = dailySeries(
      stock.map(({ day, effective }) => ({ day, amount: effective })),
      lastBilledDay(rows, window),
    )
    const growth = growthOf(series)
    if (!growth) {
      short += 1
      return []
    }
    if (growth.share < thresholds.growth.value || growth.rising < thresholds.rising.value) return []
    return [candidateOf(first, stock, growth, window, monthly, words)]
  })
  const whyNot = short > 0 ? [`${short} of ${stocks.length} have less than three weeks of history.`] : []
  return { candidates, lookedAt: stocks.length, whyNot }
}

function candidateOf(
  first: MeterDay,
  stock: MeterDay[],
  growth: Growth,
  window: FactWindow,
  monthly: JudgeContext['monthly'],
  words: StockWords,
): Candidate {
  const { currency } = first
  const inWindow = stock.filter(({ day }) => day >= window.from)
  const cost = sum(inWindow.map(({ effective }) => effective))
  const overWindow = (perDay: Decimal) => multiply(perDay, String(window.days))
  const grown = overWindow(subtract(growth.now, growth.before))
  // Had retention held it at its first level, this much would not have been charged on average over the window.
  const meanPerDay = divide(cost, String(window.days), 12)
  const onAverage = overWindow(subtract(meanPerDay, growth.before))
  const low = compare(onAverage, '0') > 0 ? onAverage : '0'
  return {
    place: { ...placeOf(first), resource_id: '', resource_name: '' },
    part: words.what,
    summary: `${words.what} grew by ${percent(growth.share)} and were never tidied: from ${money(growth.before, currency)} to ${money(growth.now, currency)} a day. They cost ${monthly(cost, currency)}.`,
    cost,
    saving: [
      beginWithCost('Cost of the last week, a day', growth.now, currency),
      subtractCost('Cost had it stayed at its first level, a day', growth.before, currency),
      multiplyBy('Days in the window', String(window.days), 'days'),
      multiplyByShare('Share that retention brings back', {
        low: ratio(low, grown),
        mid: (1 + ratio(low, grown)) / 2,
        high: 1,
      }),
    ],
    confidence: 0.6,
    evidence: [
      { label: 'First week', value: money(growth.before, currency), unit: 'a day' },
      { label: 'Last week', value: money(growth.now, currency), unit: 'a day' },
      { label: 'Days on which it did not fall', value: percent(growth.rising) },
      { label: 'Resources', value: String(new Set(stock.map(({ resource_id }) => resource_id)).size) },
    ],
    steps: words.steps,
  }
}

function placeKey(row: MeterDay): string[] {
  return [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service, row.region]
}
