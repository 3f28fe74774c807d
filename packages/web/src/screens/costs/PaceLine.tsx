import type { CostAnswer } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { absolute } from '@kept/foundation/decimal.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import { formatFigure } from '../../spend/figure.ts'
import { compareDays, paceOf } from './pace.ts'

interface PaceLineProps {
  answer: CostAnswer
  measure: Measure
  currency: string
  period: { from: string; to: string }
  /** The last billed day. */
  lastDay: string | null
}

/** The average day, what 30 days cost at that rate, and what a longer or shorter period explains of a change. */
export function PaceLine({ answer, measure, currency, period, lastDay }: PaceLineProps) {
  const total = answer.totals.find((entry) => entry.currency === currency)
  const now = total?.values[measure]
  const pace = paceOf(now, period, lastDay)
  if (!pace || !now) return null
  const { previous_start_date: from, previous_end_date: to } = answer
  const past = total.previous?.[measure]
  const compared =
    past && from && to ? compareDays({ total: now, period }, { total: past, period: { from, to } }, lastDay) : null
  return (
    <dd className="figure mt-0.5 flex flex-wrap gap-x-4 text-small text-soft">
      <span>
        {formatFigure(measure, pace.perDay, currency)} a day over {counted(pace.days, 'day')}
      </span>
      <span title="30 days at the average of these days">
        Run rate {formatFigure(measure, pace.monthly, currency)} a month
      </span>
      {compared && compared.days !== 0 && (
        <span>
          {compared.percent !== null && `${formatPercent(compared.percent, { signed: true })} per day. `}
          {counted(Math.abs(compared.days), 'day')} {compared.days > 0 ? 'more explains' : 'fewer explains'}{' '}
          {formatFigure(measure, absolute(compared.explained), currency)}.
        </span>
      )}
    </dd>
  )
}
