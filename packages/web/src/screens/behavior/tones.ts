/** Thresholds of the specification as colors. */

import type { Insight } from '@kept/domain/behavior.ts'
import type { EnvironmentStatus } from '@kept/domain/environment.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

/** Green above 50, yellow above 30, otherwise red. */
export function efficiencyTone(score: number | null): Tone {
  if (score === null) return 'plain'
  return score > 50 ? 'kept' : score > 30 ? 'watch' : 'leak'
}

/** Red above 50 percent, otherwise yellow. */
export function wasteTone(percent: number | null): Tone {
  if (percent === null) return 'plain'
  return percent > 50 ? 'leak' : 'watch'
}

/** A zombie is an error, an idle one a warning, anything else is well; what is not known is neither. */
export function statusTone(status: EnvironmentStatus): Tone {
  if (status === 'zombie') return 'leak'
  if (status === 'idle') return 'watch'
  return status === 'unknown' ? 'plain' : 'kept'
}

export function impactTone(impact: Insight['impact']): Tone {
  return impact === 'critical' ? 'leak' : impact === 'high' ? 'watch' : impact === 'medium' ? 'fact' : 'plain'
}
