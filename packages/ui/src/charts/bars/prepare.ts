/** Prepares stacked bars over time: series with order and color, the Other group, and gaps. */
import { sum } from '@kept/foundation/decimal.ts'
import { colorAt, otherColor, palette } from '../palette.ts'
import { niceTicks } from '../ticks.ts'

export interface BarsRow {
  /** Start of the day, week or month: "2018-10-03". */
  x: string
  key: string
  name: string
  /** Decimal text; null when unknown. */
  value: string | null
  /** True for a row that already groups the remaining series. */
  other?: boolean
}

interface BarsSeries {
  key: string
  name: string
  color: string
  other: boolean
  /** Drawn hatched: a claim, not a fact. */
  estimate: boolean
  total: string
}

interface BarsColumn {
  x: string
  /** Heights by series key; a missing key is a gap. */
  heights: Record<string, number>
  /** Exact amounts by series key, for the tooltip. */
  amounts: Record<string, string>
  total: string | null
}

interface BarsOptions {
  cap?: number
  /** The total number of series, when the caller has limited the rows. */
  groups?: number
  /** Fixed colors by series key. */
  colors?: Readonly<Record<string, string>>
  /** Keys of series that are estimates. They take no color of the others. */
  estimates?: readonly string[]
}

const estimateColor = 'var(--edge)'

export interface PreparedBars {
  series: BarsSeries[]
  columns: BarsColumn[]
  ticks: number[]
  /** Columns without data. */
  gaps: string[]
  /** Visible and total number of series; null when all are visible. */
  capped: { visible: number; total: number } | null
}

const otherKey = '\u0000other'

/** Prepares the bars. `xs` lists every column in order, so that a column without rows is a gap. */
export function prepareBars(
  rows: readonly BarsRow[],
  xs: readonly string[],
  { cap = palette.length, groups, colors = {}, estimates = [] }: BarsOptions = {},
): PreparedBars {
  const valuedRows = rows.filter((row) => row.value !== null)
  const byKey = Map.groupBy(valuedRows, (row) => (row.other ? otherKey : row.key))
  const totals = [...byKey]
    .map(([key, members]) => ({ key, name: members[0]?.name ?? key, total: totalOf(members) }))
    .toSorted((a, b) => Math.abs(Number(b.total)) - Math.abs(Number(a.total)) || a.name.localeCompare(b.name))
  const facts = totals.filter((entry) => entry.key !== otherKey && !estimates.includes(entry.key))
  const topTotals = [...facts.slice(0, cap), ...totals.filter(({ key }) => estimates.includes(key))]
  const otherTotals = totals.filter((entry) => !topTotals.includes(entry))
  const series: BarsSeries[] = topTotals.map((entry, index) => ({
    ...entry,
    color: estimates.includes(entry.key) ? estimateColor : (colors[entry.key] ?? colorAt(index)),
    other: false,
    estimate: estimates.includes(entry.key),
  }))
  if (otherTotals.length > 0) {
    const total = sum(otherTotals.map((entry) => entry.total))
    series.push({ key: otherKey, name: 'Other', color: otherColor, other: true, estimate: false, total })
  }
  const visibleKeys = new Set(topTotals.map((entry) => entry.key))
  const byX = Map.groupBy(valuedRows, (row) => row.x)
  const columns = xs.map((x) => column(x, byX.get(x) ?? [], visibleKeys))
  const seriesCount = groups ?? totals.filter((entry) => entry.key !== otherKey).length
  return {
    series,
    columns,
    ticks: niceTicks(
      Math.min(0, ...columns.map((entry) => stacked(entry, -1))),
      Math.max(0, ...columns.map((entry) => stacked(entry, 1))),
    ),
    gaps: columns.filter((entry) => entry.total === null).map((entry) => entry.x),
    capped: seriesCount > topTotals.length ? { visible: topTotals.length, total: seriesCount } : null,
  }
}

function column(x: string, rows: readonly BarsRow[], visibleKeys: ReadonlySet<string>): BarsColumn {
  const byKey = Map.groupBy(rows, (row) => (!row.other && visibleKeys.has(row.key) ? row.key : otherKey))
  const amounts = Object.fromEntries([...byKey].map(([key, members]) => [key, totalOf(members)]))
  const heights = Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, Number(amount)]))
  return { x, amounts, heights, total: rows.length > 0 ? totalOf(rows) : null }
}

function totalOf(rows: readonly BarsRow[]): string {
  return sum(rows.map((row) => row.value ?? '0'))
}

/** Height of the positive or negative side: credits are below zero, charges above. */
function stacked(entry: BarsColumn, sign: 1 | -1): number {
  return Object.values(entry.heights).reduce((sum, height) => (height * sign > 0 ? sum + height : sum), 0)
}
