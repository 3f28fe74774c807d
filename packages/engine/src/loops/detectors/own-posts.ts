/**
 * A receiver that is delivered its own posts by the one system it posts to: nearly all that comes is answered there, and it
 * comes as evenly as answers follow each other, where people write at any time.
 */
import type { AnswerMinute } from '../aggregate/minute-facts.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext, View } from '../view.ts'
import { isNamed } from './across-two.ts'
import { type DeliverySums, overBaseline, sumDeliveries } from './webhook-deliveries.ts'

/** Of what is delivered: a bot among people answers some of it, and leaves its own posts. */
const nearlyAll = 0.9
/**
 * Variance over mean of the counts of ten seconds: one where each comes by itself, and far below where the next one only
 * comes after the one before. Thirty counts by chance are below .4 once in a thousand times.
 */
const [evenly, fewestParts] = [0.4, 24]
/** Every delivery of such a loop is also an unwanted post, so the volume gate is a quarter of the threshold. */
const gateShare = 4

export function ownPosts({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return sumDeliveries(view, minutes).flatMap((sum) => {
    const answer = [...(sum.answers?.values() ?? [])]
      .filter(({ host, deliverer }) => deliverer === '' || isNamed(host, deliverer))
      .sort((a, b) => b.deliveries - a.deliveries)[0]
    if (!answer || sum.deliveries < threshold / gateShare / 2 || answer.deliveries < sum.spanCount / 2) return []
    const label = view.nodes.label(sum.node)
    const features = featuresOf(sum, answer, view, minutes)
    return [
      evaluationOf({
        ...{ type: 'webhook_loop', threshold, minutes, volume: sum.deliveries, resource: sum.resource },
        gate: sum.deliveries >= threshold / gateShare,
        isQuiet: sum.deliveries < threshold / gateShare / 2,
        edges: [label],
        features,
        partial: features.every(({ is_met: isMet, isMeasured }) => isMet || !isMeasured),
        cycle: [
          { from: answer.host, to: label, count: Math.round(sum.deliveries) },
          { from: label, to: answer.host, count: Math.round(answer.count) },
        ],
        metrics: {
          ...{ iterations: Math.round(sum.deliveries), perMinute: sum.deliveries / minutes },
          ...{ avgMs: sum.durationMs / Math.max(1, sum.spanCount), memoryMb: null, cpuPercent: null },
        },
        traces: [sum.trace],
        nodeRates: [[sum.node, sum.deliveries / minutes]],
      }),
    ]
  })
}

function featuresOf(sum: DeliverySums, answer: AnswerMinute, view: View, minutes: number): Feature[] {
  const share = answer.deliveries / sum.spanCount
  const rates = [...view.webhookNodes]
    .filter((node) => view.nodes.get(node).resource.id === sum.resource.id)
    .flatMap((node) => view.rates.healthyRate(node, view.minute - minutes + 1) ?? [])
  const over =
    rates.length === 0 ? Number.NaN : sum.deliveries / minutes / rates.reduce((total, rate) => total + rate, 0)
  const dispersion = dispersionOf(answer)
  return [
    answer.deliverer === '' && share >= nearlyAll
      ? feature(
          'own_system',
          Number.NaN,
          false,
          `unknown whether ${answer.host} delivers it: \`user_agent.original\` would tell`,
        )
      : feature(
          'own_system',
          share,
          share >= nearlyAll,
          `${figure(share * 100)}% of what ${answer.host} delivers is answered there`,
        ),
    feature(
      'over_usual',
      over,
      !(over < overBaseline),
      Number.isNaN(over) ? 'usual deliveries unknown' : `${figure(over)} times as many as usual`,
    ),
    feature(
      'one_by_one',
      dispersion,
      dispersion <= evenly,
      Number.isNaN(dispersion)
        ? 'unknown whether its own posts come back: `webhook.object` or a propagated trace would tell'
        : `they vary by ${figure(dispersion * 100)}% of what chance does: one comes after the other`,
    ),
  ]
}

/** Of the parts between the first and the last, which were cut off. */
function dispersionOf({ parts }: AnswerMinute): number {
  const [first, last] = [Math.min(...parts.keys()) + 1, Math.max(...parts.keys()) - 1]
  const length = last - first + 1
  if (!(length >= fewestParts)) return Number.NaN
  const counts = Array.from({ length }, (_, at) => parts.get(first + at) ?? 0)
  const mean = counts.reduce((total, count) => total + count, 0) / length
  const square = counts.reduce((total, count) => total + (count - mean) ** 2, 0) / (length - 1)
  return square / Math.max(Number.EPSILON, mean)
}
