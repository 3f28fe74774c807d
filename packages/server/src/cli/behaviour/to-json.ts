/** The one object that `--json` prints: the specification's records, and how the figures came about. */
import { toInstant } from '@kept/engine/behaviour/quarters.ts'
import type { FilesAnalysis } from './analyse-files.ts'

export function toJson(analysis: FilesAnalysis) {
  const { window, environments, teams, recommendations, insights, read, repeated, notes } = analysis
  return {
    window: { from: toInstant(window.from), to: toInstant(window.to) },
    events: {
      sources: read.sources,
      read: read.events,
      repeated,
      ignored: Object.fromEntries([...read.ignored].sort((a, b) => b[1] - a[1])),
      set_aside: read.setAsideCount,
      set_aside_examples: read.setAside,
    },
    environments: environments.map((judged) => judged.analysis),
    teams,
    recommendations,
    insights,
    schedules: environments.flatMap(({ schedule }) => schedule.recommendation ?? []),
    notes,
  }
}
