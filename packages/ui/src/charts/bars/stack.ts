import type { PreparedBars } from './prepare.ts'

/** A part of a column: from which amount to which. */
export interface Part {
  place: number
  from: number
  to: number
}

/** Where each series stands in each column: charges on each other above zero, credits below it; a gap has no part. */
export function stack({ series, columns }: Pick<PreparedBars, 'series' | 'columns'>): Part[][] {
  const parts: Part[][] = series.map(() => [])
  columns.forEach((column, place) => {
    const reached = { up: 0, down: 0 }
    series.forEach(({ key }, index) => {
      const value = column.heights[key]
      if (value === undefined || value === 0) return
      const side = value > 0 ? 'up' : 'down'
      const from = reached[side]
      reached[side] += value
      parts[index]?.push({ place, from, to: reached[side] })
    })
  })
  return parts
}
