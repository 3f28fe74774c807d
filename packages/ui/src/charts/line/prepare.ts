/** The line chart, decided: either form of data becomes rows and lines, or one sentence says what is wrong with it. */
import { colorAt, palette } from '../palette.ts'

export type Cell = string | number | null | undefined
export type LineRow = Record<string, Cell>

export interface LineWords {
  dataKey: string
  name?: string
  color?: string
  strokeWidth?: number
  strokeDasharray?: string
}

/** Labels and datasets, as Chart.js takes them. */
export interface LabelledData {
  labels: readonly string[]
  datasets: readonly { label: string; data: readonly Cell[]; borderColor?: string }[]
}

export interface LineInput {
  /** Rows keyed by `xKey`, or labels with datasets. Whatever else comes is refused in words. */
  data: unknown
  xKey?: string
  lines?: readonly LineWords[]
  /** A range around one of the lines, in its colour. */
  band?: BandWords
}

export interface BandWords {
  /** Keys of its two edges in the rows. */
  lower: string
  upper: string
  name: string
  /** The `dataKey` of the line it surrounds. */
  around: string
}

export interface PreparedBand {
  name: string
  color: string
  /** In the order of the rows; null where an edge is unknown. */
  edges: ([number, number] | null)[]
}

export interface PreparedLine extends Required<Pick<LineWords, 'dataKey' | 'name' | 'color' | 'strokeWidth'>> {
  strokeDasharray: string | undefined
}

export type PreparedLines =
  | {
      state: 'data'
      xKey: string
      rows: { x: string; values: Record<string, number | null> }[]
      lines: PreparedLine[]
      band?: PreparedBand
    }
  | { state: 'empty' }
  | { state: 'error'; message: string; detail: string }

export const lineErrors = {
  keys: 'Invalid data structure. Missing required keys...',
  array: 'Data must be an array',
  format: 'Invalid data format. Please provide either Recharts format or Chart.js format.',
} as const

/** Rows without a figure for a line are gaps in it: unknown is never drawn as zero. */
export function prepareLines({ data, xKey = 'x', lines = [], band }: LineInput): PreparedLines {
  if (isLabelled(data)) return fromLabelled(data)
  if (!Array.isArray(data)) {
    const message = lines.length > 0 ? lineErrors.array : lineErrors.format
    return { state: 'error', message, detail: `It is ${data === null ? 'null' : typeof data}.` }
  }
  if (data.length === 0) return { state: 'empty' }
  if (lines.length === 0) {
    return { state: 'error', message: lineErrors.format, detail: 'Rows came without a list of lines.' }
  }
  const wrong = data.findIndex((row) => !hasKeys(row, xKey, lines))
  if (wrong >= 0) {
    const keys = `"${xKey}" and one of ${lines.map((line) => `"${line.dataKey}"`).join(', ')}`
    return { state: 'error', message: lineErrors.keys, detail: `Row ${wrong + 1} needs ${keys}.` }
  }
  const rows = (data as LineRow[]).map((row) => ({
    x: String(row[xKey]),
    values: Object.fromEntries(lines.map((line) => [line.dataKey, toFigure(row[line.dataKey])])),
  }))
  if (rows.every(isGap)) return { state: 'empty' }
  const dressed = lines.map(dress)
  return { state: 'data', xKey, rows, lines: dressed, ...(band && { band: bandOf(data as LineRow[], band, dressed) }) }
}

function bandOf(
  rows: readonly LineRow[],
  { lower, upper, name, around }: BandWords,
  lines: PreparedLine[],
): PreparedBand {
  return {
    name,
    color: lines.find(({ dataKey }) => dataKey === around)?.color ?? colorAt(0),
    edges: rows.map((row) => {
      const [low, high] = [toFigure(row[lower]), toFigure(row[upper])]
      return low === null || high === null ? null : [low, high]
    }),
  }
}

function fromLabelled({ labels, datasets }: LabelledData): PreparedLines {
  if (labels.length === 0 || datasets.length === 0) return { state: 'empty' }
  const rows = labels.map((x, index) => ({
    x: String(x),
    values: Object.fromEntries(datasets.map((set) => [set.label, toFigure(set.data[index])])),
  }))
  if (rows.every(isGap)) return { state: 'empty' }
  const lines = datasets.map(({ label, borderColor }) => ({ dataKey: label, name: label, color: borderColor }))
  return { state: 'data', xKey: 'x', rows, lines: lines.map(dress) }
}

/** Rows of these alone draw nothing. */
function isGap({ values }: { values: Record<string, number | null> }): boolean {
  return Object.values(values).every((value) => value === null)
}

function isLabelled(data: unknown): data is LabelledData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const { labels, datasets } = data as Partial<LabelledData>
  return (
    Array.isArray(labels) &&
    Array.isArray(datasets) &&
    datasets.every((set) => typeof set?.label === 'string' && Array.isArray(set.data))
  )
}

function hasKeys(row: unknown, xKey: string, lines: readonly LineWords[]): boolean {
  if (typeof row !== 'object' || row === null) return false
  return xKey in row && lines.some((line) => line.dataKey in row)
}

function toFigure(cell: Cell): number | null {
  if (cell === null || cell === undefined || cell === '') return null
  const figure = Number(cell)
  return Number.isFinite(figure) ? figure : null
}

function dress(line: LineWords, index: number): PreparedLine {
  return {
    dataKey: line.dataKey,
    name: line.name ?? line.dataKey,
    color: line.color ?? colorAt(index),
    strokeWidth: line.strokeWidth ?? 2,
    // Past the last colour they begin again, and a second line of a colour is told by its dashes.
    strokeDasharray: line.strokeDasharray ?? (index >= palette.length ? '3 3' : undefined),
  }
}
