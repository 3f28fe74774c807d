/** The plainest kind of waste: a meter that only ever counts something unused. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { Candidate, EvaluationContext } from '../define-rule.ts'
import { fullCost, shareOfCost } from './calculation.ts'
import { stillThere } from './last-seen.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface WasteLabels {
  confidence: number
  summary(usage: UsageOfResource): string
  evidence(usage: UsageOfResource): Candidate['evidence']
  steps: string[]
  part?: string
  /** The least share of the cost that comes back, when not all of it surely does. */
  minShare?: number
}

/** Every resource on a matching meter that is still being charged, with its whole cost as the saving. */
export function wasteOnMeter(
  rows: readonly ResourceUse[],
  context: EvaluationContext,
  matches: (row: ResourceUse) => boolean,
  labels: WasteLabels,
): { candidates: Candidate[]; evaluatedCount: number } {
  const usages = usageByResource(rows, matches)
  const candidates = usages
    .filter(({ lastDay }) => stillThere(lastDay, context.window))
    .map((usage): Candidate => {
      const { location, effective } = usage
      return {
        location,
        summary: labels.summary(usage),
        cost: effective,
        saving:
          labels.minShare === undefined
            ? fullCost('Cost in the window', effective, location.currency)
            : shareOfCost(
                { label: 'Cost in the window', amount: effective, currency: location.currency },
                'Share saved',
                { low: labels.minShare, mid: 1, high: 1 },
              ),
        confidence: labels.confidence,
        evidence: labels.evidence(usage),
        steps: labels.steps,
        ...(labels.part === undefined ? {} : { part: labels.part }),
      }
    })
  return { candidates, evaluatedCount: usages.length }
}
