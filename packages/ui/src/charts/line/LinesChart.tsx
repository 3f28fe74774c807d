import { ChartTip } from '../ChartTip.tsx'
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
  /** The same in a few characters, for the axis. */
  short(figure: number): string
  /** What stands under the axis for a row, and the whole of it in its tip. */
  nameX(x: string): { short: string; full: string }
}

/** With more points than this their dots would be the line. */
const mostDots = 31

/** Draws prepared lines; it decides nothing. */
export default function LinesChart({ prepared, label, height, format, short, nameX }: LinesChartProps) {
  const { rows, lines, band } = prepared
  const figures = [
    ...rows.flatMap((row) => Object.values(row.values).filter((value) => value !== null)),
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
      tip={(place) => <ChartTip title={nameX(rows[place]?.x ?? '').full} total="" lines={tipLines(place)} />}
    >
      {({ x, y }) => (
        <>
          {band && <path d={bandBetween(band.edges, x, y)} fill={faded(band.color)} />}
          {lines.map((line) => (
            <g key={line.dataKey} fill={line.color}>
              <path
                d={lineThrough(valuesOf(line.dataKey), x, y)}
                fill="none"
                stroke={line.color}
                strokeWidth={line.strokeWidth}
                strokeDasharray={line.strokeDasharray}
                strokeLinejoin="round"
              />
              {valuesOf(line.dataKey).map((value, place, values) =>
                value !== null && (rows.length <= mostDots || standsAlone(values, place)) ? (
                  <circle key={rows[place]?.x} cx={x(place)} cy={y(value)} r={rows.length === 1 ? 4 : 2} />
                ) : null,
              )}
            </g>
          ))}
        </>
      )}
    </PlotFrame>
  )

  function tipLines(place: number) {
    const edges = band?.edges[place]
    const of = lines.map(({ dataKey, name, color }) => {
      const value = rows[place]?.values[dataKey] ?? null
      return { key: dataKey, name, color, value: value === null ? 'no data' : format(value) }
    })
    if (!band || !edges) return of
    const range = `${format(edges[0])} – ${format(edges[1])}`
    return [...of, { key: 'band', name: band.name, color: faded(band.color), value: range }]
  }
}

/** Between two gaps a figure has no line: without a dot it would not be seen. */
function standsAlone(values: readonly (number | null)[], place: number): boolean {
  return (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null
}
