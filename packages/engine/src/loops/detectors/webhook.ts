import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { type Circle, circlesOf } from '../lineage/circles.ts'
import { webhookCirclesOf } from '../lineage/webhook-circles.ts'
import { leastSampled } from '../unknown-sampling.ts'
import type { DetectorContext, View } from '../view.ts'
import { circleParts } from './circle-parts.ts'
import { defineDetector } from './define-detector.ts'
import { ownPosts } from './own-posts.ts'
import { steadyWork } from './steady-work.ts'
import { fromDeliveries, overBaseline } from './webhook-deliveries.ts'

export const webhook = defineDetector({
  type: 'webhook_loop',
  sources: [
    'RFC 8586 CDN-Loop',
    'SMTP: 100 Received headers',
    'a published case: more than 10 million events in two minutes',
  ],
  evaluate(context) {
    const byLineage = fromLineage(context)
    const covered = new Set(
      byLineage.filter(({ shape, gate }) => shape && gate).flatMap(({ resourceIds }) => resourceIds),
    )
    const isNew = ({ resourceIds }: LoopEvaluation) => !resourceIds.some((id) => covered.has(id))
    const mutual = new Set(
      webhookCirclesOf(context.view, context.rule.detection_criteria.measurement_window_minutes).flatMap(
        ({ resourceIds }) => resourceIds,
      ),
    )
    const circles = fromCircles(context).filter(isNew)
    const inCircle = new Set(circles.filter(({ shape }) => shape).flatMap(({ resourceIds }) => resourceIds))
    return [
      ...byLineage,
      ...circles,
      ...[...fromDeliveries(context, mutual), ...ownPosts(context), ...steadyWork(context)].filter(
        (evaluation) => isNew(evaluation) && !evaluation.resourceIds.some((id) => inCircle.has(id)),
      ),
    ]
  },
})

/** As many one way as the other, within what a window cuts off and sampling leaves out. */
const balanced = 0.7
const servedAtMost = 0.2

/** Services that deliver to each other, whatever their deliveries are about. */
function fromCircles({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return webhookCirclesOf(view, minutes)
    .filter(({ deliveries }) => deliveries >= threshold * leastSampled)
    .map((circle) => {
      const { balance, served, over, deliveries } = circle
      const main = view.nodes.get(circle.nodes[0] ?? 0).resource
      const isNewlyMany = over >= overBaseline
      return evaluationOf({
        type: 'webhook_loop',
        threshold,
        minutes,
        volume: deliveries,
        resource: main,
        resourceIds: circle.resourceIds,
        edges: circle.edges.map(({ from, to }) => `${from} → ${to}`).sort(),
        features: [
          feature('mutual', circle.resourceIds.length, true, 'systems deliver to each other'),
          feature('balance', balance, balance >= balanced, `${figure(balance * 100)}% as many one way as the other`),
          feature(
            'own_start',
            served,
            served <= servedAtMost,
            `${figure(served * 100)}% of deliveries began with a request from outside`,
          ),
          feature(
            'over_usual',
            over === Number.POSITIVE_INFINITY ? deliveries : over,
            isNewlyMany,
            Number.isNaN(over)
              ? 'usual deliveries unknown: `cloudevents.event_subject` or a propagated trace would tell what comes back'
              : over === Number.POSITIVE_INFINITY
                ? 'there used to be none'
                : `${figure(over)} times as many as usual`,
          ),
        ],
        excludedBy: served > 0.5 ? 'each delivery has a request of its own' : null,
        cycle: circle.edges,
        metrics: {
          iterations: Math.round(deliveries),
          perMinute: deliveries / minutes,
          avgMs: circle.avgMs,
          memoryMb: null,
          cpuPercent: null,
        },
        systems: [...new Set(circle.nodes.map((node) => view.nodes.get(node).resource.name))].sort(),
        traces: [circle.trace],
        nodeRates: circle.nodes.map((node): [number, number] => [
          node,
          (view.nodeSums(minutes).get(node)?.visits ?? 0) / minutes,
        ]),
      })
    })
}

function fromLineage({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return circlesOf(view, minutes)
    .filter(({ hasWebhook }) => hasWebhook)
    .map((circle) =>
      evaluationOf({
        type: 'webhook_loop',
        threshold,
        minutes,
        volume: circle.iterations,
        ...circleParts(circle, view, deliveriesOf(circle, view, minutes), minutes),
        // Our own mark on what comes back is proof enough, however few.
        gate: circle.iterations >= threshold || circle.maxRepeats >= 5,
        isQuiet: circle.iterations < threshold / 2 && circle.maxRepeats < 5,
        features: [
          feature(
            'depth',
            circle.maxDepth,
            circle.maxDepth >= 16,
            `deliveries trigger deliveries, ${circle.maxDepth} levels deep`,
          ),
        ],
      }),
    )
}

/** Both ends of a loop are delivered to. */
function deliveriesOf({ nodes, iterations }: Circle, view: View, minutes: number): number {
  const sums = view.nodeSums(minutes)
  const delivered = nodes
    .filter((node) => view.webhookNodes.has(node))
    .reduce((total, node) => total + (sums.get(node)?.iterations ?? 0), 0)
  return Math.max(iterations, delivered)
}
