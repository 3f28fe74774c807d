/** The plot area of a chart in pixels: scales and axis labels. */

export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

/** Columns have a width; points reach both edges of the plot. */
export type Placing = 'columns' | 'points'

const margin = { top: 8, right: 6, bottom: 26, left: 56 }

export function plotIn(width: number, height: number): Plot {
  return {
    left: margin.left,
    top: margin.top,
    width: Math.max(1, width - margin.left - margin.right),
    height: Math.max(1, height - margin.top - margin.bottom),
  }
}

/** Returns the y scale: from an amount to a position between the first and last tick. */
export function heightOf({ top, height }: Plot, ticks: readonly number[]): (amount: number) => number {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 0]
  return (amount) => top + ((high - amount) / (high - low || 1)) * height
}

/** Returns the distance between two positions. */
export function stepOf({ width }: Plot, count: number, placing: Placing): number {
  return placing === 'columns' ? width / Math.max(1, count) : width / Math.max(1, count - 1)
}

/** Returns the x scale: from an index to the middle of its position. */
export function middleOf(plot: Plot, count: number, placing: Placing): (index: number) => number {
  const step = stepOf(plot, count, placing)
  if (placing === 'columns') return (index) => plot.left + (index + 0.5) * step
  return (index) => (count === 1 ? plot.left + plot.width / 2 : plot.left + index * step)
}

/** Returns the index under the pointer, the nearest one for points; null outside the plot. */
export function placeAt(plot: Plot, count: number, placing: Placing, x: number): number | null {
  const along = (x - plot.left) / plot.width
  if (count === 0 || along < -0.02 || along > 1.02) return null
  const index = placing === 'columns' ? Math.floor(along * count) : Math.round(along * (count - 1))
  return Math.min(count - 1, Math.max(0, index))
}

/** Approximate width of a 12 px character. */
const characterWidth = 6.6
/** Minimum space between labels. */
const labelGap = 26

/** Returns the axis labels that fit, with their position inside the chart. */
export function namesUnder(
  plot: Plot,
  names: readonly string[],
  placing: Placing,
): { index: number; name: string; x: number }[] {
  const widest = Math.max(0, ...names.map((name) => name.length)) * characterWidth
  const interval = Math.max(1, Math.ceil((widest + labelGap) / stepOf(plot, names.length, placing)))
  const middle = middleOf(plot, names.length, placing)
  const end = plot.left + plot.width + margin.right
  return names.flatMap((name, index) => {
    if (index % interval !== 0) return []
    return [{ index, name, x: Math.min(middle(index), end - (name.length * characterWidth) / 2) }]
  })
}
