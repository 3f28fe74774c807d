import { mean } from './conformal.ts'

/** Seasons that show growth, and the latest of them, which must go on with half of it. */
const [seasons, latest] = [8, 3]
/** The least growth of a season, as a logarithm, and how many standard errors it must lie from none. */
const [least, deviations] = [0.02, 5]

/** Whether a series grows or shrinks by about the same share each season, beyond what chance would make of it. */
export function growsSteadily(values: readonly number[], season: number): boolean {
  if (values.length < seasons * season) return false
  const logs = Array.from({ length: seasons }, (_, i) => {
    const from = values.length - (seasons - i) * season
    return Math.log(mean(values.slice(from, from + season)))
  })
  if (!logs.every(Number.isFinite)) return false
  const { slope, error } = lineThrough(logs)
  const goesOn = lineThrough(logs.slice(-latest)).slope / slope > 0.5
  return Math.abs(slope) > Math.max(least, deviations * error) && goesOn
}

/** Least squares over 0, 1, 2 ...: the slope and its standard error. */
function lineThrough(list: readonly number[]): { slope: number; error: number } {
  const middle = (list.length - 1) / 2
  const width = list.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  const slope = list.reduce((sum, value, i) => sum + (i - middle) * value, 0) / width
  const level = mean(list)
  const rest = list.reduce((sum, value, i) => sum + (value - level - slope * (i - middle)) ** 2, 0)
  return { slope, error: Math.sqrt(rest / Math.max(1, list.length - 2) / width) }
}
