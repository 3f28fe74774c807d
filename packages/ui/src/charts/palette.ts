/** Six colors that stay distinct with color blindness and in gray (see tokens.test.ts), in series order. */
export const palette = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
] as const

/** The color of the Other group. */
export const otherColor = 'var(--chart-other)'

export function colorAt(index: number): string {
  return palette[index % palette.length] as string
}

/** The color of a range around a line. */
export function faded(color: string): string {
  return `color-mix(in oklab, ${color} 22%, transparent)`
}
