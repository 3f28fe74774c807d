import type { BatchMinute } from '../aggregate/minute-facts.ts'
import { countedIn, lastMinutes, type Series } from '../aggregate/series.ts'
import { senSlope } from '../maths/mann-kendall.ts'
import { feature, figure, type Verdict, verdictOf } from '../verdict.ts'
import type { Judging, View } from '../view.ts'
import { defineDetector } from './define-detector.ts'

const redoneShare = 0.8
const usualRedelivery = 0.3

export const batchProcessing = defineDetector({
  type: 'batch_processing_loop',
  sources: ['queues redeliver up to 30 % in normal weather', 'maxReceiveCount of 3 to 10 before a dead-letter queue'],
  judge(judging) {
    return [...fromSpans(judging), ...fromMetrics(judging)]
  },
})

function fromSpans({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const sums = new Map<string, BatchMinute>()
  for (const { batches } of view.window(minutes)) {
    for (const [key, one] of batches) {
      const sum = sums.get(key)
      if (!sum) sums.set(key, { ...one, checkpoints: new Map(one.checkpoints) })
      else {
        sum.processed += one.processed
        sum.redone += one.redone
        sum.failures += one.failures
        sum.durationMs += one.durationMs
        sum.poison += one.poison
        sum.bulk += one.bulk
        for (const [checkpoint, count] of one.checkpoints)
          sum.checkpoints.set(checkpoint, (sum.checkpoints.get(checkpoint) ?? 0) + count)
      }
    }
  }
  return [...sums.values()]
    .filter(({ redone }) => redone >= threshold / 4)
    .map((sum) => {
      const share = sum.redone / sum.processed
      const again = [...sum.checkpoints.values()].filter((count) => count >= 3).length
      const slope = depthSlope(view, [sum.resource.id, sum.destination], minutes)
      const stuck = again > 0 || sum.poison > 0 || (slope !== undefined && slope >= 0)
      const label = view.nodes.label(sum.node)
      return verdictOf({
        type: 'batch_processing_loop',
        threshold,
        minutes,
        volume: sum.redone,
        resource: sum.resource,
        edges: [`${sum.destination || label}`],
        features: [
          feature('redone_share', share, share >= redoneShare, `${figure(share * 100)} % of the work was done before`),
          feature(
            'no_progress',
            again,
            stuck,
            again > 0
              ? `${again} records came three times and more`
              : sum.poison > 0
                ? 'records beyond their allowed deliveries'
                : stuck
                  ? 'the queue grows no shorter'
                  : 'the work moves on',
          ),
        ],
        partial: share > usualRedelivery,
        excludedBy:
          share <= usualRedelivery
            ? 'redelivery within the usual'
            : sum.bulk > sum.processed / 2
              ? 'a declared backfill'
              : null,
        cycle: [{ from: sum.destination || 'source', to: label, count: Math.round(sum.redone) }],
        metrics: {
          iterations: Math.round(sum.redone),
          perMinute: sum.redone / minutes,
          avgMs: sum.durationMs / Math.max(1, sum.processed),
          memoryMb: null,
          cpuPercent: null,
        },
        systems: [...new Set([sum.resource.name, ...(sum.destination ? [sum.destination] : [])])],
        traces: [sum.trace],
        begun: [[sum.node, sum.redone / minutes]],
      })
    })
}

function fromMetrics({ view, rule }: Judging): Verdict[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const verdicts: Verdict[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'processed') continue
    const processed = countedIn(series, view.minute, minutes)
    if (processed === undefined || processed < threshold / 2) continue
    const siblings = view.series.of(series.resource.id)
    const redoneSeries = siblings.find(({ role }) => role === 'redone')
    const stands = standsStill(
      siblings.find(({ role }) => role === 'checkpoint'),
      view.minute,
      minutes,
    )
    const redone = redoneSeries ? countedIn(redoneSeries, view.minute, minutes) : stands ? processed : undefined
    if (redone === undefined || redone < threshold / 4) continue
    const share = redone / processed
    const slope = depthSlope(view, [series.resource.id], minutes)
    const stuck = stands === true || (slope !== undefined && slope >= 0)
    verdicts.push(
      verdictOf({
        type: 'batch_processing_loop',
        threshold,
        minutes,
        volume: redone,
        resource: series.resource,
        edges: [series.resource.id],
        features: [
          feature('redone_share', share, share >= redoneShare, `${figure(share * 100)} % of the work was done before`),
          feature(
            'no_progress',
            slope ?? 0,
            stuck,
            stands
              ? 'the checkpoint stands still'
              : stuck
                ? 'the queue grows no shorter'
                : 'the work moves on, or its progress is not known',
          ),
        ],
        partial: share > usualRedelivery,
        excludedBy:
          share <= usualRedelivery
            ? 'redelivery within the usual'
            : series.resource.bulk && /backfill/i.test(series.resource.name)
              ? 'a declared backfill'
              : null,
      }),
    )
  }
  return verdicts
}

/** Whether a checkpoint has not moved over the window; undefined when it was reported less than three times. */
function standsStill(series: Series | undefined, minute: number, minutes: number): boolean | undefined {
  const points = series ? lastMinutes(series, minute, minutes) : []
  return points.length < 3
    ? undefined
    : points.every(({ max, min }) => max === points[0]?.max && min === points[0]?.min)
}

function depthSlope(view: View, ids: string[], minutes: number): number | undefined {
  for (const id of ids) {
    const series = view.series.of(id).find(({ role }) => role === 'queue_depth')
    const points = series ? lastMinutes(series, view.minute, minutes) : []
    if (points.length >= 5) return senSlope(points.map(({ last }) => last))
  }
  return undefined
}
