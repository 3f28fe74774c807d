import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { median } from '../maths/quantile.ts'
import { robustSpread } from '../maths/spread.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { dailySeries } from './reading/daily-series.ts'
import { groupRows } from './reading/group-rows.ts'
import { money } from './reading/labels.ts'
import { serviceKey } from './reading/service-key.ts'
import { share } from './reading/share.ts'
import { locationOf } from './reading/usage-by-resource.ts'

const thresholds = {
  times: {
    label: 'Cost of the day vs. the median day',
    value: 4,
    unit: 'times',
    source: 'DropInFinOps: three days above twice the 30-day mean; Kept: one day, against the median',
  },
  deviations: { label: 'Distance from the median, in robust deviations', value: 6, unit: 'deviations', source: 'Kept' },
  amount: { label: 'Minimum extra cost', value: 20, unit: 'currency units', source: 'Kept' },
  days: { label: 'Days of history', value: 14, unit: 'days', source: 'Kept: two full weeks' },
} as const

/** One day that cost many times the usual: a purchase, a migration, a mistake. */
export const oneDaySpike = defineRule({
  id: 'one-day-spike',
  title: 'One-day cost spike',
  description:
    'One day cost far more than every other day of this service. Typical causes are a one-time purchase, a bulk export, or a failed job. The money is spent, so savings are not estimated.',
  noun: { singular: 'service', plural: 'services' },
  providers: ['any'],
  needs: ['service_day'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ service_day }, { window }) {
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
      const typical = median(series.values)
      // What is charged once a month (support, subscriptions) is no surprise: its median day is nothing.
      if (!(typical > 0)) return []
      const spread = Math.max(robustSpread(series.values), 0.05 * typical)
      const peakIndex = series.values.reduce(
        (bestIndex, value, i) => (value > (series.values[bestIndex] ?? 0) ? i : bestIndex),
        0,
      )
      const [value, amount, day] = [
        series.values[peakIndex] ?? 0,
        series.amounts[peakIndex] ?? '0',
        series.days[peakIndex] ?? '',
      ]
      if (value < thresholds.times.value * typical || value - typical < thresholds.amount.value) return []
      if ((value - typical) / spread < thresholds.deviations.value) return []
      // Two neighbors as high are a new level, which is another rule's question.
      if (series.values.filter((other) => other > 0.5 * value).length > 2) return []
      const { currency } = first
      return [
        {
          location: { ...locationOf({ ...first, region: '' }), resource_name: first.service },
          part: 'spike',
          summary: `${first.service} cost ${money(amount, currency)} on ${formatDay(day)}. Its median day costs ${money(share('1', typical), currency)}.`,
          // It happened once: scaled to a month it is still that day’s money.
          cost: share(amount, window.days / 30),
          saving: null,
          confidence: 0.6,
          evidence: [
            { label: 'Day', value: formatDay(day) },
            { label: 'Cost on that day', value: money(amount, currency) },
            { label: 'Median day', value: money(share('1', typical), currency) },
          ],
          steps: [
            `Open Cost Explorer for ${formatDay(day)}, grouped by resource and by usage.`,
            'If it was not intended, set a budget alert or a quota for that account.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: services.length, skipReasons: [] }
  },
})
