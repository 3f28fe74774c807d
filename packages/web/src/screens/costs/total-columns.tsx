/** The columns of the table of groups over all days: course, share, each figure with its change, and why it changed. */
import { type Measure, measures } from '@kept/domain/cube.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { Sparkline } from '@kept/ui/charts/sparkline/Sparkline.tsx'
import { lazy, Suspense } from 'react'
import { isExplained } from '../../explain/is-explained.ts'
import { Change } from '../../spend/Change.tsx'
import { changePercent } from '../../spend/change.ts'
import { addsUp, exactFigure, formatFigure, unknown } from '../../spend/figure.ts'
import type { Column } from '../../table/DataTable.tsx'
import { filterByValue } from './explorer.ts'
import { type TableContext, toSort } from './group-columns.tsx'
import type { GroupRow } from './group-rows.ts'
import { perDayChange } from './pace.ts'

const ExplorerWhy = lazy(() => import('./ExplorerWhy.tsx'))

export function totalColumns(context: TableContext): Column<GroupRow>[] {
  const { state, roomy } = context
  const course = roomy ? [courseColumn(context), ...(state.compare ? [] : [share])] : []
  return [...course, ...state.measures.flatMap((measure) => measureColumns(measure, context)), ...whyColumns(context)]
}

function courseColumn({ state, grain, currency, periods }: TableContext): Column<GroupRow> {
  const [first] = state.measures
  return {
    id: 'course',
    head: `By ${grain.replace('billing_', '')}`,
    width: '7rem',
    cell: (row) =>
      row.course.size > 0 && (
        <Sparkline
          values={periods.map((period) => (row.course.has(period) ? Number(row.course.get(period)) : null))}
          label={describeTrend(row, periods, first, currency)}
        />
      ),
  }
}

const share: Column<GroupRow> = {
  id: 'share',
  head: 'Share',
  unit: '%',
  numeric: true,
  width: '5.5rem',
  sortBy: (row) => row.share ?? undefined,
  cell: (row) => (row.share === null ? unknown : formatPercent(row.share)),
}

function whyColumns({ state, currency, window }: TableContext): Column<GroupRow>[] {
  const [first] = state.measures
  if (!state.compare || !isExplained(first) || state.groupBy.length === 0) return []
  const cell = (row: GroupRow) =>
    !row.other && (
      <Suspense>
        <ExplorerWhy
          {...{ measure: first, currency, window }}
          state={row.keys.reduce((filtered, { key, value }) => filterByValue(filtered, key, value), state)}
          subject={row.keys.map(({ name }) => name).join(', ')}
        />
      </Suspense>
    )
  return [{ id: 'why', head: <span className="sr-only">Why it changed</span>, width: '3.5rem', cell }]
}

/** The figure, and in a comparison what it was and how it changed. */
function measureColumns(measure: Measure, context: TableContext): Column<GroupRow>[] {
  const now = currentColumn(measure, context)
  if (!context.state.compare) return [now]
  const { days } = context
  // In periods of the same length it is the change itself.
  const isUneven = days !== null && days.now !== days.before && addsUp(measure)
  const perDay = isUneven ? [perDayColumn(measure, context)] : []
  return [now, previousColumn(measure, context), changeColumn(measure, context), ...perDay]
}

function currentColumn(measure: Measure, { currency, total }: TableContext): Column<GroupRow> {
  return {
    id: measure,
    head: measures[measure].label,
    unit: unitOf(measure, currency),
    numeric: true,
    width: '9.5rem',
    sortBy: (row) => toSort(row.values[measure]),
    foot: formatFigure(measure, total?.values[measure], currency),
    cell: (row) => (
      <span title={exactFigure(measure, row.values[measure], currency)}>
        {formatFigure(measure, row.values[measure], currency)}
      </span>
    ),
  }
}

function previousColumn(measure: Measure, { currency, total }: TableContext): Column<GroupRow> {
  return {
    id: `${measure}:before`,
    head: 'Previous',
    unit: unitOf(measure, currency),
    numeric: true,
    width: '8.5rem',
    sortBy: (row) => toSort(row.previous?.[measure]),
    foot: formatFigure(measure, total?.previous?.[measure], currency),
    cell: (row) => <span className="text-soft">{formatFigure(measure, row.previous?.[measure], currency)}</span>,
  }
}

function changeColumn(measure: Measure, { total }: TableContext): Column<GroupRow> {
  // Without any data of the previous period, no group is new.
  const emptyLabel = total?.previous?.[measure] ? 'new' : unknown
  return {
    id: `${measure}:change`,
    head: 'Change',
    unit: '%',
    numeric: true,
    width: '6.5rem',
    sortBy: (row) =>
      row.values[measure] ? (changePercent(row.values[measure], row.previous?.[measure]) ?? undefined) : undefined,
    cell: (row) =>
      row.values[measure] ? (
        <Change now={row.values[measure]} before={row.previous?.[measure] ?? null} emptyLabel={emptyLabel} />
      ) : (
        unknown
      ),
  }
}

function perDayColumn(measure: Measure, { days, total }: TableContext): Column<GroupRow> {
  return {
    id: `${measure}:per-day`,
    head: 'Per day',
    unit: '%',
    numeric: true,
    width: '6.5rem',
    sortBy: (row) => (days && perDayChange(row.values[measure], row.previous?.[measure], days)) ?? undefined,
    cell: (row) => formatPerDay(days && perDayChange(row.values[measure], row.previous?.[measure], days)),
    foot: formatPerDay(days && perDayChange(total?.values[measure], total?.previous?.[measure], days)),
  }
}

function unitOf(measure: Measure, currency: string): string | undefined {
  const { unit } = measures[measure]
  return unit === 'currency' || unit === 'currency_per_unit' ? currency : undefined
}

function formatPerDay(percent: number | null): string {
  return percent === null ? unknown : formatPercent(percent, { signed: true })
}

function describeTrend(row: GroupRow, periods: readonly string[], measure: Measure, currency: string): string {
  const knownPeriods = periods.filter((period) => row.course.has(period))
  const [first, last] = [knownPeriods[0], knownPeriods.at(-1)]
  if (!first || !last) return 'No trend data'
  const figure = (period: string) => formatFigure(measure, row.course.get(period), currency)
  return `From ${figure(first)} to ${figure(last)}`
}
