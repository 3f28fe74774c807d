import { lazy, Suspense } from 'react'
import { ChartEmpty, ChartError, ChartLoading } from '../ChartState.tsx'
import type { ChartMark } from '../Marks.tsx'
import { faded } from '../palette.ts'
import { SeriesKey } from '../SeriesKey.tsx'
import { type LineInput, type PreparedLines, prepareLines } from './prepare.ts'

const LinesChart = lazy(() => import('./LinesChart.tsx'))

type Drawable = Extract<PreparedLines, { state: 'data' }>

interface LinesProps extends LineInput {
  label: string
  height?: number
  loading?: boolean
  /** Areas on top of each other; a gap counts as nothing. */
  stacked?: boolean
  /** Shown when there is no data. */
  empty?: string
  /** The error message when loading failed. */
  error?: string
  format?(figure: number): string
  /** The short format, for the axis. */
  short?(figure: number): string
  /** The label of a row: short for the axis, full for the tooltip. Defaults to the value of `xKey`. */
  nameX?(x: string): { short: string; full: string }
  /** Notes on rows. */
  marks?: readonly ChartMark[]
  /** Legend figures by `dataKey`, with a caption. Defaults to the latest value of each line. */
  legend?: { figures: Readonly<Record<string, number>>; caption: string }
}

const sameLabel = (x: string) => ({ short: x, full: x })

/** The line chart with its states: loading, error, empty, and data. */
export function Lines(props: LinesProps) {
  const { label, height = 300, loading = false, error, format = String, ...rest } = props
  const { short = format, nameX = sameLabel, empty, legend, marks, stacked = false, ...input } = rest
  if (loading) return <ChartLoading height={height} />
  if (error) return <ChartError height={height} message={error} />
  const prepared = prepareLines(input)
  if (prepared.state === 'error')
    return <ChartError height={height} message={prepared.message} detail={prepared.detail} />
  if (prepared.state === 'empty') return <ChartEmpty height={height} {...(empty && { message: empty })} />
  return (
    // A container query: in a side panel the legend goes below the chart.
    <div className="@container">
      <figure className="flex flex-col gap-x-8 gap-y-3 @2xl:flex-row" aria-label={label}>
        <div className="min-w-0 flex-1">
          <Suspense fallback={<ChartLoading height={height} />}>
            <LinesChart {...{ stacked, marks, prepared, label, height, format, short, nameX }} />
          </Suspense>
        </div>
        <figcaption className="@2xl:w-56 @2xl:pt-2">
          <SeriesKey
            entries={[
              ...prepared.lines.map((line) => ({
                key: line.dataKey,
                name: line.name,
                color: line.color,
                value: formatLegend(legend?.figures[line.dataKey], format) ?? latest(prepared, line.dataKey, format),
              })),
              ...bandEntry(prepared, format),
            ]}
          />
          <p className="mt-2 text-micro text-faint">{legend?.caption ?? 'Latest value of each line.'}</p>
        </figcaption>
      </figure>
    </div>
  )
}

function formatLegend(figure: number | undefined, format: (figure: number) => string): string | undefined {
  return figure === undefined ? undefined : format(figure)
}

/** The last known figure of a line, or "no data". */
function latest({ rows }: Drawable, key: string, format: (figure: number) => string): string {
  const figure = rows.findLast((row) => row.values[key] !== null)?.values[key]
  return figure === null || figure === undefined ? 'no data' : format(figure)
}

function bandEntry({ band }: Drawable, format: (figure: number) => string) {
  if (!band) return []
  const last = band.edges.findLast((edges) => edges !== null)
  const value = last ? `${format(last[0])} – ${format(last[1])}` : 'no data'
  return [{ key: 'band', name: band.name, color: faded(band.color), value }]
}
