/**
 * How sure: evidence adds up to log-odds, and a table learned from scenarios with known truth makes them a probability.
 */
import { isDecided, type LoopEvaluation } from '../evaluation.ts'
import { causeSteps, loopSteps, type Step } from './calibration.ts'
import { type Circumstances, causes } from './causes.ts'
import { restsOnOneLine } from './lines-of-evidence.ts'

/** Weight of met evidence, of met evidence that could not be measured, and of evidence that is not met. */
const heldWeight = 1.2
const unmeasuredWeight = 0.2
const missingWeight = -4
/** Of evidence that the telemetry cannot give: it speaks neither for nor much against. */
const undecidedWeight = -0.8

export function evidenceScore({ features, gate, excludedBy, volume, isQuiet }: LoopEvaluation): number {
  const evidence = features.reduce(
    (total, { is_met: isMet, isMeasured }) =>
      total + (isMet ? (isMeasured ? heldWeight : unmeasuredWeight) : isMeasured ? missingWeight : undecidedWeight),
    0,
  )
  const loudness = isQuiet || !(volume > 0) ? -1 : 0
  return evidence + (gate ? 1 : -2) + (excludedBy === null ? 0 : -4) + loudness
}

/**
 * What telemetry cannot decide, however much else speaks for it: of those in worlds made elsewhere about one in four was
 * a loop, since much that is healthy does the same, and fewer where it is quiet. A whole shape of which only the volume
 * is unknown, for sampling, is as likely as not.
 */
const [undecided, undecidedQuiet, undecidedVolume] = [0.25, 0.15, 0.5]
/** A whole shape below its volume is a loop that is small, or the end of something else. */
const belowVolume = 0.6
/** One sign that was measured and is not there disproves a loop, however many others look like one. */
const disproved = 0.06

/** A whole shape of which what decides is unknown: as often how the system always was as a loop. */
const decidingUnknown = 0.4
/** Of loops confirmed at the first look at classes not met, three of four were loops: so sure is a shape by itself. */
const oneLine = 0.85
/** What held in one minute of three is as often the edge of something else as the beginning of a loop. */
const heldOnce = 0.6

/** Of what was seen over some time: sure only where it held for as long as an alarm needs. */
export function incidentProbability(incident: { worst: LoopEvaluation; confirmedMinute: number | undefined }): number {
  const probability = loopProbability(incident.worst)
  return incident.confirmedMinute === undefined ? Math.min(heldOnce, probability) : probability
}

export function loopProbability(evaluation: LoopEvaluation): number {
  const { features, gate, excludedBy } = evaluation
  const probability = stepped(loopSteps, evidenceScore(evaluation))
  const missing = features.filter(({ is_met: isMet }) => !isMet)
  if (missing.some(({ isMeasured }) => isMeasured)) return Math.min(disproved, probability)
  if (missing.length === 0) {
    const most = !isDecided(features) ? decidingUnknown : restsOnOneLine(evaluation) ? oneLine : 1
    return Math.min(gate ? 1 : belowVolume, most, probability)
  }
  if (excludedBy !== null || missing.length === features.length) return Math.min(undecided, probability)
  if (missing.every(({ name }) => name === 'volume')) return undecidedVolume
  return gate ? undecided : undecidedQuiet
}

interface RankedCause {
  id: string
  description: string
  probability: number
  /** As reckoned, before the table: what the table is learned from. */
  share: number
  fixes: string[]
}

/** The three most likely causes, the likeliest first. */
export function rankCauses(evaluation: LoopEvaluation, circumstances: Circumstances): RankedCause[] {
  const scored = causes[evaluation.type].map((cause) => ({ cause, weight: Math.exp(cause.speaksFor(circumstances)) }))
  const total = scored.reduce((sum, { weight }) => sum + weight, 0)
  const ranked = scored
    .map(({ cause, weight }) => ({
      id: cause.id,
      description: cause.description,
      share: weight / total,
      fixes: cause.fixes,
    }))
    .sort((a, b) => b.share - a.share)
  const top = ranked[0]?.share ?? 0
  const first = stepped(causeSteps, top)
  // What the table takes from the first goes to the others, as they stood.
  const remainingScale = top < 1 ? (1 - first) / (1 - top) : 0
  return ranked
    .slice(0, 3)
    .map((cause, index) => ({ ...cause, probability: index === 0 ? first : cause.share * remainingScale }))
}

/** The probability of the highest step at or below the score, straight lines between steps. */
function stepped(steps: readonly Step[], score: number): number {
  const upper = steps.findIndex(({ from }) => from > score)
  if (upper === 0) return steps[0]?.probability ?? 0.5
  const last = steps.at(-1)
  if (upper === -1) return last?.probability ?? 0.5
  const [low, high] = [steps[upper - 1] as Step, steps[upper] as Step]
  return low.probability + ((high.probability - low.probability) * (score - low.from)) / (high.from - low.from)
}
