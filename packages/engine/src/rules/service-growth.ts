import { sum } from '@kept/domain/decimal.ts'
import type { ServiceDay } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { dailySeries } from './reading/daily-series.ts'
import { groupRows } from './reading/group-rows.ts'
import { lastBilledDay } from './reading/last-billed-day.ts'
import { serviceKey } from './reading/service-key.ts'
import { share } from './reading/share.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { departureFromTrend } from './reading/usual.ts'
import { money, percent } from './reading/words.ts'

const thresholds = {
  recent: {
    words: 'Days that are compared',
    value: 7,
    unit: 'days',
    source: 'Kept: a whole week, so that weekends weigh the same',
  },
  history: {
    words: 'Days before them that make the trend',
    value: 21,
    unit: 'days',
    source: 'Kept: three weeks; Azure cost anomalies take 60 days, AWS Cost Anomaly Detection 10',
  },
  growth: {
    words: 'Above the trend',
    value: 0.5,
    unit: 'of the trend',
    source: 'DropInFinOps: more than 1.5 times on 4 of 7 days',
  },
  deviations: {
    words: 'Above the trend, in robust deviations',
    value: 4,
    unit: 'deviations',
    source: 'Kept: the usual three-sigma rule, and one for the many services that are looked at',
  },
  week: {
    words: 'The week against the dearest ordinary week before it',
    value: 1.2,
    unit: 'times',
    source: 'Kept: what comes and goes has had such weeks before',
  },
  amount: {
    words: 'Least growth worth a look',
    value: 5,
    unit: 'of the currency a day',
    source: 'Vantage: anomalies from 5 dollars a day',
  },
} as const

/** A service whose cost left its trend. */
export const serviceGrowth = defineRule({
  id: 'service-growth',
  title: 'Service grew far above its trend',
  explains:
    'The cost of the last week lies far above the line through the weeks before, by a measure that a single wild day cannot move. Growth may be wanted, so no saving is promised.',
  noun: { one: 'service', many: 'services' },
  appliesTo: ['any'],
  needs: ['service_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ service_day }, { window }) {
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
      const { expected, recent, excess, deviations, together, ordinarilyTogether } = departure
      const grown = expected > 0 ? excess / expected : Number.POSITIVE_INFINITY
      if (excess < thresholds.amount.value || grown < thresholds.growth.value) return []
      if (deviations < thresholds.deviations.value) return []
      if (together < thresholds.week.value * ordinarilyTogether) return []
      const { currency } = first
      return [
        {
          place: { ...placeOf({ ...first, region: '' }), resource_name: first.service },
          part: 'growth',
          summary: `${first.service} in ${first.sub_account_name || first.sub_account_id || first.billing_account_id} costs ${inWords(recent, currency)} a day instead of ${inWords(expected, currency)} by its trend: ${inWords(excess * 30, currency)} a month more.`,
          cost: sum(series.amounts.filter((_, i) => (series.days[i] ?? '') >= window.from)),
          saving: null,
          // A new service is mostly one that somebody meant to use.
          confidence: expected > 0 ? Math.min(0.9, 0.5 + deviations / 40) : 0.4,
          evidence: [
            { label: 'Median day of the last week', value: inWords(recent, currency) },
            { label: 'By its trend', value: inWords(expected, currency) },
            { label: 'Above the trend', value: Number.isFinite(grown) ? percent(grown) : 'it was nothing before' },
            { label: 'In robust deviations', value: deviations.toFixed(1) },
          ],
          steps: [
            'Open the explorer for this service by resource and by usage, last week against the month before.',
            'Ask the team whether the growth is wanted; if not, undo the change of that day.',
          ],
        },
      ]
    })
    const whyNot =
      short > 0
        ? [
            `${short} of ${services.length} services have less than ${thresholds.recent.value + thresholds.history.value} days of history.`,
          ]
        : []
    return { candidates, lookedAt: services.length, whyNot }
  },
})

/** A service that is not there on its account's first day is new, not without history. */
function firstDayOfAccounts(rows: readonly ServiceDay[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { billing_account_id: id, day } of rows) {
    const known = first.get(id)
    if (known === undefined || day < known) first.set(id, day)
  }
  return first
}

function inWords(value: number, currency: string): string {
  return money(share('1', value), currency)
}
