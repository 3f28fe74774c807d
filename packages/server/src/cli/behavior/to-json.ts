/** The JSON object that `--json` prints. */
import { toInstant } from '@kept/engine/behavior/quarters.ts'
import type { FilesAnalysis } from './analyze-files.ts'

export function toJson(analysis: FilesAnalysis) {
  const { window, environments, teams, recommendations, insights, read, repeated, notes } = analysis
  return {
    window: { from: toInstant(window.from), to: toInstant(window.to) },
    events: {
      sources: read.sources,
      read: read.events,
      repeated,
      ignored: Object.fromEntries([...read.ignored].sort((a, b) => b[1] - a[1])),
      rejected: read.rejectedCount,
      rejected_row_examples: read.rejectedRows,
    },
    environments: environments.map((evaluated) => evaluated.analysis),
    teams,
    recommendations,
    insights,
    schedules: environments.flatMap(({ schedule }) => schedule.recommendation ?? []),
    notes,
  }
}
