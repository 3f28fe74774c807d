import { ChartTip } from '../ChartTip.tsx'
import PlotFrame, { type Scale } from '../PlotFrame.tsx'
import type { PreparedBars } from './prepare.ts'
import { type Part, stack } from './stack.ts'

export interface BarsChartProps {
  prepared: PreparedBars
  /** Words for a column, short for the axis and full for the tooltip. */
  nameX(x: string): { short: string; full: string }
  /** Words for a figure: exact for the tooltip, short for the axis. */
  exact(amount: string): string
  short(amount: number): string
  /** What the picture shows, in a sentence. */
  label: string
  height?: number
  /** Only this series stands out; the others step back. */
  highlight?: string | null
}

const widest = 56
/** Of the room a column has, how much its bar takes; where there are many, all but a pixel. */
const filled = 0.64
const many = 45

/** Draws prepared bars, one path for each series: a month of twelve services is twelve elements, not a thousand. */
export default function BarsChart({
  prepared,
  nameX,
  exact,
  short,
  label,
  height = 300,
  highlight = null,
}: BarsChartProps) {
  const { series, columns, ticks } = prepared
  const parts = stack(prepared)
  return (
    <PlotFrame
      label={label}
      height={height}
      placing="columns"
      ticks={ticks}
      short={short}
      names={columns.map((column) => nameX(column.x).short)}
      tip={(place) => {
        const column = columns[place]
        if (!column) return null
        return (
          <ChartTip
            title={nameX(column.x).full}
            total={column.total === null ? null : exact(column.total)}
            lines={series
              .filter((entry) => entry.key in column.amounts)
              .map((entry) => ({ ...entry, value: exact(column.amounts[entry.key] ?? '0') }))}
          />
        )
      }}
    >
      {(scale) =>
        series.map(({ key, color }, index) => (
          <path
            key={key}
            d={outline(parts[index] ?? [], columns.length, scale)}
            fill={color}
            fillOpacity={highlight === null || highlight === key ? 1 : 0.22}
            stroke="var(--paper)"
            // Between bars of a few pixels a line of paper would be most of them.
            strokeWidth={scale.step < 12 ? 0 : 0.75}
          />
        ))
      }
    </PlotFrame>
  )
}

/** Rectangles of one colour as one outline. */
function outline(parts: readonly Part[], count: number, { step, x, y }: Scale): string {
  const width = count > many ? Math.max(0.5, step - 1) : Math.min(widest, step * filled)
  return parts
    .map(({ place, from, to }) => {
      const left = (x(place) - width / 2).toFixed(2)
      const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))]
      return `M${left} ${top.toFixed(2)}h${width.toFixed(2)}v${(bottom - top).toFixed(2)}h${(-width).toFixed(2)}z`
    })
    .join('')
}
