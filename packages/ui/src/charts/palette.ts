/** Six colours that stay apart for any eye and in grey (measured in tokens.test.ts), in the order series take them. */
export const palette = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
] as const

/** What is left over is never a colour of its own. */
export const otherColor = 'var(--chart-other)'

export function colorAt(index: number): string {
  return palette[index % palette.length] as string
}

/** The colour of a range around a line of that colour: what may be stands behind what is. */
export function faded(color: string): string {
  return `color-mix(in oklab, ${color} 22%, transparent)`
}
