/** Stacked bars over time, decided: which series stand alone, in what order and colour, where the gaps are. */
import { sumExact } from '../../format/exact-sum.ts'
import { colorAt, otherColor, palette } from '../palette.ts'
import { niceTicks } from '../ticks.ts'

export interface BarsRow {
  /** Start of the day, week or month: "2018-10-03". */
  x: string
  key: string
  name: string
  /** Decimal text; null when the bill does not say. */
  value: string | null
  /** Already the rest of a list that was cut by whoever asked. */
  other?: boolean
}

export interface BarsSeries {
  key: string
  name: string
  color: string
  other: boolean
  total: string
}

export interface BarsColumn {
  x: string
  /** Heights by series key; a missing key is a gap. */
  heights: Record<string, number>
  /** The same as exact text, for the tooltip. */
  amounts: Record<string, string>
  total: string | null
}

export interface BarsOptions {
  cap?: number
  /** How many there are, where whoever asked has cut the list. */
  groups?: number
  /** By key, for what has a meaning and so a colour of its own. */
  colors?: Readonly<Record<string, string>>
}

export interface PreparedBars {
  series: BarsSeries[]
  columns: BarsColumn[]
  ticks: number[]
  /** Columns nobody has a figure for. */
  gaps: string[]
  /** "6 of 23": how many series stand alone, of how many. Null when all do. */
  capped: { shown: number; all: number } | null
}

const otherKey = '\u0000other'

/** `xs` is every column there should be, in order, so that a day without lines is a gap and not skipped. */
export function prepareBars(
  rows: readonly BarsRow[],
  xs: readonly string[],
  { cap = palette.length, groups, colors = {} }: BarsOptions = {},
): PreparedBars {
  const known = rows.filter((row) => row.value !== null)
  const byKey = Map.groupBy(known, (row) => (row.other ? otherKey : row.key))
  const totals = [...byKey]
    .map(([key, members]) => ({ key, name: members[0]?.name ?? key, total: totalOf(members) }))
    .toSorted((a, b) => Math.abs(Number(b.total)) - Math.abs(Number(a.total)) || a.name.localeCompare(b.name))
  const alone = totals.filter((entry) => entry.key !== otherKey).slice(0, cap)
  const rest = totals.filter((entry) => !alone.includes(entry))
  const series: BarsSeries[] = alone.map((entry, index) => ({
    ...entry,
    color: colors[entry.key] ?? colorAt(index),
    other: false,
  }))
  if (rest.length > 0) {
    const total = sumExact(rest.map((entry) => entry.total))
    series.push({ key: otherKey, name: 'Other', color: otherColor, other: true, total })
  }
  const standing = new Set(alone.map((entry) => entry.key))
  const byX = Map.groupBy(known, (row) => row.x)
  const columns = xs.map((x) => column(x, byX.get(x) ?? [], standing))
  const all = groups ?? totals.filter((entry) => entry.key !== otherKey).length
  return {
    series,
    columns,
    ticks: niceTicks(
      Math.min(0, ...columns.map((entry) => stacked(entry, -1))),
      Math.max(0, ...columns.map((entry) => stacked(entry, 1))),
    ),
    gaps: columns.filter((entry) => entry.total === null).map((entry) => entry.x),
    capped: all > alone.length ? { shown: alone.length, all } : null,
  }
}

function column(x: string, rows: readonly BarsRow[], standing: ReadonlySet<string>): BarsColumn {
  const byKey = Map.groupBy(rows, (row) => (!row.other && standing.has(row.key) ? row.key : otherKey))
  const amounts = Object.fromEntries([...byKey].map(([key, members]) => [key, totalOf(members)]))
  const heights = Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, Number(amount)]))
  return { x, amounts, heights, total: rows.length > 0 ? totalOf(rows) : null }
}

function totalOf(rows: readonly BarsRow[]): string {
  return sumExact(rows.map((row) => row.value ?? '0'))
}

/** Credits hang below the line, charges stand above it: each side is as tall as its own. */
function stacked(entry: BarsColumn, sign: 1 | -1): number {
  return Object.values(entry.heights).reduce((sum, height) => (height * sign > 0 ? sum + height : sum), 0)
}
