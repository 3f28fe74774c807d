/** The place of a picture between its axes, in pixels: how amounts become heights and names find room. */

export interface Plot {
  left: number
  top: number
  width: number
  height: number
}

/** Columns have a width of their own; points stand on both edges. */
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

/** The height at which an amount is drawn, between the first tick and the last. */
export function heightOf({ top, height }: Plot, ticks: readonly number[]): (amount: number) => number {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 0]
  return (amount) => top + ((high - amount) / (high - low || 1)) * height
}

/** How far it is from one place to the next. */
export function stepOf({ width }: Plot, count: number, placing: Placing): number {
  return placing === 'columns' ? width / Math.max(1, count) : width / Math.max(1, count - 1)
}

/** The middle of a place. */
export function middleOf(plot: Plot, count: number, placing: Placing): (place: number) => number {
  const step = stepOf(plot, count, placing)
  if (placing === 'columns') return (place) => plot.left + (place + 0.5) * step
  return (place) => (count === 1 ? plot.left + plot.width / 2 : plot.left + place * step)
}

/** The place under a pointer, the nearest for points; null beside the plot. */
export function placeAt(plot: Plot, count: number, placing: Placing, x: number): number | null {
  const along = (x - plot.left) / plot.width
  if (count === 0 || along < -0.02 || along > 1.02) return null
  const place = placing === 'columns' ? Math.floor(along * count) : Math.round(along * (count - 1))
  return Math.min(count - 1, Math.max(0, place))
}

/** A figure of 12 px is about this wide, and names keep this much between them. */
const letter = 6.6
const between = 26

/** Which names have room under the axis, and where their middle stands so that none leaves the picture. */
export function namesUnder(
  plot: Plot,
  names: readonly string[],
  placing: Placing,
): { place: number; name: string; x: number }[] {
  const widest = Math.max(0, ...names.map((name) => name.length)) * letter
  const every = Math.max(1, Math.ceil((widest + between) / stepOf(plot, names.length, placing)))
  const middle = middleOf(plot, names.length, placing)
  const end = plot.left + plot.width + margin.right
  return names.flatMap((name, place) => {
    if (place % every !== 0) return []
    return [{ place, name, x: Math.min(middle(place), end - (name.length * letter) / 2) }]
  })
}
