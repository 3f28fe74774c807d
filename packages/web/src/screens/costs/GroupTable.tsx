import type { CostAnswer } from '@kept/domain/cost-query.ts'
import { type Grain, type Measure, measures } from '@kept/domain/cube.ts'
import { formatCount, formatPercent } from '@kept/foundation/format/number.ts'
import { otherColor } from '@kept/ui/charts/palette.ts'
import { Sparkline } from '@kept/ui/charts/sparkline/Sparkline.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loaded } from '../../api/Loaded.tsx'
import { isExplained } from '../../explain/is-explained.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { changePercent } from '../../spend/change.ts'
import { addsUp, exactFigure, formatFigure, unknown } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { namePeriod, periodsOf } from '../../spend/periods.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { drillInto } from './drill.ts'
import { allRowsQuery, type Explorer, filterByValue, hasChart, writeExplorer } from './explorer.ts'
import { type GroupRow, groupRows, otherLabel } from './group-rows.ts'
import { countDays, perDayChange } from './pace.ts'

const ExplorerWhy = lazy(() => import('./ExplorerWhy.tsx'))
const Pages = lazy(() => import('./Pages.tsx'))
const PeriodNote = lazy(() => import('./PeriodNote.tsx'))

interface GroupTableProps {
  totals: UseQueryResult<{ data: CostAnswer }>
  overTime: CostAnswer | undefined
  state: Explorer
  grain: Grain
  window: DayWindow
  currency: string
  /** The last billed day. */
  lastDay: string | null
  colors: Readonly<Record<string, string>>
  onChange(part: Partial<Explorer>): void
}

