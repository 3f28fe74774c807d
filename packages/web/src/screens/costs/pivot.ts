/**
 * One dimension down, another across: the largest values of each, and what is left as Other, so that rows and columns add
 * up to the totals of the server exactly.
 */
import type { CostAnswer, CostQuery, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { add, subtract } from '@kept/foundation/decimal.ts'
import { addsUp } from '../../spend/figure.ts'
import { nameOfValue } from '../../spend/group-key.ts'
import { type Explorer, queryOf } from './explorer.ts'

export const pivotLimits = { rows: 50, columns: 10 } as const

/** The largest values of one dimension, with the total of the rest. */
export function edgeQuery(state: Explorer, currency: string | null, key: GroupKey, top: number): CostQuery {
  const { compare: _, ...query } = queryOf({ ...state, groupBy: [key], top, page: 1 }, currency)
  return query
}

/** Where these values meet. */
export function cellsQuery(
  state: Explorer,
  currency: string | null,
  edges: readonly { key: GroupKey; values: readonly string[] }[],
): CostQuery {
  const visible = edges.map(({ key, values }) => ({ dimension: key, op: 'is' as const, values: [...values] }))
  const { compare: _, ...query } = queryOf(
    { ...state, groupBy: edges.map(({ key }) => key), top: null, page: 1, filters: [...state.filters, ...visible] },
    currency,
  )
  return query
}

interface PivotEdge {
  value: string
  name: string
  total: string | null
}

export interface PivotRow {
  /** Null: all values that have no row of their own. */
  edge: PivotEdge | null
  total: string | null
  cells: ReadonlyMap<string, string | null>
  /** What the columns that are not shown add to the row; null for rates, which do not add up. */
  rest: string | null
}

export interface Pivot {
  columns: readonly PivotEdge[]
  rows: readonly PivotRow[]
  /** Whether there are values without a column. */
  hasRest: boolean
  total: string | null
}

export function edgesOf(answer: CostAnswer, key: GroupKey, measure: Measure, currency: string): PivotEdge[] {
  return ownRows(answer, currency)
    .filter(({ other }) => !other)
    .map(({ keys, names, values }) => ({
      value: keys[key] ?? '',
      name: nameOfValue(key, keys[key] ?? '', names[key]),
      total: values[measure] ?? null,
    }))
}

interface PivotAnswers {
  down: CostAnswer
  across: CostAnswer
  cells: CostAnswer
}

export function pivotOf(
  { down, across, cells }: PivotAnswers,
  [rowKey, columnKey]: readonly [GroupKey, GroupKey],
  measure: Measure,
  currency: string,
): Pivot {
  const columns = edgesOf(across, columnKey, measure, currency)
  const byRow = Map.groupBy(ownRows(cells, currency), ({ keys }) => keys[rowKey] ?? '')
  const adds = addsUp(measure)
  const rest = (total: string | null, parts: Iterable<string | null>) =>
    adds && total !== null ? [...parts].reduce<string>((left, part) => subtract(left, part ?? '0'), total) : null
  const visibleRows = edgesOf(down, rowKey, measure, currency).map((edge): PivotRow => {
    const ofRow = new Map(
      (byRow.get(edge.value) ?? []).map(({ keys, values }) => [keys[columnKey] ?? '', values[measure] ?? null]),
    )
    return { edge, total: edge.total, cells: ofRow, rest: rest(edge.total, ofRow.values()) }
  })
  const otherTotal = ownRows(down, currency).find(({ other }) => other)?.values[measure] ?? null
  const other: PivotRow[] = []
  if (otherTotal !== null) {
    const columnRests = new Map(
      columns.map(({ value, total }) => [
        value,
        rest(
          total,
          visibleRows.map(({ cells: ofRow }) => ofRow.get(value) ?? null),
        ),
      ]),
    )
    other.push({ edge: null, total: otherTotal, cells: columnRests, rest: rest(otherTotal, columnRests.values()) })
  }
  return {
    columns,
    rows: [...visibleRows, ...other],
    hasRest: adds && across.groups.total > columns.length,
    total: down.totals.find((entry) => entry.currency === currency)?.values[measure] ?? null,
  }
}

/** What the columns that are not shown come to, over all rows. */
export function restTotal({ rows }: Pivot): string {
  return rows.reduce((sum, row) => add(sum, row.rest ?? '0'), '0')
}

function ownRows({ rows }: CostAnswer, currency: string): CostRow[] {
  return rows.filter((row) => row.currency === currency)
}
