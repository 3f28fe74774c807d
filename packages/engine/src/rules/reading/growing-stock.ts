/** The evaluation shared by rules about a stock that only grows: snapshots, log storage. */
import type { FactWindow, MeterDay } from '@kept/domain/facts.ts'
import { compare, type Decimal, divide, multiply, subtract, sum } from '@kept/foundation/decimal.ts'
import type { Candidate, EvaluationContext, RuleResult } from '../define-rule.ts'
import { beginWithCost, multiplyBy, multiplyByShare, subtractCost } from './calculation.ts'
import { dailySeries } from './daily-series.ts'
import { groupRows } from './group-rows.ts'
import { type Growth, growthOf } from './growth.ts'
import { money, percent } from './labels.ts'
import { lastBilledDay } from './last-billed-day.ts'
import { ratio } from './share.ts'
import { locationOf } from './usage-by-resource.ts'

interface StockLabels {
  /** "Snapshots", at the start of a sentence. */
  subject: string
  steps: string[]
}

interface StockThresholds {
  growth: { value: number }
  rising: { value: number }
}

/** One candidate per account, service and region whose stock grew without ever being tidied. */
export function growingStock(
  rows: readonly MeterDay[],
  { window, monthly }: EvaluationContext,
  thresholds: StockThresholds,
  labels: StockLabels,
): RuleResult {
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
    return [candidateOf(first, stock, growth, window, monthly, labels)]
  })
  const skipReasons = short > 0 ? [`Needs 21 days of history (${short} of ${stocks.length} have less).`] : []
  return { candidates, evaluatedCount: stocks.length, skipReasons }
}

function candidateOf(
  first: MeterDay,
  stock: MeterDay[],
  growth: Growth,
  window: FactWindow,
  monthly: EvaluationContext['monthly'],
  labels: StockLabels,
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
    location: { ...locationOf(first), resource_id: '', resource_name: '' },
    part: labels.subject,
    summary: `${labels.subject} grew ${percent(growth.share)}, from ${money(growth.before, currency)} to ${money(growth.now, currency)} a day, and cost ${monthly(cost, currency)}.`,
    cost,
    saving: [
      beginWithCost('Daily cost, last week', growth.now, currency),
      subtractCost('Daily cost at the first week’s level', growth.before, currency),
      multiplyBy('Days in the window', String(window.days), 'days'),
      multiplyByShare('Share saved with a retention period', {
        low: ratio(low, grown),
        mid: (1 + ratio(low, grown)) / 2,
        high: 1,
      }),
    ],
    confidence: 0.6,
    evidence: [
      { label: 'First week', value: money(growth.before, currency), unit: 'a day' },
      { label: 'Last week', value: money(growth.now, currency), unit: 'a day' },
      { label: 'Days without a decrease', value: percent(growth.rising) },
      { label: 'Resources', value: String(new Set(stock.map(({ resource_id }) => resource_id)).size) },
    ],
    steps: labels.steps,
  }
}

function placeKey(row: MeterDay): string[] {
  return [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service, row.region]
}
