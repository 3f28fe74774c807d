import type { Series } from '../aggregate/series.ts'
import type { View } from '../view.ts'

/** The size at which memory ends: said by a series of its own, or by a percentage. */
export function limitOf(series: Series, view: View): number | undefined {
  if (series.role === 'memory_percent') return 100
  const siblings = view.series.ofResource(series.resource.id)
  const reportedLimit = siblings.find(({ role }) => role === 'memory_limit')?.minutes.at(-1)?.last
  if (reportedLimit !== undefined && reportedLimit > 0) return reportedLimit
  const share = siblings.find(({ role }) => role === 'memory_percent')?.minutes.at(-1)?.last
  const now = series.minutes.at(-1)?.last
  return share !== undefined && share > 1 && now !== undefined ? (now / share) * 100 : undefined
}
