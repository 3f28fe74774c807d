/** The days of a report's period, as seen on the day of the run. */
import type { ReportPeriod } from '@kept/domain/report.ts'
import type { ReportPeriodName } from '@kept/domain/report-labels.ts'

interface Days {
  start_date: string
  /** Exclusive. */
  end_date: string
}

/** `today` is the local day of the run. Periods that end now contain it, as far as it is billed. */
export function resolvePeriod(period: ReportPeriod, today: string): Days {
  if (period.kind === 'dates') return { start_date: period.start_date, end_date: period.end_date }
  const [start, end] = spans[period.name](Temporal.PlainDate.from(today))
  return { start_date: start.toString(), end_date: end.toString() }
}

type Span = readonly [start: Temporal.PlainDate, end: Temporal.PlainDate]

const spans: Record<ReportPeriodName, (today: Temporal.PlainDate) => Span> = {
  last_7_days: (today) => [today.subtract({ days: 7 }), today],
  last_30_days: (today) => [today.subtract({ days: 30 }), today],
  this_month: (today) => [today.with({ day: 1 }), today.add({ days: 1 })],
  last_month: (today) => monthsBefore(today, 1),
  last_3_months: (today) => monthsBefore(today, 3),
  last_12_months: (today) => monthsBefore(today, 12),
  this_year: (today) => [today.with({ month: 1, day: 1 }), today.add({ days: 1 })],
}

function monthsBefore(today: Temporal.PlainDate, months: number): Span {
  const end = today.with({ day: 1 })
  return [end.subtract({ months }), end]
}
