/** A value keeps its color whatever else is filtered: the six colors go by rank over all costs. */
import { colorAt, palette } from '@kept/ui/charts/palette.ts'

/**
 * Colors by key. `ranked` are the keys over all costs, the largest first; a drawn key without a rank gets a color that
 * no drawn key has.
 */
export function stableColors(ranked: readonly string[], drawn: readonly string[]): Record<string, string> {
  const colors = new Map(ranked.slice(0, palette.length).map((key, index) => [key, colorAt(index)]))
  const taken = new Set(drawn.flatMap((key) => colors.get(key) ?? []))
  const free = palette.filter((color) => !taken.has(color))
  for (const key of drawn.filter((each) => !colors.has(each))) {
    const color = free.shift()
    if (color) colors.set(key, color)
  }
  return Object.fromEntries([...colors].filter(([key]) => drawn.includes(key)))
}
