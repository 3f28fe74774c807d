/** What the explorer shows, as its address says it: a link is a saved view. */
import {
  type CostQuery,
  type Filter,
  type Grain,
  type GroupKey,
  grains,
  limits,
  type Measure,
  measureNames,
} from '@kept/domain/cube.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { isKey, readKeys } from '../../spend/group-key.ts'
import { readWindow } from '../../spend/windows.ts'
import { joinList, type Search, splitList } from '../../url/search.ts'

export const compares = ['previous_period', 'previous_year'] as const
const ops = ['is', 'is_not', 'contains'] as const satisfies Filter['op'][]
export const views = ['totals', 'periods'] as const

export interface Explorer {
  /** The first is drawn and ordered by; the others stand beside it in the table. */
  measures: [Measure, ...Measure[]]
  by: GroupKey[]
  /** Null: whatever shows the window best. */
  grain: Grain | null
  compare: (typeof compares)[number] | null
  /** Null: every group there is, page by page. */
  top: number | null
  window: DayWindow | null
  filters: Filter[]
  currency: string | null
  view: (typeof views)[number]
  sort: { id: string; desc: boolean } | null
  /** Of all groups, when they are more than a page. */
  page: number
}

export const defaultTop = 10

export function readExplorer(search: Search): Explorer {
  const measures = splitList(search.measure, ',').filter((word) => isOneOf(measureNames, word))
  const by = search.by === 'none' ? [] : readKeys(splitList(search.by ?? 'service', ',')).slice(0, limits.groupBy)
  const top = Number(search.top ?? defaultTop)
  return {
    measures: [measures[0] ?? 'effective', ...[...new Set(measures.slice(1))].slice(0, limits.measures - 1)],
    by,
    grain: grains.find((grain) => grain === search.grain) ?? null,
    compare: compares.find((compare) => compare === search.compare) ?? null,
    top: search.top === 'all' ? null : Number.isInteger(top) && top >= 1 && top <= limits.top ? top : defaultTop,
    window: readWindow(search),
    filters: splitList(search.f, ',').flatMap(readFilter).slice(0, 20),
    currency: search.currency || null,
    view: views.find((view) => view === search.view) ?? 'totals',
    sort: readSort(search.sort),
    page: readPage(search.page),
  }
}

/** The words of an address; what is as it would be anyway is left out, so that links stay short. */
export function writeExplorer(state: Explorer): Search {
  return {
    measure: state.measures.length === 1 && state.measures[0] === 'effective' ? '' : joinList(state.measures, ','),
    by:
      state.by.length === 0
        ? 'none'
        : state.by.length === 1 && state.by[0] === 'service'
          ? ''
          : joinList(state.by, ','),
    grain: state.grain ?? '',
    compare: state.compare ?? '',
    top: state.top === null ? 'all' : state.top === defaultTop ? '' : String(state.top),
    from: state.window?.from ?? '',
    to: state.window?.to ?? '',
    f: writeFilters(state.filters),
    currency: state.currency ?? '',
    view: state.view === 'totals' ? '' : state.view,
    sort: state.sort ? `${state.sort.desc ? '-' : ''}${state.sort.id}` : '',
    page: state.page > 1 ? String(state.page) : '',
  }
}

export function writeFilters(filters: readonly Filter[]): string {
  return joinList(
    filters.map(({ by, op, values }) => joinList([by, op, ...values], '|')),
    ',',
  )
}

/** Rows of the table on one page, when all groups are asked for. */
export const PAGE_SIZE = 500

/** Groups whose course is asked for while the table shows totals of all: more lines could not be told apart. */
const mostCourses = 50

/** What is asked of the server; with the periods of a grain for the chart, without them for the totals of each group. */
export function queryOf(state: Explorer, currency: string | null, time?: { grain: Grain; periods: number }): CostQuery {
  const question = {
    measures: state.measures,
    group_by: state.by,
    filters: state.filters,
    ...(state.window ?? {}),
    ...(currency === null ? {} : { currency }),
  }
  const isGrouped = state.by.length > 0
  if (time) {
    const most = state.top ?? (state.view === 'totals' ? mostCourses : limits.top)
    // Every period of every group, and of the rest, has to fit into one answer.
    const top = Math.max(1, Math.min(most, Math.floor(limits.rows / Math.max(1, time.periods)) - 1))
    return { ...question, grain: time.grain, ...(isGrouped ? { top } : {}) }
  }
  const paged = { page: state.page, page_size: PAGE_SIZE }
  return {
    ...question,
    ...(state.compare ? { compare: state.compare } : {}),
    ...(isGrouped ? (state.top === null ? paged : { top: state.top }) : {}),
  }
}

/** Every group of the view, for a file: no page, no group put together with others. */
export function allRowsQuery(state: Explorer, currency: string | null): CostQuery {
  const { page: _page, page_size: _size, top: _top, ...query } = queryOf({ ...state, top: null }, currency)
  return query
}

/** The view with one more value let through: what following a row's name means. */
export function only(state: Explorer, key: GroupKey, value: string): Explorer {
  const others = state.filters.filter((filter) => filter.by !== key)
  return { ...state, filters: [...others, { by: key, op: 'is', values: [value] }] }
}

/** A filter that makes no sense is passed over; the server would refuse the whole question for it. */
function readFilter(text: string): Filter[] {
  const [by = '', op, ...values] = splitList(text, '|')
  const known = ops.find((one) => one === op)
  return known && isKey(by) && values.length > 0 ? [{ by, op: known, values: values.slice(0, 200) }] : []
}

function readPage(text: string | undefined): number {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

function readSort(text: string | undefined): Explorer['sort'] {
  if (!text) return null
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false }
}

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word)
}
