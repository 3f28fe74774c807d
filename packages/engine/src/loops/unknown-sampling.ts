/**
 * Loops in traces of which no one says with which probability they were kept: what was seen may be a tenth of what happened.
 * Where something counts all of it, the volume is what it counts, with what chance does to it. Where nothing does, a whole
 * shape below its volume is suspected, with what would decide.
 */
import { feature, type LoopEvaluation } from './evaluation.ts'
import { type SeenShare, seenShare } from './seen-share.ts'
import type { View } from './view.ts'

/** Fewer traces than one in twenty are hardly ever kept by a rate at the head. */
export const leastSampled = 0.05

export function withUnknownSampling(
  evaluation: LoopEvaluation,
  view: View,
  threshold: number,
  minutes: number,
): LoopEvaluation {
  const { gate, shape, excludedBy, nodeRates, volume, isScaled } = evaluation
  const isTraced = nodeRates !== undefined && isScaled !== true
  if (!shape || excludedBy !== null || !isTraced || volume < threshold * leastSampled) return evaluation
  if (view.window(minutes).some(({ sampled }) => sampled)) return evaluation
  const share = seenShare(view, evaluation.resource.id, minutes)
  if (share.times > 1 && volume * share.times >= threshold) return withTimes(evaluation, share)
  if (gate) return evaluation
  const seen = feature(
    'volume',
    Number.NaN,
    false,
    `${Math.round(volume)} of ${threshold} seen: if traces were sampled, \`ot=th\` in the trace state or \`--sampled\` would tell how many there were`,
  )
  return { ...evaluation, isQuiet: false, features: [...evaluation.features, seen] }
}

function withTimes(evaluation: LoopEvaluation, { times, low, high }: SeenShare): LoopEvaluation {
  const { metrics, volume, nodeRates = [] } = evaluation
  return {
    ...evaluation,
    volume: volume * times,
    gate: true,
    isQuiet: false,
    isScaled: true,
    volumeRange: { low, high },
    metrics: {
      ...metrics,
      iterations: Math.round(metrics.iterations * times),
      perMinute: metrics.perMinute * times,
    },
    nodeRates: nodeRates.map(([node, rate]): [number, number] => [node, rate * times]),
  }
}
