import { useId } from 'react'
import { ChartTip } from '../ChartTip.tsx'
import type { ChartMark } from '../Marks.tsx'
import PlotFrame, { type Scale } from '../PlotFrame.tsx'
import type { PreparedBars } from './prepare.ts'
import { type Part, stack } from './stack.ts'

export interface BarsChartProps {
  prepared: PreparedBars
  /** The label of a column: short for the axis, full for the tooltip. */
  nameX(x: string): { short: string; full: string }
  /** Formats an amount: exact for the tooltip, short for the axis. */
  exact(amount: string): string
  short(amount: number): string
  /** The accessible name of the chart. */
  label: string
  height?: number
  /** The series to highlight; the others fade. */
  highlight?: string | null
  /** A click on a column with data. */
  onPick?: ((x: string) => void) | undefined
  /** Notes on columns. */
  marks?: readonly ChartMark[]
}

const widest = 56
/** The share of a column's width that its bar fills. Above `crowdedCount` columns, bars are one pixel apart. */
const filled = 0.64
const crowdedCount = 45

/** Draws prepared bars with one path per series, to keep the number of elements small. */
export default function BarsChart({
  prepared,
  nameX,
  exact,
  short,
  label,
  height = 300,
  highlight = null,
  onPick,
  marks,
}: BarsChartProps) {
  const { series, columns, ticks } = prepared
  const parts = stack(prepared)
  const hatch = useId()
  return (
    <PlotFrame
      label={label}
      height={height}
      placing="columns"
      ticks={ticks}
      short={short}
      names={columns.map((column) => nameX(column.x).short)}
      marks={marks}
      onPick={
        onPick &&
        ((index) => {
          const column = columns[index]
          if (column && column.total !== null) onPick(column.x)
        })
      }
      tip={(index) => {
        const column = columns[index]
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
      {(scale) => (
        <>
          {series.some(({ estimate }) => estimate) && <Hatch id={hatch} />}
          {series.map(({ key, color, estimate }, index) => (
            <path
              key={key}
              d={outline(parts[index] ?? [], columns.length, scale)}
              fill={estimate ? `url(#${hatch})` : color}
              fillOpacity={highlight === null || highlight === key ? 1 : 0.22}
              stroke="var(--paper)"
              // A separator would cover most of a narrow bar.
              strokeWidth={scale.step < 12 ? 0 : 0.75}
            />
          ))}
        </>
      )}
    </PlotFrame>
  )
}

/** The pattern of estimates. */
function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={5} height={5} fill="var(--paper)" />
        <line x1={1} y1={0} x2={1} y2={5} stroke="var(--edge)" strokeWidth={1.4} />
      </pattern>
    </defs>
  )
}

/** Returns the rectangles of one series as one path. */
function outline(parts: readonly Part[], count: number, { step, x, y }: Scale): string {
  const width = count > crowdedCount ? Math.max(0.5, step - 1) : Math.min(widest, step * filled)
  return parts
    .map(({ columnIndex, from, to }) => {
      const left = (x(columnIndex) - width / 2).toFixed(2)
      const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))]
      return `M${left} ${top.toFixed(2)}h${width.toFixed(2)}v${(bottom - top).toFixed(2)}h${(-width).toFixed(2)}z`
    })
    .join('')
}
