import type { FactWindow, MeterDay } from '@kept/domain/facts.ts'
import { compare, type Decimal, divide, larger, multiply, subtract, sum } from '@kept/foundation/decimal.ts'
import { median } from '../maths/quantile.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { departureFromTrend } from './reading/baseline-window.ts'
import { beginWithCost, multiplyByShare, subtractCost } from './reading/calculation.ts'
import { type DailySeries, dailySeries } from './reading/daily-series.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, nameOf } from './reading/labels.ts'
import { lastBilledDay } from './reading/last-billed-day.ts'
import { ratio, share } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const transfer =
  /DataTransfer-(?:Out|Regional|xAZ)|-Out-Bytes|AWS-Out-Bytes|data transfer out|Data Transfer Out|Internet (?:Egress|Data Transfer)|(?:Inter|Geographic).*Data Transfer|Network (?:Inter|Internet).*(?:Egress|Data Transfer)|Outbound Data Transfer/i

const thresholds = {
  recent: { label: 'Days compared', value: 7, unit: 'days', source: 'Kept: a full week' },
  history: {
    label: 'Days before, for the trend',
    value: 14,
    unit: 'days',
    source: 'Kept: two weeks, like AWS Compute Optimizer',
  },
  times: {
    label: 'Increase over the days before',
    value: 3,
    unit: 'times',
    source: 'Kept: organic growth doubles traffic but rarely triples it',
  },
  deviations: { label: 'Distance from the trend, in robust deviations', value: 6, unit: 'deviations', source: 'Kept' },
  amount: { label: 'Minimum extra cost', value: 1, unit: 'currency units a day', source: 'Kept' },
} as const

/** A day half above the usual belongs to the rise; less is the usual up and down. */
const risenAt = 1.5

/** A resource that suddenly sends several times what it used to. */
export const dataTransferOutlier = defineRule({
  id: 'data-transfer-outlier',
  title: 'Unusual data transfer',
  description:
    'Data sent out of a region or a cloud is billed per gigabyte. This resource now sends several times as much as before. Typical causes are a misrouted backup, a public download, or a repeated copy.',
  noun: { singular: 'sender', plural: 'senders' },
  providers: ['aws', 'azure', 'gcp', 'oci'],
  needs: ['meter_day'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ meter_day }, { window }) {
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
      const before = Math.max(departure.byTrend, median(series.values.slice(0, -thresholds.recent.value)))
      if (!isOutlier(departure, before)) return []
      return [candidateOf(sender, { departure, before, excess: excessOf(series, before, window) })]
    })
    const skipReasons = short > 0 ? [`Needs 21 days of history (${short} of ${senders.length} senders have less).`] : []
    return { candidates, evaluatedCount: senders.length, skipReasons }
  },
})

type Departure = NonNullable<ReturnType<typeof departureFromTrend>>

function isOutlier({ excess, recent, deviations, recentTotal, typicalTotal }: Departure, before: number): boolean {
  return !(
    excess < thresholds.amount.value ||
    recent < thresholds.times.value * before ||
    deviations < thresholds.deviations.value ||
    recentTotal < thresholds.times.value * typicalTotal
  )
}

function candidateOf(
  sender: readonly [MeterDay, ...MeterDay[]],
  { departure, before, excess }: { departure: Departure; before: number; excess: Excess },
): Candidate {
  const [first] = sender
  const { cost, paid, ahead, risenCost, risenDays } = excess
  const { deviations } = departure
  const highShare = compare(paid, '0') > 0 ? Math.max(1, ratio(ahead, paid)) : 1
  const inDay = (value: number) => money(share('1', value), first.currency)
  return {
    location: locationOf(first),
    part: 'data transfer',
    summary: `${nameOf(first)} spends ${inDay(departure.recent)} a day on data transfer, up from ${inDay(before)}: ${money(paid, first.currency)} extra so far.`,
    cost,
    saving: [
      beginWithCost('Cost of the days with extra traffic', risenCost, first.currency),
      subtractCost(
        `Baseline cost of the same days (${risenDays} at ${inDay(before)})`,
        multiply(share('1', before), String(risenDays)),
        first.currency,
      ),
      multiplyByShare('Estimate range', { low: 0, mid: 1, high: highShare }),
    ],
    confidence: 0.7,
    evidence: [
      { label: 'Median day, last week', value: inDay(departure.recent) },
      { label: 'Median day before', value: inDay(before) },
      { label: 'Robust deviations', value: deviations.toFixed(1) },
      {
        label: 'Meters',
        value: [...new Set(sender.map((row) => row.meter || row.description))].slice(0, 3).join(', '),
      },
    ],
    steps: [
      'Find what changed on the first day of the increase: a deployment, a backup target, or a new consumer.',
      'Check an hour of flow logs for the destination address.',
      'Keep the traffic in its region, compress it, or add a cache.',
    ],
  }
}

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
  const baseline = share('1', before)
  const paid = amounts.filter((_, i) => (days[i] ?? '') >= window.from && (values[i] ?? 0) > risenAt * before)
  const recent = amounts.slice(-thresholds.recent.value)
  return {
    cost: sum(amounts.filter((_, i) => (days[i] ?? '') >= window.from)),
    paid: larger(subtract(sum(paid), multiply(baseline, String(paid.length))), '0'),
    risenCost: sum(paid),
    risenDays: paid.length,
    ahead: multiply(
      larger(subtract(divide(sum(recent), String(recent.length), 12), baseline), '0'),
      String(window.days),
    ),
  }
}
