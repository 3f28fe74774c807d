/** The plainest kind of waste: a meter that only ever counts something nobody uses. */
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { Candidate, JudgeContext } from '../define-rule.ts'
import { shareOfCost, wholeCost } from './calculation.ts'
import { stillThere } from './still-there.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

interface WasteWords {
  confidence: number
  summary(usage: UsageOfResource): string
  evidence(usage: UsageOfResource): Candidate['evidence']
  steps: string[]
  part?: string
  /** The least share of the cost that comes back, when not all of it surely does. */
  leastShare?: number
}

/** Every resource on a matching meter that is still being charged, with its whole cost as the saving. */
export function wasteOnMeter(
  rows: readonly ResourceUse[],
  context: JudgeContext,
  matches: (row: ResourceUse) => boolean,
  words: WasteWords,
): { candidates: Candidate[]; lookedAt: number } {
  const usages = usageByResource(rows, matches)
  const candidates = usages
    .filter(({ lastDay }) => stillThere(lastDay, context.window))
    .map((usage): Candidate => {
      const { place, effective } = usage
      return {
        place,
        summary: words.summary(usage),
        cost: effective,
        saving:
          words.leastShare === undefined
            ? wholeCost('Cost in the window', effective, place.currency)
            : shareOfCost(
                { label: 'Cost in the window', amount: effective, currency: place.currency },
                'Share of it that comes back',
                { low: words.leastShare, mid: 1, high: 1 },
              ),
        confidence: words.confidence,
        evidence: words.evidence(usage),
        steps: words.steps,
        ...(words.part === undefined ? {} : { part: words.part }),
      }
    })
  return { candidates, lookedAt: usages.length }
}
