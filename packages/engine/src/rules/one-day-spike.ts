import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { dailySeries } from './reading/daily-series.ts'
import { addDays } from './reading/days.ts'
import { groupRows } from './reading/group-rows.ts'
import { serviceKey } from './reading/service-key.ts'
import { share } from './reading/share.ts'
import { placeOf } from './reading/usage-by-resource.ts'
import { money } from './reading/words.ts'

const thresholds = {
  times: {
    words: 'A day against the median day',
    value: 4,
    unit: 'times',
    source: 'DropInFinOps: three days above twice the 30-day mean, here one day and the median',
  },
  deviations: { words: 'Above the median, in robust deviations', value: 6, unit: 'deviations', source: 'Kept' },
  amount: { words: 'Least surprise worth a look', value: 20, unit: 'of the currency', source: 'Kept' },
  days: { words: 'Days of history', value: 14, unit: 'days', source: 'Kept: two whole weeks' },
} as const

/** One day that cost many times the usual: a purchase, a migration, a mistake. */
export const oneDaySpike = defineRule({
  id: 'one-day-spike',
  title: 'A day that cost many times the usual',
  explains:
    'A single day stands far above all others of its service: a one-time purchase, a bulk export, or a job gone wrong. It is past, so nothing is promised; the next one can be prevented.',
  noun: { one: 'service', many: 'services' },
  appliesTo: ['any'],
  needs: ['service_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ service_day }, { window }) {
    const services = groupRows(
      service_day.filter(({ day }) => day >= window.from),
      serviceKey,
    )
    const candidates = services.flatMap((rows): Candidate[] => {
      const [first] = rows
      const series = dailySeries(
        rows.map(({ day, effective }) => ({ day, amount: effective })),
        addDays(window.to, -1),
      )
      if (!first || series.values.length < thresholds.days.value) return []
      const usual = median(series.values)
      // What is charged once a month (support, subscriptions) is no surprise: its median day is nothing.
      if (!(usual > 0)) return []
      const spread = Math.max(robustSpread(series.values), 0.05 * usual)
      const worst = series.values.reduce((best, value, i) => (value > (series.values[best] ?? 0) ? i : best), 0)
      const [value, amount, day] = [series.values[worst] ?? 0, series.amounts[worst] ?? '0', series.days[worst] ?? '']
      if (value < thresholds.times.value * usual || value - usual < thresholds.amount.value) return []
      if ((value - usual) / spread < thresholds.deviations.value) return []
      // Two neighbours as high are a new level, which is another rule's question.
      if (series.values.filter((other) => other > 0.5 * value).length > 2) return []
      const { currency } = first
      return [
        {
          place: { ...placeOf({ ...first, region: '' }), resource_name: first.service },
          part: 'spike',
          summary: `${first.service} cost ${money(amount, currency)} on ${day}, against ${money(share('1', usual), currency)} on its median day.`,
          // It happened once: scaled to a month it is still that day’s money.
          cost: share(amount, window.days / 30),
          saving: null,
          confidence: 0.6,
          evidence: [
            { label: 'Day', value: day },
            { label: 'Cost of that day', value: money(amount, currency) },
            { label: 'Median day', value: money(share('1', usual), currency) },
          ],
          steps: [
            `Open the explorer for ${day} by resource and by usage.`,
            'If it was not meant, set a budget alert or a quota where it happened.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: services.length, whyNot: [] }
  },
})
