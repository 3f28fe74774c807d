import type { CostAnswer } from '@kept/domain/cost-query.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { lazy, Suspense } from 'react'
import { isExplained } from '../../explain/is-explained.ts'
import { Change } from '../../spend/Change.tsx'
import { addsUp, exactFigure, formatFigure } from '../../spend/figure.ts'
import { MeasureName } from '../../spend/MeasureName.tsx'
import type { Explorer } from './explorer.ts'
import { PaceLine } from './PaceLine.tsx'

const ExplorerWhy = lazy(() => import('./ExplorerWhy.tsx'))

interface TotalsProps {
  answer: CostAnswer
  state: Explorer
  currency: string
  window: DayWindow
  /** The last billed day. */
  lastDay: string | null
}

/** The totals of the selected metrics. */
export function Totals({ answer, state, currency, window, lastDay }: TotalsProps) {
  const total = answer.totals.find((entry) => entry.currency === currency)
  const period = { from: answer.start_date ?? window.from, to: answer.end_date ?? window.to }
  const before =
    answer.previous_start_date && answer.previous_end_date
      ? formatWindow(answer.previous_start_date, answer.previous_end_date)
      : ''
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-3 border-rule border-t pt-4">
      {state.measures.map((measure, index) => (
        <div key={measure}>
          <dt className="text-small text-soft">
            <MeasureName measure={measure} />
            {index === 0 && `, ${formatWindow(answer.start_date ?? window.from, answer.end_date ?? window.to)}`}
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <span
              className={
                index === 0 ? 'figure text-display font-semibold tracking-tight' : 'figure text-title font-semibold'
              }
              title={exactFigure(measure, total?.values[measure], currency)}
            >
              {formatFigure(measure, total?.values[measure], currency)}
            </span>
            {state.compare && total?.values[measure] && (
              <span className="text-small text-soft">
                <Change
                  now={total.values[measure]}
                  before={total.previous?.[measure] ?? null}
                  emptyLabel="no earlier costs"
                />{' '}
                {total.previous?.[measure] &&
                  `from ${formatFigure(measure, total.previous[measure], currency)} in ${before}`}
              </span>
            )}
            {index === 0 && isExplained(measure) && (
              <Suspense>
                <ExplorerWhy {...{ state, measure, currency, window }} />
              </Suspense>
            )}
          </dd>
          {index === 0 && addsUp(measure) && <PaceLine {...{ answer, measure, currency, lastDay }} period={period} />}
        </div>
      ))}
    </dl>
  )
}
