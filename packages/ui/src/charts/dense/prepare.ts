/**
 * Bars too many for one element each, laid out for a canvas: rectangles, lines and labels in pixels.
 * (ECharts was weighed for this: with bars, axes and a tooltip it is 170 kB gzipped, more than a chart may be.)
 */
import type { PreparedBars } from '../bars/prepare.ts'

/** Above this many marks a page with one element for each is slow to lay out. */
const densest = 1500

export function isDense({ series, columns }: Pick<PreparedBars, 'series' | 'columns'>): boolean {
  return series.length * columns.length > densest
}

export interface DenseLayout {
  plot: { left: number; top: number; width: number; height: number }
  bars: { x: number; y: number; width: number; height: number; color: string }[]
  /** Where each tick of the axis lies. */
  rules: { y: number; tick: number }[]
  /** Columns that have room for their name. */
  labels: { x: number; index: number }[]
}

const margin = { top: 8, right: 4, bottom: 26, left: 56 }
/** A label needs this much room. */
const labelWidth = 72

export function layOut({ series, columns, ticks }: PreparedBars, width: number, height: number): DenseLayout {
  const plot = {
    left: margin.left,
    top: margin.top,
    width: Math.max(1, width - margin.left - margin.right),
    height: Math.max(1, height - margin.top - margin.bottom),
  }
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 0]
  const y = (value: number) => plot.top + ((high - value) / (high - low || 1)) * plot.height
  const step = plot.width / Math.max(1, columns.length)
  const bars = columns.flatMap((column, index) => {
    // Credits hang below zero, charges stand above it.
    const reached = { up: 0, down: 0 }
    return series.flatMap(({ key, color }) => {
      const value = column.heights[key]
      if (value === undefined || value === 0) return []
      const side = value > 0 ? 'up' : 'down'
      const from = reached[side]
      reached[side] += value
      const [top, bottom] = [y(Math.max(from, reached[side])), y(Math.min(from, reached[side]))]
      return [{ x: plot.left + index * step, y: top, width: Math.max(step * 0.9, 0.5), height: bottom - top, color }]
    })
  })
  const every = Math.max(1, Math.ceil(labelWidth / step))
  return {
    plot,
    bars,
    rules: ticks.map((tick) => ({ y: y(tick), tick })),
    labels: columns.flatMap((_, index) =>
      index % every === 0 ? [{ x: plot.left + (index + 0.5) * step, index }] : [],
    ),
  }
}

/** The column under a pointer; null beside the plot. */
export function columnAt({ plot }: DenseLayout, count: number, x: number): number | null {
  const index = Math.floor(((x - plot.left) / plot.width) * count)
  return index >= 0 && index < count ? index : null
}
