import { type CostAnswer, type Grain, type Measure, measures } from '@kept/domain/cube.ts'
import { Sparkline } from '@kept/ui/charts/sparkline/Sparkline.tsx'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { formatCount, formatPercent } from '@kept/ui/format/share.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { Change } from '../../spend/Change.tsx'
import { changePercent } from '../../spend/change.ts'
import { exactFigure, formatFigure, unknown } from '../../spend/figure.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { namePeriod, periodsOf } from '../../spend/periods.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { allRowsQuery, type Explorer, only, writeExplorer } from './explorer.ts'
import { type GroupRow, groupRows, otherWords } from './group-rows.ts'

const Pages = lazy(() => import('./Pages.tsx'))
const PeriodNote = lazy(() => import('./PeriodNote.tsx'))

interface GroupTableProps {
  totals: UseQueryResult<{ data: CostAnswer }>
  overTime: CostAnswer | undefined
  state: Explorer
  grain: Grain
  window: DayWindow
  currency: string
  onChange(part: Partial<Explorer>): void
}

/** Every group with its figures: totals side by side, or one column for each period. */
export function GroupTable({ totals, overTime, state, grain, window, currency, onChange }: GroupTableProps) {
  const [measure] = state.measures
  const roomy = useMedia('(min-width: 48rem)')
  return (
    <Section
      title={state.by.length === 0 ? 'In all' : `By ${state.by.map(labelOfKey).join(', ').toLowerCase()}`}
      beside={
        <Segmented
          label="Columns of the table"
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
          const rows = groupRows(data, overTime, { by: state.by, measure, currency })
          const periods = periodsOf(window.from, window.to, grain)
          const total = data.totals.find((one) => one.currency === currency)
          const context = { state, grain, currency, periods, total, roomy, rest: otherWords(data) }
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
                minWidth={`${Math.max(1, state.by.length) * (roomy ? 11 : 8) + columns.length * 7.5}rem`}
              />
              {state.view === 'periods' &&
                overTime &&
                overTime.groups.shown < data.groups.all &&
                state.top === null && (
                  <Suspense fallback={null}>
                    <PeriodNote shown={overTime.groups.shown} />
                  </Suspense>
                )}
              {data.page.rows > data.rows.length ? (
                <Suspense fallback={null}>
                  <Pages page={data.page} all={allRowsQuery(state, currency)} onPage={(page) => onChange({ page })} />
                </Suspense>
              ) : (
                <p className="mt-2 text-small text-faint">{sayCount(data)}</p>
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
  periods: string[]
  total: CostAnswer['totals'][number] | undefined
  /** False on a phone, where the figures come first. */
  roomy: boolean
  rest: string
}

function keyColumns({ state, rest }: Context): Column<GroupRow>[] {
  if (state.by.length === 0) {
    return [{ id: 'all', head: 'All lines', cell: () => 'Everything that the filters let through' }]
  }
  return state.by.map((key, index) => ({
    id: `key:${key}`,
    head: labelOfKey(key),
    foot: index === 0 ? 'Total' : undefined,
    sortBy: (row) => (row.other ? undefined : row.keys[index]?.name),
    cell: (row) => {
      const entry = row.keys[index]
      if (row.other || !entry) return index === 0 ? <span className="text-soft">{rest}</span> : ''
      return (
        <TextLink to="/costs" search={writeExplorer(only(state, entry.key, entry.value))} quiet>
          <span title={`${entry.name}${entry.name === entry.value ? '' : ` (${entry.value})`}: show only this`}>
            {entry.name}
          </span>
        </TextLink>
      )
    },
  }))
}

function totalColumns({ state, grain, currency, periods, total, roomy }: Context): Column<GroupRow>[] {
  const [first] = state.measures
  const course: Column<GroupRow> = {
    id: 'course',
    head: `By ${grain.replace('billing_', '')}`,
    width: '7rem',
    cell: (row) =>
      row.course.size > 0 && (
        <Sparkline
          values={periods.map((period) => (row.course.has(period) ? Number(row.course.get(period)) : null))}
          label={sayCourse(row, periods, first, currency)}
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
  return [...(roomy ? [course, share] : []), ...state.measures.flatMap(measureColumns)]

  function measureColumns(measure: Measure): Column<GroupRow>[] {
    const { label, unit } = measures[measure]
    const money = unit === 'currency' || unit === 'currency_per_unit'
    const now: Column<GroupRow> = {
      id: measure,
      head: label,
      unit: money ? currency : undefined,
      numeric: true,
      width: '11rem',
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
      head: 'Before',
      unit: money ? currency : undefined,
      numeric: true,
      width: '8.5rem',
      sortBy: (row) => toSort(row.previous?.[measure]),
      foot: formatFigure(measure, total?.previous?.[measure], currency),
      cell: (row) => <span className="text-soft">{formatFigure(measure, row.previous?.[measure], currency)}</span>,
    }
    // Where nothing at all is known of the period before, no group is new.
    const none = total?.previous?.[measure] ? 'new' : unknown
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
          <Change now={row.values[measure]} before={row.previous?.[measure] ?? null} none={none} />
        ) : (
          unknown
        ),
    }
    return [now, before, change]
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

function toSort(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}

function sayCourse(row: GroupRow, periods: readonly string[], measure: Measure, currency: string): string {
  const known = periods.filter((period) => row.course.has(period))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return 'No course known'
  const figure = (period: string) => formatFigure(measure, row.course.get(period), currency)
  return `From ${figure(first)} to ${figure(last)}`
}

function sayCount({ groups }: CostAnswer): string {
  if (groups.all <= groups.shown) {
    return groups.all === 1 ? 'One group shown.' : `All ${formatCount(groups.all)} groups shown.`
  }
  return `${formatCount(groups.shown)} of ${formatCount(groups.all)} groups shown alone; the others are together in Other.`
}