/** Every group with its totals, or with one column per period. */
export function GroupTable({
  totals,
  overTime,
  state,
  grain,
  window,
  currency,
  lastDay,
  colors,
  onChange,
}: GroupTableProps) {
  const [measure] = state.measures
  const roomy = useMedia('(min-width: 48rem)')
  return (
    <Section
      title={state.groupBy.length === 0 ? 'Total' : `By ${state.groupBy.map(labelOfKey).join(', ').toLowerCase()}`}
      actions={
        <Segmented
          label="Table columns"
          value={state.view}
          options={[
            { value: 'totals', label: 'Totals' },
            { value: 'periods', label: 'By period' },
          ]}
          onChange={(view) => onChange({ view, sort: null })}
        />
      }
    >
      <Loaded query={totals} failed="The table could not be loaded.">
        {({ data }) => {
          const rows = groupRows(data, overTime, { groupBy: state.groupBy, measure, currency })
          const periods = periodsOf(window.from, window.to, grain)
          const total = data.totals.find((entry) => entry.currency === currency)
          const context = {
            state,
            grain,
            currency,
            window,
            periods,
            total,
            roomy,
            colors,
            restLabel: otherLabel(data),
            days: daysOf(data, window, lastDay),
          }
          const columns = state.view === 'totals' ? totalColumns(context) : periodColumns(context)
          return (
            <>
              <DataTable
                label="Costs by group"
                columns={[...keyColumns(context), ...columns]}
                rows={rows}
                rowId={(row) => row.id}
                sort={state.sort ?? undefined}
                onSort={(sort) => onChange({ sort: sort ?? null })}
                minWidth={`${Math.max(1, state.groupBy.length) * (roomy ? 11 : 8) + columns.length * 6.5}rem`}
              />
              {state.view === 'periods' &&
                overTime &&
                overTime.groups.returned < data.groups.total &&
                state.top === null && (
                  <Suspense fallback={null}>
                    <PeriodNote count={overTime.groups.returned} />
                  </Suspense>
                )}
              {data.page.rows > data.rows.length ? (
                <Suspense fallback={null}>
                  <Pages page={data.page} all={allRowsQuery(state, currency)} onPage={(page) => onChange({ page })} />
                </Suspense>
              ) : (
                <p className="mt-2 text-small text-faint">{formatGroupCount(data)}</p>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

interface Context {
  state: Explorer
  grain: Grain
  currency: string
  window: DayWindow
  periods: string[]
  total: CostAnswer['totals'][number] | undefined
  /** False on a phone, which shows fewer columns. */
  roomy: boolean
  restLabel: string
  /** Colors of the chart by row. */
  colors: Readonly<Record<string, string>>
  /** Billed days of this period and of the previous one; null without a comparison. */
  days: { now: number; before: number } | null
}

function keyColumns({ state, restLabel, colors }: Context): Column<GroupRow>[] {
  if (state.groupBy.length === 0) {
    return [{ id: 'all', head: 'All costs', cell: () => 'All matching costs' }]
  }
  return state.groupBy.map((key, index) => ({
    id: `key:${key}`,
    head: labelOfKey(key),
    foot: index === 0 ? 'Total' : undefined,
    sortBy: (row) => (row.other ? undefined : row.keys[index]?.name),
    cell: (row) => {
      const entry = row.keys[index]
      if (row.other || !entry) return index === 0 ? <span className="text-soft">{restLabel}</span> : ''
      return (
        <TextLink to="/costs" search={writeExplorer(drillInto(state, [entry]))} quiet>
          <span className="inline-flex max-w-full items-center gap-2">
            {index === 0 && hasChart(state) && (
              <span
                aria-hidden="true"
                className="size-2.5 shrink-0 rounded-hair"
                style={{ background: colors[row.id] ?? otherColor }}
              />
            )}
            <span
              className="truncate"
              title={`${entry.name}${entry.name === entry.value ? '' : ` (${entry.value})`}: see what it consists of`}
            >
              {entry.name}
            </span>
          </span>
        </TextLink>
      )
    },
  }))
}

function totalColumns({ state, grain, currency, window, periods, total, roomy, days }: Context): Column<GroupRow>[] {
  const [first] = state.measures
  const course: Column<GroupRow> = {
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
  const share: Column<GroupRow> = {
    id: 'share',
    head: 'Share',
    unit: '%',
    numeric: true,
    width: '5.5rem',
    sortBy: (row) => row.share ?? undefined,
    cell: (row) => (row.share === null ? unknown : formatPercent(row.share)),
  }
  return [
    ...(roomy ? (state.compare ? [course] : [course, share]) : []),
    ...state.measures.flatMap(measureColumns),
    ...whyColumns(),
  ]

  function whyColumns(): Column<GroupRow>[] {
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

  function measureColumns(measure: Measure): Column<GroupRow>[] {
    const { label, unit } = measures[measure]
    const money = unit === 'currency' || unit === 'currency_per_unit'
    const now: Column<GroupRow> = {
      id: measure,
      head: label,
      unit: money ? currency : undefined,
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
    if (!state.compare) return [now]
    const before: Column<GroupRow> = {
      id: `${measure}:before`,
      head: 'Previous',
      unit: money ? currency : undefined,
      numeric: true,
      width: '8.5rem',
      sortBy: (row) => toSort(row.previous?.[measure]),
      foot: formatFigure(measure, total?.previous?.[measure], currency),
      cell: (row) => <span className="text-soft">{formatFigure(measure, row.previous?.[measure], currency)}</span>,
    }
    // Without any data of the previous period, no group is new.
    const emptyLabel = total?.previous?.[measure] ? 'new' : unknown
    const change: Column<GroupRow> = {
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
    const perDay: Column<GroupRow> = {
      id: `${measure}:per-day`,
      head: 'Per day',
      unit: '%',
      numeric: true,
      width: '6.5rem',
      sortBy: (row) => (days && perDayChange(row.values[measure], row.previous?.[measure], days)) ?? undefined,
      cell: (row) => formatPerDay(days && perDayChange(row.values[measure], row.previous?.[measure], days)),
      foot: formatPerDay(days && perDayChange(total?.values[measure], total?.previous?.[measure], days)),
    }
    // In periods of the same length it is the change itself.
    const isUneven = days !== null && days.now !== days.before && addsUp(measure)
    return [now, before, change, ...(isUneven ? [perDay] : [])]
  }
}

function periodColumns({ state, grain, currency, periods }: Context): Column<GroupRow>[] {
  const [measure] = state.measures
  return periods.map((period) => ({
    id: `at:${period}`,
    head: <span title={namePeriod(period, grain).full}>{namePeriod(period, grain).short}</span>,
    numeric: true,
    width: '6.5rem',
    sortBy: (row) => toSort(row.course.get(period)),
    cell: (row) => (
      <span title={exactFigure(measure, row.course.get(period), currency)}>
        {formatFigure(measure, row.course.get(period), currency)}
      </span>
    ),
  }))
}

function formatPerDay(percent: number | null): string {
  return percent === null ? unknown : formatPercent(percent, { signed: true })
}

function daysOf(answer: CostAnswer, window: DayWindow, lastDay: string | null): Context['days'] {
  const { previous_start_date: from, previous_end_date: to } = answer
  if (!from || !to) return null
  return { now: countDays(window, lastDay), before: countDays({ from, to }, lastDay) }
}

function toSort(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}

function describeTrend(row: GroupRow, periods: readonly string[], measure: Measure, currency: string): string {
  const knownPeriods = periods.filter((period) => row.course.has(period))
  const [first, last] = [knownPeriods[0], knownPeriods.at(-1)]
  if (!first || !last) return 'No trend data'
  const figure = (period: string) => formatFigure(measure, row.course.get(period), currency)
  return `From ${figure(first)} to ${figure(last)}`
}

function formatGroupCount({ groups }: CostAnswer): string {
  if (groups.total <= groups.returned) {
    return groups.total === 1 ? '1 group' : `All ${formatCount(groups.total)} groups`
  }
  return `${formatCount(groups.returned)} of ${formatCount(groups.total)} groups. The rest are in Other.`
}
