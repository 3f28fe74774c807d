/**
 * Bars too many for one element each, laid out for a canvas: rectangles, lines and labels in pixels.
 * (ECharts was weighed for this: with bars, axes and a tooltip it is 170 kB gzipped, more than a chart may be.)
 */
import type { PreparedBars } from '../bars/prepare.ts'
import { stack } from '../bars/stack.ts'
import { heightOf, namesUnder, type Plot, plotIn, stepOf } from '../plot.ts'

/** Above this many marks a page with one element for each is slow to lay out. */
const densest = 1500

export function isDense({ series, columns }: Pick<PreparedBars, 'series' | 'columns'>): boolean {
  return series.length * columns.length > densest
}

export interface DenseLayout {
  plot: Plot
  bars: { x: number; y: number; width: number; height: number; color: string }[]
  /** Where each tick of the axis lies. */
  rules: { y: number; tick: number }[]
  /** Columns that have room for their name. */
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
      parts.map(({ place, from, to }) => {
        const [top, bottom] = [y(Math.max(from, to)), y(Math.min(from, to))]
        const color = series[index]?.color ?? ''
        return { x: plot.left + place * step, y: top, width: Math.max(step * 0.9, 0.5), height: bottom - top, color }
      }),
    ),
    rules: ticks.map((tick) => ({ y: y(tick), tick })),
    labels: namesUnder(plot, names, 'columns'),
  }
}
