/**
 * Lays out dense bar charts for a canvas, in pixels. ECharts was rejected: with bars, axes, and a tooltip it is 170 kB
 * gzipped, above the size budget of a screen.
 */
import type { PreparedBars } from '../bars/prepare.ts'
import { stack } from '../bars/stack.ts'
import { heightOf, namesUnder, type Plot, plotIn, stepOf } from '../plot.ts'

/** Above this many bars, one element per bar is slow to lay out. */
const MAX_SVG_BARS = 1500

export function isDense({ series, columns }: Pick<PreparedBars, 'series' | 'columns'>): boolean {
  return series.length * columns.length > MAX_SVG_BARS
}

export interface DenseLayout {
  plot: Plot
  bars: { x: number; y: number; width: number; height: number; color: string }[]
  /** The ticks of the y axis with their position. */
  rules: { y: number; tick: number }[]
  /** The x axis labels that fit. */
  labels: { x: number; name: string }[]
}

export function layOut(prepared: PreparedBars, width: number, height: number, names: readonly string[]): DenseLayout {
  const { series, columns, ticks } = prepared
  const plot = plotIn(width, height)
  const y = heightOf(plot, ticks)
  const step = stepOf(plot, columns.length, 'columns')
  return {
    plot,
    bars: stack(prepared).flatMap((parts, index) =>
      parts.map(({ columnIndex, from, to }) => {
        const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))]
        const color = series[index]?.color ?? ''
        return {
          x: plot.left + columnIndex * step,
          y: top,
          width: Math.max(step * 0.9, 0.5),
          height: bottom - top,
          color,
        }
      }),
    ),
    rules: ticks.map((tick) => ({ y: y(tick), tick })),
    labels: namesUnder(plot, names, 'columns'),
  }
}
