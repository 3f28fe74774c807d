/** The state of Cost Explorer, read from and written to the address: a link is a saved view. */

import type { CostQuery, Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { type Grain, grains, limits, type Measure, measureNames } from '@kept/domain/cube.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { isKey, readKeys } from '../../spend/group-key.ts'
import { readWindow } from '../../spend/windows.ts'
import { joinList, type Search, splitList } from '../../url/search.ts'

export const compares = ['previous_period', 'previous_year'] as const
const ops = ['is', 'is_not', 'contains'] as const satisfies Filter['op'][]
export const views = ['totals', 'periods'] as const
export const charts = ['bar', 'line', 'area', 'table', 'pivot'] as const
type ChartKind = (typeof charts)[number]

export interface Explorer {
  /** The first is charted and sorted by; the others are additional table columns. */
  measures: [Measure, ...Measure[]]
  groupBy: GroupKey[]
  /** Null: the default for the window. */
  grain: Grain | null
  compare: (typeof compares)[number] | null
  /** Null: every group, in pages. */
  top: number | null
  window: DayWindow | null
  filters: Filter[]
  currency: string | null
  view: (typeof views)[number]
  /** `table` shows no chart, and one column per period; `pivot` one column per value of the second dimension. */
  chart: ChartKind
  /** The chart shows running totals. */
  isCumulative: boolean
  sort: { id: string; desc: boolean } | null
  /** The page, when all groups do not fit on one. */
  page: number
}

export function hasChart({ chart }: Pick<Explorer, 'chart'>): boolean {
  return chart !== 'table' && chart !== 'pivot'
}

const defaultTop = 10

export function readExplorer(search: Search): Explorer {
  const measures = splitList(search.measure, ',').filter((name) => isOneOf(measureNames, name))
  const groupBy = search.by === 'none' ? [] : readKeys(splitList(search.by ?? 'service', ',')).slice(0, limits.groupBy)
  const top = Number(search.top ?? defaultTop)
  return {
    measures: [measures[0] ?? 'effective', ...[...new Set(measures.slice(1))].slice(0, limits.measures - 1)],
    groupBy,
    grain: grains.find((grain) => grain === search.grain) ?? null,
    compare: compares.find((compare) => compare === search.compare) ?? null,
    top: search.top === 'all' ? null : Number.isInteger(top) && top >= 1 && top <= limits.top ? top : defaultTop,
    window: readWindow(search),
    filters: splitList(search.f, ',').flatMap(readFilter).slice(0, 20),
    currency: search.currency || null,
    view: views.find((view) => view === search.view) ?? 'totals',
    chart: charts.find((chart) => chart === search.chart) ?? 'bar',
    isCumulative: search.cumulative === '1',
    sort: readSort(search.sort),
    page: readPage(search.page),
  }
}

/** Writes the state to address parameters. Default values are omitted to keep links short. */
export function writeExplorer(state: Explorer): Search {
  return {
    measure: state.measures.length === 1 && state.measures[0] === 'effective' ? '' : joinList(state.measures, ','),
    by:
      state.groupBy.length === 0
        ? 'none'
        : state.groupBy.length === 1 && state.groupBy[0] === 'service'
          ? ''
          : joinList(state.groupBy, ','),
    grain: state.grain ?? '',
    compare: state.compare ?? '',
    top: state.top === null ? 'all' : state.top === defaultTop ? '' : String(state.top),
    from: state.window?.from ?? '',
    to: state.window?.to ?? '',
    f: writeFilters(state.filters),
    currency: state.currency ?? '',
    view: state.view === 'totals' ? '' : state.view,
    chart: state.chart === 'bar' ? '' : state.chart,
    cumulative: state.isCumulative ? '1' : '',
    sort: state.sort ? `${state.sort.desc ? '-' : ''}${state.sort.id}` : '',
    page: state.page > 1 ? String(state.page) : '',
  }
}

function writeFilters(filters: readonly Filter[]): string {
  return joinList(
    filters.map(({ dimension: key, op, values }) => joinList([key, op, ...values], '|')),
    ',',
  )
}

/** Rows per page when all groups are requested. */
export const PAGE_SIZE = 500

/** Trends to load while the table shows totals of all groups: more are not readable. */
const maxTrends = 50

/** The query for the server: with `time` for the chart, without it for the totals of each group. */
export function queryOf(state: Explorer, currency: string | null, time?: { grain: Grain; periods: number }): CostQuery {
  const baseQuery = {
    measures: state.measures,
    group_by: state.groupBy,
    filters: state.filters,
    ...(state.window && { start_date: state.window.from, end_date: state.window.to }),
    ...(currency === null ? {} : { currency }),
  }
  const isGrouped = state.groupBy.length > 0
  if (time) {
    const maxGroups = state.top ?? (state.view === 'totals' ? maxTrends : limits.top)
    // Every period of every group, and of Other, has to fit into one response.
    const top = Math.max(1, Math.min(maxGroups, Math.floor(limits.rows / Math.max(1, time.periods)) - 1))
    return { ...baseQuery, grain: time.grain, ...(isGrouped ? { top } : {}) }
  }
  const paged = { page: state.page, page_size: PAGE_SIZE }
  return {
    ...baseQuery,
    ...(state.compare ? { compare: state.compare } : {}),
    ...(isGrouped ? (state.top === null ? paged : { top: state.top }) : {}),
  }
}

/** The query for every group of the view, without paging and without Other. */
export function allRowsQuery(state: Explorer, currency: string | null): CostQuery {
  const { page: _page, page_size: _size, top: _top, ...query } = queryOf({ ...state, top: null }, currency)
  return query
}

/** The state filtered by the value of a row. */
export function filterByValue(state: Explorer, key: GroupKey, value: string): Explorer {
  const otherFilters = state.filters.filter((filter) => filter.dimension !== key)
  return { ...state, filters: [...otherFilters, { dimension: key, op: 'is', values: [value] }] }
}

/** Ignores an invalid filter: the server would reject the entire query. */
function readFilter(text: string): Filter[] {
  const [key = '', op, ...values] = splitList(text, '|')
  const operator = ops.find((candidate) => candidate === op)
  return operator && isKey(key) && values.length > 0
    ? [{ dimension: key, op: operator, values: values.slice(0, 200) }]
    : []
}

function readPage(text: string | undefined): number {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

function readSort(text: string | undefined): Explorer['sort'] {
  if (!text) return null
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }
}
