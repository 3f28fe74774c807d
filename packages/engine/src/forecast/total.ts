import { conformalQuantile, widened } from './conformal.ts'
import type { Forecast } from './forecast-values.ts'
import { type Level, levels } from './levels.ts'
import { normal } from './student.ts'

export interface Total {
  point: number
  bands: Record<Level, { lower: number; upper: number }>
}

/**
 * What has come so far and the next `rows` rows together, for month ends. Its range comes from the summed errors of
 * whole paths: errors of neighboring days go the same way, so adding up the bands of single days would be wrong.
 */
export function totalOf(soFar: number, { point, errors, sums: trials, levelError = 0 }: Forecast, rows: number): Total {
  const sum = soFar + point.slice(0, rows).reduce((total, value) => total + value, 0)
  const sums = errors
    .map((path) => {
      // Where the backtest did not reach, its summed error goes on growing with the distance.
      const reach = Math.min(rows, path.length)
      return reach === 0
        ? 0
        : Math.abs(path.slice(0, reach).reduce((total, error) => total + error, 0)) * (rows / reach)
    })
    .sort((a, b) => a - b)
  const band = (level: Level) => {
    const bySums = sums.length === 0 ? conformalQuantile([], 0) : widened(sums, level, trials)
    // Past errors know nothing of a level that has only just been learned, and it is off on all rows alike.
    const halfWidth = Math.hypot(bySums, normal[level] * levelError * rows)
    return { lower: Math.max(soFar, sum - halfWidth), upper: sum + halfWidth }
  }
  return { point: sum, bands: Object.fromEntries(levels.map((level) => [level, band(level)])) as Total['bands'] }
}
