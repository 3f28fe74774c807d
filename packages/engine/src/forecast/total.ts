import { fromKeys } from '@kept/foundation/keys.ts'
import { mean } from './conformal.ts'
import type { Forecast } from './forecast-values.ts'
import { type Level, levels } from './levels.ts'
import { normal, studentFactor } from './student.ts'

export interface Total {
  point: number
  bands: Record<Level, { lower: number; upper: number }>
}

/** Fewer paths that do not overlap are counted as so many. */
const fewestPaths = 2
/** Paths that overlap by half tell something new as well: what each path that does not overlap is worth. */
const perPath = 2

/**
 * What has come so far and the next `rows` rows together, for month ends. Its range comes from the summed errors of
 * whole paths: errors of neighboring days go the same way, so adding up the bands of single days would be wrong. Sums of
 * many rows are close to normal, and a spread uses all of the few sums there are, where a quantile is the largest one.
 */
export function totalOf(soFar: number, { point, errors, sums: apart, levelError = 0 }: Forecast, rows: number): Total {
  const sum = soFar + point.slice(0, rows).reduce((total, value) => total + value, 0)
  const sums = errors.map((path) => {
    // Where the backtest did not reach, its summed error goes on growing with the distance.
    const reach = Math.min(rows, path.length)
    return reach === 0 ? 0 : path.slice(0, reach).reduce((total, error) => total + error, 0) * (rows / reach)
  })
  const spread = Math.sqrt(mean(sums.map((error) => error * error)))
  const trials = perPath * Math.max(fewestPaths, apart)
  const band = (level: Level) => {
    const bySums = normal[level] * studentFactor(level, trials) * spread
    // Past errors know nothing of a level that has only just been learned, and it is off on all rows alike.
    const halfWidth = Math.hypot(bySums, normal[level] * levelError * rows)
    return { lower: Math.max(soFar, sum - halfWidth), upper: sum + halfWidth }
  }
  return { point: sum, bands: fromKeys(levels, band) }
}
