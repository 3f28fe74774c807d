import { ChartTip } from '../ChartTip.tsx'
import type { ChartMark } from '../Marks.tsx'
import PlotFrame from '../PlotFrame.tsx'
import { faded } from '../palette.ts'
import { niceTicks } from '../ticks.ts'
import { bandBetween, lineThrough } from './outline.ts'
import type { PreparedLines } from './prepare.ts'

interface LinesChartProps {
  prepared: Extract<PreparedLines, { state: 'data' }>
  label: string
  height: number
  format(figure: number): string
  /** The short format, for the axis. */
  short(figure: number): string
  /** Areas on top of each other. */
  stacked?: boolean
  /** The label of a row: short for the axis, full for the tooltip. */
  nameX(x: string): { short: string; full: string }
  marks?: readonly ChartMark[] | undefined
}

/** Above this many points, no dots are drawn. */
const maxDots = 31

/** Draws prepared lines. */
export default function LinesChart({
  prepared,
  label,
  height,
  format,
  short,
  nameX,
  stacked = false,
  marks,
}: LinesChartProps) {
  const { rows, lines, band } = prepared
  const areas = stacked
    ? stackAreas(
        rows,
        lines.map(({ dataKey }) => dataKey),
      )
    : null
  const figures = [
    ...(areas?.flat(2) ?? []),
    ...(areas ? [] : rows).flatMap((row) => Object.values(row.values).filter((value) => value !== null)),
    ...(band?.edges.flatMap((edges) => edges ?? []) ?? []),
  ]
  const valuesOf = (key: string) => rows.map((row) => row.values[key] ?? null)
  return (
    <PlotFrame
      label={label}
      height={height}
      placing="points"
      ticks={niceTicks(Math.min(0, ...figures), Math.max(0, ...figures))}
      short={short}
      names={rows.map((row) => nameX(row.x).short)}
      marks={marks}
      tip={(index) => <ChartTip title={nameX(rows[index]?.x ?? '').full} total="" lines={tipLines(index)} />}
    >
      {({ x, y }) => (
        <>
          {band && <path d={bandBetween(band.edges, x, y)} fill={faded(band.color)} />}
          {areas?.map((edges, index) => (
            <path
              key={lines[index]?.dataKey}
              d={bandBetween(edges, x, y)}
              fill={lines[index]?.color}
              fillOpacity={0.85}
            />
          ))}
          {!areas &&
            lines.map((line) => (
              <g key={line.dataKey} fill={line.color}>
                <path
                  d={lineThrough(valuesOf(line.dataKey), x, y)}
                  fill="none"
                  stroke={line.color}
                  strokeWidth={line.strokeWidth}
                  strokeDasharray={line.strokeDasharray}
                  strokeLinejoin="round"
                />
                {valuesOf(line.dataKey).map((value, index, values) =>
                  value !== null && (rows.length <= maxDots || standsAlone(values, index)) ? (
                    <circle key={rows[index]?.x} cx={x(index)} cy={y(value)} r={rows.length === 1 ? 4 : 2} />
                  ) : null,
                )}
              </g>
            ))}
        </>
      )}
    </PlotFrame>
  )

  function tipLines(index: number) {
    const edges = band?.edges[index]
    const lineTips = lines.map(({ dataKey, name, color }) => {
      const value = rows[index]?.values[dataKey] ?? null
      return { key: dataKey, name, color, value: value === null ? 'no data' : format(value) }
    })
    if (!band || !edges) return lineTips
    const range = `${format(edges[0])} – ${format(edges[1])}`
    return [...lineTips, { key: 'band', name: band.name, color: faded(band.color), value: range }]
  }
}

/** Whether a figure is between two gaps: it needs a dot, because it has no line. */
function standsAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
}

/** The lower and upper edge of each series in each row, the first at the bottom. */
function stackAreas(
  rows: readonly { values: Record<string, number | null> }[],
  keys: readonly string[],
): [number, number][][] {
  const heights = rows.map(() => 0)
  return keys.map((key) =>
    rows.map(({ values }, index): [number, number] => {
      const from = heights[index] ?? 0
      const to = from + (values[key] ?? 0)
      heights[index] = to
      return [from, to]
    }),
  )
}
