/**
 * Loops whose shape is whole and whose volume is not. Where no trace says with which probability it was kept, what was
 * seen may be a tenth of what happened: shown as suspected, with what would decide. Where metrics of the same resource
 * count all of it, the volume is theirs.
 */
import { feature, type LoopEvaluation } from './evaluation.ts'
import { timesSeen } from './seen-share.ts'
import type { View } from './view.ts'

/** Fewer traces than one in twenty are hardly ever kept by a rate at the head. */
export const leastSampled = 0.05

export function withUnknownSampling(
  evaluation: LoopEvaluation,
  view: View,
  threshold: number,
  minutes: number,
): LoopEvaluation {
  const { gate, shape, excludedBy, nodeRates, volume } = evaluation
  const isTraced = nodeRates !== undefined
  if (gate || !shape || excludedBy !== null || !isTraced || volume < threshold * leastSampled) return evaluation
  if (view.window(minutes).some(({ sampled }) => sampled)) return evaluation
  const times = timesSeen(view, evaluation.resource.id, minutes)
  if (volume * times >= threshold) return withTimes(evaluation, times)
  const seen = feature(
    'volume',
    Number.NaN,
    false,
    `${Math.round(volume)} of ${threshold} seen: if traces were sampled, \`ot=th\` in the trace state or \`--sampled\` would tell how many there were`,
  )
  return { ...evaluation, isQuiet: false, features: [...evaluation.features, seen] }
}

function withTimes(evaluation: LoopEvaluation, times: number): LoopEvaluation {
  const { metrics, volume, nodeRates = [] } = evaluation
  return {
    ...evaluation,
    volume: volume * times,
    gate: true,
    isQuiet: false,
    metrics: {
      ...metrics,
      iterations: Math.round(metrics.iterations * times),
      perMinute: metrics.perMinute * times,
    },
    nodeRates: nodeRates.map(([node, rate]): [number, number] => [node, rate * times]),
  }
}
