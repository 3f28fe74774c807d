import { heldNoun } from '../aggregate/metric-role.ts'
import type { Series } from '../aggregate/series.ts'
import type { View } from '../view.ts'

/** The size at which memory ends: said by a series of its own, or by a percentage. */
export function limitOf(series: Series, view: View): number | undefined {
  if (series.role === 'memory_percent') return 100
  const siblings = view.series.ofResource(series.resource.id)
  if (series.role === 'held') return siblings.find((other) => isLimitOf(other, series))?.minutes.at(-1)?.last
  const reportedLimit = siblings.find(({ role }) => role === 'memory_limit')?.minutes.at(-1)?.last
  if (reportedLimit !== undefined && reportedLimit > 0) return reportedLimit
  const share = siblings.find(({ role }) => role === 'memory_percent')?.minutes.at(-1)?.last
  const now = series.minutes.at(-1)?.last
  return share !== undefined && share > 1 && now !== undefined ? (now / share) * 100 : undefined
}

/** The most of the same thing: both names hold the same noun, and the limit is of all or of the part that is looked at. */
function isLimitOf({ role, metric, labels }: Series, held: Series): boolean {
  const about = held.labels.subject.split(',')
  const isAbout = labels.subject === '' || labels.subject.split(',').every((pair) => about.includes(pair))
  return role === 'held_limit' && heldNoun(metric) === heldNoun(held.metric) && isAbout
}
