import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { SCORE_HISTORY_DAYS } from '@kept/domain/security-check.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { namePeriod } from '../../../spend/periods.ts'
import { changeSentence, trendRows } from './score.ts'

/** The recorded score of each day. A day without a record is a gap. */
export function ScoreTrend({ history }: Pick<SecurityOverview, 'history'>) {
  const { days } = history
  const rows = trendRows(days)
  const [first] = days
  return (
    <section aria-label="Score over time" className="mt-8">
      <h2 className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 border-rule-strong border-b pb-2 font-semibold text-lead">
        {rows.length < SCORE_HISTORY_DAYS && first
          ? `Score since ${formatDay(first.day)}`
          : `Score, last ${SCORE_HISTORY_DAYS} days`}
        <span className="figure font-normal text-small text-soft">{changeSentence(history)}</span>
      </h2>
      {days.length < 2 ? (
        <p className="text-small text-soft">
          The score is recorded every day, from today on. The line begins with the second day.
        </p>
      ) : (
        <Lines
          label="Security score by day"
          height={180}
          data={rows}
          xKey="day"
          lines={[{ dataKey: 'score', name: 'Score' }]}
          nameX={(day) => namePeriod(day, 'day')}
          legend={{ figures: {}, caption: 'Of 100, as recorded at the end of each day.' }}
        />
      )}
    </section>
  )
}
