import type { WebhookMinute } from '../aggregate/minute-facts.ts'
import { type Circle, circlesOf } from '../lineage/circles.ts'
import { feature, figure, type Verdict, verdictOf } from '../verdict.ts'
import type { Judging, View } from '../view.ts'
import { circleParts } from './circle-parts.ts'
import { defineDetector } from './define-detector.ts'

export const webhook = defineDetector({
  type: 'webhook_loop',
  sources: [
    'RFC 8586 CDN-Loop',
    'SMTP: 100 Received headers',
    'a published case: more than 10 million events in two minutes',
  ],
  judge(judging) {
    const byLineage = fromLineage(judging)
    const covered = new Set(
      byLineage.filter(({ shape, gate }) => shape && gate).flatMap(({ resourceIds }) => resourceIds),
    )
    return [
      ...byLineage,
      ...merged(fromKeys(judging), judging).filter(({ resourceIds }) => !resourceIds.some((id) => covered.has(id))),
    ]
  },
})

function fromLineage({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return circlesOf(view, minutes)
    .filter(({ hasWebhook }) => hasWebhook)
    .map((circle) =>
      verdictOf({
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
            `deliveries causing deliveries, ${circle.maxDepth} deep`,
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

interface Sums extends WebhookMinute {
  minutes: number
}

function fromKeys({ view, rule }: Judging): (Verdict & { keys: Set<string> })[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const sums = new Map<string, Sums>()
  for (const { webhooks } of view.window(minutes)) {
    for (const [id, one] of webhooks) {
      const sum = sums.get(id)
      if (!sum) sums.set(id, { ...one, keys: new Map(one.keys), minutes: 1 })
      else {
        sum.seen += one.seen
        sum.deliveries += one.deliveries
        sum.repeatedIds += one.repeatedIds
        sum.withId += one.withId
        sum.failures += one.failures
        sum.durationMs += one.durationMs
        sum.maxHops = Math.max(sum.maxHops, one.maxHops)
        for (const [key, count] of one.keys) sum.keys.set(key, (sum.keys.get(key) ?? 0) + count)
      }
    }
  }
  return (
    [...sums.values()]
      // Less than half of it may be one end of several.
      .filter(({ deliveries, maxHops }) => deliveries >= threshold / 8 || maxHops >= 2)
      .map((sum) => {
        const cycled = [...sum.keys].filter(([, count]) => count >= 5)
        const inCycled = cycled.reduce((total, [, count]) => total + count, 0)
        const share = inCycled / Math.max(1, sum.seen)
        const repeated = sum.withId > 0 ? sum.repeatedIds / sum.withId : Number.NaN
        const failing = sum.failures / sum.deliveries
        const label = view.nodes.label(sum.node)
        const verdict = verdictOf({
          type: 'webhook_loop',
          threshold,
          minutes,
          volume: sum.deliveries,
          gate: sum.deliveries >= threshold || sum.maxHops >= 2,
          resource: sum.resource,
          edges: [label],
          features: [
            feature(
              'cycled_keys',
              share,
              (cycled.length > 0 && share >= 0.5) || sum.maxHops >= 16,
              cycled.length > 0
                ? `${cycled.length} objects come back five times and more, ${figure(share * 100)} % of the deliveries`
                : 'no object comes back',
            ),
            feature(
              'fresh_ids',
              repeated,
              !(repeated > 0.05),
              Number.isNaN(repeated)
                ? 'delivery ids not known'
                : `${figure(repeated * 100)} % of the ids were delivered before`,
            ),
          ],
          partial: share >= 0.5,
          excludedBy: repeated > 0.2 && failing > 0.2 ? 'the provider delivers again what failed' : null,
          cycle: [{ from: 'sender', to: label, count: Math.round(sum.deliveries) }],
          metrics: {
            iterations: Math.round(sum.deliveries),
            perMinute: sum.deliveries / minutes,
            avgMs: sum.durationMs / Math.max(1, sum.deliveries),
            memoryMb: null,
            cpuPercent: null,
          },
          traces: [sum.trace],
          begun: [[sum.node, sum.deliveries / minutes]],
        })
        const objects = cycled.toSorted(([, a], [, b]) => b - a).slice(0, 20)
        return { ...verdict, keys: new Set(objects.map(([key]) => key.split('\n', 1)[0] ?? '')) }
      })
  )
}

/** Two receivers of the same objects are the two ends of one loop. */
function merged(verdicts: (Verdict & { keys: Set<string> })[], { rule }: Judging): Verdict[] {
  const { threshold_value: threshold } = rule.detection_criteria
  const kept: (Verdict & { keys: Set<string> })[] = []
  for (const verdict of verdicts.toSorted((a, b) => b.volume - a.volume)) {
    const other = kept.find(
      ({ keys, shape }) => shape && verdict.shape && [...verdict.keys].some((key) => keys.has(key)),
    )
    if (!other) kept.push(verdict)
    else {
      other.resourceIds = [...new Set([...other.resourceIds, ...verdict.resourceIds])].sort()
      other.systems = [...new Set([...other.systems, ...verdict.systems])].sort()
      other.edges = [...new Set([...other.edges, ...verdict.edges])].sort()
      other.volume += verdict.volume
      other.gate ||= other.volume >= threshold
      other.isQuiet = other.volume < threshold / 2
      other.cycle = [...other.cycle, ...verdict.cycle]
      other.metrics = {
        ...other.metrics,
        iterations: other.metrics.iterations + verdict.metrics.iterations,
        perMinute: other.metrics.perMinute + verdict.metrics.perMinute,
      }
      other.begun = [...(other.begun ?? []), ...(verdict.begun ?? [])]
    }
  }
  return kept.filter(({ volume, gate }) => volume >= threshold / 2 || gate).map(({ keys: _, ...verdict }) => verdict)
}
