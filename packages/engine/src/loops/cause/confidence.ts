/** How sure: evidence adds up to log-odds, and a table learnt from scenarios with known truth makes them a probability. */
import type { Verdict } from '../verdict.ts'
import { causeSteps, loopSteps, type Step } from './calibration.ts'
import { type Circumstances, causes } from './causes.ts'

/** Evidence that holds speaks for it; evidence that is not known (zero where it could not be measured) a little less. */
const held = 1.2
const unknown = 0.2
const missing = -2.5

export function evidenceScore({ features, gate, excludedBy, volume, isQuiet }: Verdict): number {
  const evidence = features.reduce(
    (total, { holds, words }) => total + (!holds ? missing : /not known|unknown/.test(words) ? unknown : held),
    0,
  )
  const loudness = isQuiet || !(volume > 0) ? -1 : 0
  return evidence + (gate ? 1 : -2) + (excludedBy === null ? 0 : -4) + loudness
}

export function loopProbability(verdict: Verdict): number {
  return stepped(loopSteps, evidenceScore(verdict))
}

export interface RankedCause {
  id: string
  words: string
  probability: number
  /** As reckoned, before the table: what the table is learnt from. */
  share: number
  fixes: string[]
}

/** The three most likely causes, the likeliest first. */
export function rankCauses(verdict: Verdict, around: Circumstances): RankedCause[] {
  const scored = causes[verdict.type].map((cause) => ({ cause, weight: Math.exp(cause.speaksFor(around)) }))
  const total = scored.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = scored
    .map(({ cause, weight }) => ({ id: cause.id, words: cause.words, share: weight / total, fixes: cause.fixes }))
    .sort((a, b) => b.share - a.share)
  const top = ranked[0]?.share ?? 0
  const first = stepped(causeSteps, top)
  // What the table takes from the first goes to the others, as they stood.
  const rest = top < 1 ? (1 - first) / (1 - top) : 0
  return ranked.slice(0, 3).map((cause, index) => ({ ...cause, probability: index === 0 ? first : cause.share * rest }))
}

/** The probability of the highest step at or below the score, straight lines between steps. */
export function stepped(steps: readonly Step[], score: number): number {
  const upper = steps.findIndex(({ from }) => from > score)
  if (upper === 0) return steps[0]?.probability ?? 0.5
  const last = steps.at(-1)
  if (upper === -1) return last?.probability ?? 0.5
  const [low, high] = [steps[upper - 1] as Step, steps[upper] as Step]
  return low.probability + ((high.probability - low.probability) * (score - low.from)) / (high.from - low.from)
}
