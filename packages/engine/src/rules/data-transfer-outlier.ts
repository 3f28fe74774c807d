import { compare, type Decimal, divide, larger, multiply, subtract, sum } from '@kept/domain/decimal.ts'
import type { FactWindow } from '@kept/domain/facts.ts'
import { median } from '../maths/quantile.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare, subtractCost } from './reading/calculation.ts'
import { type DailySeries, dailySeries } from './reading/daily-series.ts'
import { groupRows } from './reading/group-rows.ts'
import { lastBilledDay } from './reading/last-billed-day.ts'
import { ratio, share } from './reading/share.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { departureFromTrend } from './reading/usual.ts'
import { money, nameOf } from './reading/words.ts'

const transfer =
  /DataTransfer-(?:Out|Regional|xAZ)|-Out-Bytes|AWS-Out-Bytes|data transfer out|Data Transfer Out|Internet (?:Egress|Data Transfer)|(?:Inter|Geographic).*Data Transfer|Network (?:Inter|Internet).*(?:Egress|Data Transfer)|Outbound Data Transfer/i

const thresholds = {
  recent: { words: 'Days that are compared', value: 7, unit: 'days', source: 'Kept: a whole week' },
  history: {
    words: 'Days before them',
    value: 14,
    unit: 'days',
    source: 'Kept: two weeks, as AWS Compute Optimizer looks back',
  },
  times: {
    words: 'Against the days before',
    value: 3,
    unit: 'times',
    source: 'Kept: traffic doubles with success, it seldom triples',
  },
  deviations: { words: 'Above the trend, in robust deviations', value: 6, unit: 'deviations', source: 'Kept' },
  amount: { words: 'Least excess worth a look', value: 1, unit: 'of the currency a day', source: 'Kept' },
} as const

/** A day half above the usual belongs to the rise; less is the usual up and down. */
const risenAt = 1.5

/** A resource that suddenly sends several times what it used to. */
export const dataTransferOutlier = defineRule({
  id: 'data-transfer-outlier',
  title: 'Data transfer far above the usual',
  explains:
    'Sending data out of a region or a cloud is charged by the gigabyte. One resource began to send several times what it sent before: a backup on the wrong route, a leaking download, a copy in a loop.',
  noun: { one: 'sender', many: 'senders' },
  appliesTo: ['aws', 'azure', 'gcp', 'oci'],
  needs: ['meter_day'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ meter_day }, { window }) {
    const rows = meter_day.filter(({ meter, description }) => transfer.test(`${meter} ${description}`))
    const senders = groupRows(rows, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
      row.service,
      row.region,
      row.resource_id,
    ])
    const lastDay = lastBilledDay(rows, window)
    let short = 0
    const candidates = senders.flatMap((sender): Candidate[] => {
      const series = dailySeries(
        sender.map(({ day, effective }) => ({ day, amount: effective })),
        lastDay,
      )
      const departure = departureFromTrend(series.values, thresholds.recent.value, thresholds.history.value)
      if (!departure) {
        short += 1
        return []
      }
      const { excess, deviations } = departure
      const before = Math.max(departure.byTrend, median(series.values.slice(0, -thresholds.recent.value)))
      if (excess < thresholds.amount.value || departure.recent < thresholds.times.value * before) return []
      if (deviations < thresholds.deviations.value) return []
      if (departure.together < thresholds.times.value * departure.ordinarilyTogether) return []
      const [first] = sender
      const { cost, paid, ahead, risenCost, risenDays } = excessOf(series, before, window)
      const highShare = compare(paid, '0') > 0 ? Math.max(1, ratio(ahead, paid)) : 1
      const inDay = (value: number) => money(share('1', value), first.currency)
      return [
        {
          place: placeOf(first),
          part: 'data transfer',
          summary: `${nameOf(first)} sends for ${inDay(departure.recent)} a day instead of ${inDay(before)}: ${money(paid, first.currency)} more than usual so far.`,
          cost,
          saving: [
            beginWithCost('Cost of the days that rose', risenCost, first.currency),
            subtractCost(
              `Usual cost of as many days (${risenDays} at ${inDay(before)})`,
              multiply(share('1', before), String(risenDays)),
              first.currency,
            ),
            multiplyByShare('Range of the estimate', { low: 0, mid: 1, high: highShare }),
          ],
          confidence: 0.7,
          evidence: [
            { label: 'Median day of the last week', value: inDay(departure.recent) },
            { label: 'Before', value: inDay(before) },
            { label: 'In robust deviations', value: deviations.toFixed(1) },
            {
              label: 'Meters',
              value: [...new Set(sender.map((row) => row.meter || row.description))].slice(0, 3).join(', '),
            },
          ],
          steps: [
            'Find what changed on the first day of the rise: a deployment, a backup target, a new consumer.',
            'Read an hour of flow logs for the address it sends to.',
            'Keep the traffic in its region, compress it, or put a cache in front of it.',
          ],
        },
      ]
    })
    const whyNot = short > 0 ? [`${short} of ${senders.length} senders have less than three weeks of history.`] : []
    return { candidates, lookedAt: senders.length, whyNot }
  },
})

interface Excess {
  /** What it sent for in the window. */
  cost: Decimal
  /** Of it, what lies above the usual on the days that rose. */
  paid: Decimal
  risenCost: Decimal
  risenDays: number
  /** What a whole window of days like the last week would have above the usual. */
  ahead: Decimal
}

function excessOf({ days, amounts, values }: DailySeries, before: number, window: FactWindow): Excess {
  const usual = share('1', before)
  const paid = amounts.filter((_, i) => (days[i] ?? '') >= window.from && (values[i] ?? 0) > risenAt * before)
  const recent = amounts.slice(-thresholds.recent.value)
  return {
    cost: sum(amounts.filter((_, i) => (days[i] ?? '') >= window.from)),
    paid: larger(subtract(sum(paid), multiply(usual, String(paid.length))), '0'),
    risenCost: sum(paid),
    risenDays: paid.length,
    ahead: multiply(larger(subtract(divide(sum(recent), String(recent.length), 12), usual), '0'), String(window.days)),
  }
}
