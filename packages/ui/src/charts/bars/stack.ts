import type { PreparedBars } from './prepare.ts'

/** A part of a column, between two amounts. */
export interface Part {
  columnIndex: number
  from: number
  to: number
}

/** Stacks each series in each column: charges above zero, credits below. A gap has no part. */
export function stack({ series, columns }: Pick<PreparedBars, 'series' | 'columns'>): Part[][] {
  const parts: Part[][] = series.map(() => [])
  columns.forEach((column, columnIndex) => {
    const reached = { up: 0, down: 0 }
    series.forEach(({ key }, index) => {
      const value = column.heights[key]
      if (value === undefined || value === 0) return
      const side = value > 0 ? 'up' : 'down'
      const from = reached[side]
      reached[side] += value
      parts[index]?.push({ columnIndex, from, to: reached[side] })
    })
  })
  return parts
}
