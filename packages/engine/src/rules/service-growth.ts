import type { ServiceDay } from '@kept/domain/facts.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { departureFromTrend } from './reading/baseline-window.ts'
import { dailySeries } from './reading/daily-series.ts'
import { groupRows } from './reading/group-rows.ts'
import { money, percent } from './reading/labels.ts'
import { lastBilledDay } from './reading/last-billed-day.ts'
import { serviceKey } from './reading/service-key.ts'
import { share } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  recent: {
    label: 'Days compared',
    value: 7,
    unit: 'days',
    source: 'Kept: a full week, so weekends count the same',
  },
  history: {
    label: 'Days before, for the trend',
    value: 21,
    unit: 'days',
    source: 'Kept: 21 days; Azure cost anomalies use 60 days, AWS Cost Anomaly Detection 10',
  },
  growth: {
    label: 'Increase over the trend',
    value: 0.5,
    unit: 'of the trend',
    source: 'DropInFinOps: more than 1.5 times on 4 of 7 days',
  },
  deviations: {
    label: 'Distance from the trend, in robust deviations',
    value: 4,
    unit: 'deviations',
    source: 'Kept: three sigma, plus one because many services are checked',
  },
  week: {
    label: 'The week vs. the most expensive typical week before',
    value: 1.2,
    unit: 'times',
    source: 'Kept: recurring peaks have had such weeks before',
  },
  amount: {
    label: 'Minimum growth',
    value: 5,
    unit: 'currency units a day',
    source: 'Vantage: anomalies from $5 a day',
  },
} as const

/** A service whose cost left its trend. */
export const serviceGrowth = defineRule({
  id: 'service-growth',
  title: 'Unusual cost growth',
  description:
    'The last week cost far more than the trend of the weeks before. A single unusual day does not trigger this. Growth can be intended, so savings are not estimated.',
  noun: { singular: 'service', plural: 'services' },
  providers: ['any'],
  needs: ['service_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ service_day }, { window }) {
    const services = groupRows(service_day, serviceKey)
    const firstDays = firstDayOfAccounts(service_day)
    const lastDay = lastBilledDay(service_day, window)
    let short = 0
    const candidates = services.flatMap((rows): Candidate[] => {
      const series = dailySeries(
        rows.map(({ day, effective }) => ({ day, amount: effective })),
        lastDay,
        firstDays.get(rows[0].billing_account_id),
      )
      const departure = departureFromTrend(series.values, thresholds.recent.value, thresholds.history.value)
      const [first] = rows
      if (!departure) {
        short += 1
        return []
      }
      const { expected, recent, excess, deviations, recentTotal, typicalTotal } = departure
      const grown = expected > 0 ? excess / expected : Number.POSITIVE_INFINITY
      if (excess < thresholds.amount.value || grown < thresholds.growth.value) return []
      if (deviations < thresholds.deviations.value) return []
      if (recentTotal < thresholds.week.value * typicalTotal) return []
      const { currency } = first
      return [
        {
          location: { ...locationOf({ ...first, region: '' }), resource_name: first.service },
          part: 'growth',
          summary: `${first.service} in ${first.sub_account_name || first.sub_account_id || first.billing_account_id} costs ${formatThreshold(recent, currency)} a day. Its trend was ${formatThreshold(expected, currency)}. That is ${formatThreshold(excess * 30, currency)} a month more.`,
          cost: sum(series.amounts.filter((_, i) => (series.days[i] ?? '') >= window.from)),
          saving: null,
          // A new service is usually intended.
          confidence: expected > 0 ? Math.min(0.9, 0.5 + deviations / 40) : 0.4,
          evidence: [
            { label: 'Median day, last week', value: formatThreshold(recent, currency) },
            { label: 'Trend', value: formatThreshold(expected, currency) },
            { label: 'Increase over the trend', value: Number.isFinite(grown) ? percent(grown) : 'new' },
            { label: 'Robust deviations', value: deviations.toFixed(1) },
          ],
          steps: [
            'Open Cost Explorer for this service, grouped by resource and by usage. Compare last week to the month before.',
            'Ask the team whether the growth is intended. If not, revert the change of that day.',
          ],
        },
      ]
    })
    const skipReasons =
      short > 0
        ? [
            `Needs ${thresholds.recent.value + thresholds.history.value} days of history (${short} of ${services.length} services have less).`,
          ]
        : []
    return { candidates, evaluatedCount: services.length, skipReasons }
  },
})

/** A service that is not there on its account's first day is new, not without history. */
function firstDayOfAccounts(rows: readonly ServiceDay[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { billing_account_id: id, day } of rows) {
    const earliest = first.get(id)
    if (earliest === undefined || day < earliest) first.set(id, day)
  }
  return first
}

function formatThreshold(value: number, currency: string): string {
  return money(share('1', value), currency)
}
