/** Prepares a line chart: both data formats become rows and lines, or an error message. */
import { colorAt, palette } from '../palette.ts'

type Cell = string | number | null | undefined
type LineRow = Record<string, Cell>

interface LineLabels {
  dataKey: string
  name?: string
  color?: string
  strokeWidth?: number
  strokeDasharray?: string
}

/** Labels and datasets in Chart.js format. */
interface LabeledData {
  labels: readonly string[]
  datasets: readonly { label: string; data: readonly Cell[]; borderColor?: string }[]
}

export interface LineInput {
  /** Rows keyed by `xKey`, or labels with datasets. Other data is an error. */
  data: unknown
  xKey?: string
  lines?: readonly LineLabels[]
  /** A range around a line, in its color. */
  band?: BandLabels
}

interface BandLabels {
  /** Row keys of the two edges. */
  lower: string
  upper: string
  name: string
  /** The `dataKey` of the line it surrounds. */
  around: string
}

interface PreparedBand {
  name: string
  color: string
  /** One per row; null where an edge is unknown. */
  edges: ([number, number] | null)[]
}

interface PreparedLine extends Required<Pick<LineLabels, 'dataKey' | 'name' | 'color' | 'strokeWidth'>> {
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

/** Returns the prepared chart. A missing figure is a gap, never zero. */
export function prepareLines({ data, xKey = 'x', lines = [], band }: LineInput): PreparedLines {
  if (isLabeled(data)) return fromLabeled(data)
  if (!Array.isArray(data)) {
    const message = lines.length > 0 ? lineErrors.array : lineErrors.format
    return { state: 'error', message, detail: `Received ${data === null ? 'null' : typeof data}.` }
  }
  if (data.length === 0) return { state: 'empty' }
  if (lines.length === 0) {
    return { state: 'error', message: lineErrors.format, detail: 'Rows need a list of lines.' }
  }
  const invalidIndex = data.findIndex((row) => !hasKeys(row, xKey, lines))
  if (invalidIndex >= 0) {
    const keys = `"${xKey}" and one of ${lines.map((line) => `"${line.dataKey}"`).join(', ')}`
    return { state: 'error', message: lineErrors.keys, detail: `Row ${invalidIndex + 1} needs ${keys}.` }
  }
  const rows = (data as LineRow[]).map((row) => ({
    x: String(row[xKey]),
    values: Object.fromEntries(lines.map((line) => [line.dataKey, toFigure(row[line.dataKey])])),
  }))
  if (rows.every(isGap)) return { state: 'empty' }
  const styled = lines.map(applyStyle)
  return { state: 'data', xKey, rows, lines: styled, ...(band && { band: bandOf(data as LineRow[], band, styled) }) }
}

function bandOf(
  rows: readonly LineRow[],
  { lower, upper, name, around }: BandLabels,
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

function fromLabeled({ labels, datasets }: LabeledData): PreparedLines {
  if (labels.length === 0 || datasets.length === 0) return { state: 'empty' }
  const rows = labels.map((x, index) => ({
    x: String(x),
    values: Object.fromEntries(datasets.map((set) => [set.label, toFigure(set.data[index])])),
  }))
  if (rows.every(isGap)) return { state: 'empty' }
  const lines = datasets.map(({ label, borderColor }) => ({ dataKey: label, name: label, color: borderColor }))
  return { state: 'data', xKey: 'x', rows, lines: lines.map(applyStyle) }
}

/** Whether a row has no figures. */
function isGap({ values }: { values: Record<string, number | null> }): boolean {
  return Object.values(values).every((value) => value === null)
}

function isLabeled(data: unknown): data is LabeledData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false
  const { labels, datasets } = data as Partial<LabeledData>
  return (
    Array.isArray(labels) &&
    Array.isArray(datasets) &&
    datasets.every((set) => typeof set?.label === 'string' && Array.isArray(set.data))
  )
}

function hasKeys(row: unknown, xKey: string, lines: readonly LineLabels[]): boolean {
  if (typeof row !== 'object' || row === null) return false
  return xKey in row && lines.some((line) => line.dataKey in row)
}

function toFigure(cell: Cell): number | null {
  if (cell === null || cell === undefined || cell === '') return null
  const figure = Number(cell)
  return Number.isFinite(figure) ? figure : null
}

function applyStyle(line: LineLabels, index: number): PreparedLine {
  return {
    dataKey: line.dataKey,
    name: line.name ?? line.dataKey,
    color: line.color ?? colorAt(index),
    strokeWidth: line.strokeWidth ?? 2,
    // When colors repeat, dashes distinguish the lines.
    strokeDasharray: line.strokeDasharray ?? (index >= palette.length ? '3 3' : undefined),
  }
}
