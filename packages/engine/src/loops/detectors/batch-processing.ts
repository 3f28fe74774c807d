import type { BatchMinute } from '../aggregate/minute-facts.ts'
import { runKey } from '../aggregate/note-run.ts'
import { countedIn, lastMinutes, type Series } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { senSlope } from '../maths/mann-kendall.ts'
import type { DetectorContext, View } from '../view.ts'
import { beginsAgain } from './begins-again.ts'
import { conservedWork } from './conserved-work.ts'
import { defineDetector } from './define-detector.ts'
import { steadyWork } from './steady-work.ts'

const redoneShare = 0.8
const typicalRedelivery = 0.3
/** Copies for several readers come once each, in the same breath; what is never done comes back for minutes. */
const returningShare = 0.5

export const batchProcessing = defineDetector({
  type: 'batch_processing_loop',
  sources: [
    'queues redeliver up to 30% under normal conditions',
    'maxReceiveCount of 3 to 10 before a dead-letter queue',
  ],
  evaluate(context) {
    const counted = fromMetrics(context)
    const isSeen = new Set(counted.map(({ resource }) => resource.id))
    const others = [...conservedWork(context), ...steadyWork(context)].filter(
      ({ resource }) => !isSeen.has(resource.id),
    )
    return [...fromSpans(context), ...counted, ...others, ...beginsAgain(context)]
  },
})

function fromSpans(context: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = context.rule.detection_criteria
  return [...sumBatches(context.view, minutes)]
    .filter(([, { redone }]) => redone >= threshold / 4)
    .map(([key, sum]) => evaluateBatch(context, key, sum))
}

function sumBatches(view: View, minutes: number): Map<string, BatchMinute> {
  const sums = new Map<string, BatchMinute>()
  for (const { batches } of view.window(minutes)) {
    for (const [key, batch] of batches) {
      const sum = sums.get(key)
      if (sum) addBatch(sum, batch)
      else sums.set(key, { ...batch, checkpoints: new Map(batch.checkpoints) })
    }
  }
  return sums
}

function addBatch(sum: BatchMinute, batch: BatchMinute): void {
  sum.processed += batch.processed
  sum.redone += batch.redone
  sum.returning += batch.returning
  sum.failures += batch.failures
  sum.durationMs += batch.durationMs
  sum.poison += batch.poison
  if (batch.endless !== undefined) sum.endless = (sum.endless ?? 0) + batch.endless
  sum.bulk += batch.bulk
  for (const [checkpoint, count] of batch.checkpoints)
    sum.checkpoints.set(checkpoint, (sum.checkpoints.get(checkpoint) ?? 0) + count)
}

function evaluateBatch({ view, rule }: DetectorContext, key: string, sum: BatchMinute): LoopEvaluation {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const share = sum.redone / sum.processed
  const returning = sum.returning / sum.redone
  const progress = progressOf(sum, view, minutes)
  const hasPosition = progress.isStuck && (Number.isFinite(sum.lowestOffset) || key.startsWith(runKey))
  const label = view.nodes.label(sum.node)
  return evaluationOf({
    type: 'batch_processing_loop',
    threshold,
    minutes,
    volume: sum.redone,
    resource: sum.resource,
    edges: [`${sum.destination || label}`],
    features: [
      neverDoneFeature(sum) ?? redoneFeature(share),
      feature(
        hasPosition ? 'checkpoint' : 'no_progress',
        progress.repeated,
        progress.isStuck,
        hasPosition ? `${progress.description}: it begins again at a position it had passed` : progress.description,
      ),
      feature(
        'returning',
        returning,
        returning >= returningShare,
        `${figure(returning * 100)}% of them keep coming back over minutes`,
      ),
    ],
    failing: sum.failures / sum.processed,
    partial: share > typicalRedelivery,
    excludedBy: exclusionOf(sum, share, advances(view, key, minutes)),
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
    nodeRates: [[sum.node, sum.redone / minutes]],
  })
}

/** Half of what comes again; in the first minutes of a window nothing has come so often yet. */
const endlessShare = 0.5

/** Nothing gives up what fails for the twentieth time, however much other work succeeds. */
function neverDoneFeature({ endless = 0, redone }: BatchMinute) {
  const share = endless / redone
  if (share < endlessShare) return undefined
  return feature(
    'never_done',
    share,
    true,
    `${figure(share * 100)}% of what came again failed for the twentieth time or more`,
  )
}

function redoneFeature(share: number) {
  return feature(
    'redone_share',
    share,
    share >= redoneShare,
    `${figure(share * 100)}% of records were already processed`,
  )
}

function exclusionOf({ bulk, processed }: BatchMinute, share: number, isAdvancing: boolean): string | null {
  if (share <= typicalRedelivery) return 'redelivery rate is normal'
  if (isAdvancing) return 'offsets advance: they are the same in other partitions'
  return bulk > processed / 2 ? 'a declared backfill' : null
}

interface Progress {
  /** Records that were processed at least three times. */
  repeated: number
  isStuck: boolean
  description: string
}

function progressOf(sum: BatchMinute, view: View, minutes: number): Progress {
  const repeated = [...sum.checkpoints.values()].filter((count) => count >= 3).length
  const stuck = (description: string): Progress => ({ repeated, isStuck: true, description })
  if (repeated > 0) return stuck(`${repeated} records were processed at least 3 times`)
  if (sum.poison > 0) return stuck('records above the delivery limit')
  const slope = depthSlope(view, [sum.resource.id, sum.destination], minutes)
  if (slope === undefined && sum.returning / sum.redone >= returningShare)
    return stuck('records were processed at least 3 times over longer')
  if (slope !== undefined && slope >= 0) return stuck('the queue does not shrink')
  return { repeated, isStuck: false, description: 'processing makes progress' }
}

/** Whether the offsets of the last minutes all lie beyond those of the first: each minute reads what is new. */
function advances(view: View, key: string, minutes: number): boolean {
  const stands = view.window(minutes).flatMap(({ batches }) => {
    const batch = batches.get(key)
    return batch && Number.isFinite(batch.lowestOffset) ? [batch] : []
  })
  const third = Math.floor(stands.length / 3)
  if (third < 1) return false
  const [first, last] = [stands.slice(0, third), stands.slice(-third)]
  const lowest = (list: typeof stands) => Math.min(...list.map(({ lowestOffset }) => lowestOffset))
  const highest = (list: typeof stands) => Math.max(...list.map(({ highestOffset }) => highestOffset))
  return lowest(last) > lowest(first) && highest(last) > highest(first)
}

function fromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'processed') continue
    const processed = countedIn(series, view.minute, minutes)
    if (processed === undefined || processed < threshold / 2) continue
    const siblings = view.series.ofResource(series.resource.id)
    const redoneSeries = siblings.find(({ role }) => role === 'redone')
    const stands = standsStill(
      siblings.find(({ role }) => role === 'checkpoint'),
      view.minute,
      minutes,
    )
    const unacknowledged = unacknowledgedOf(siblings, processed, view.minute, minutes)
    const redone = redoneSeries ? countedIn(redoneSeries, view.minute, minutes) : stands ? processed : unacknowledged
    if (redone === undefined || redone < threshold / 4) continue
    const share = redone / processed
    const slope = depthSlope(view, [series.resource.id], minutes)
    const stuck = stands === true || (slope !== undefined && slope >= 0)
    evaluations.push(
      evaluationOf({
        type: 'batch_processing_loop',
        threshold,
        minutes,
        volume: redone,
        resource: series.resource,
        edges: [series.resource.id],
        features: [
          redoneFeature(share),
          feature(
            stands ? 'checkpoint' : 'no_progress',
            slope ?? 0,
            stuck,
            stands
              ? 'the checkpoint does not advance'
              : stuck
                ? 'the queue does not shrink'
                : 'processing makes progress, or its progress is unknown',
          ),
        ],
        partial: share > typicalRedelivery,
        excludedBy:
          share <= typicalRedelivery
            ? 'redelivery rate is normal'
            : series.resource.bulk && /backfill/i.test(series.resource.name)
              ? 'a declared backfill'
              : null,
      }),
    )
  }
  return evaluations
}

/**
 * What was received and not deleted, where the queue counts both and used to delete what it gave out; undefined where
 * either is unknown, or deletions may only be late.
 */
function unacknowledgedOf(
  siblings: readonly Series[],
  received: number,
  minute: number,
  minutes: number,
): number | undefined {
  const deletions = siblings.find(({ role }) => role === 'acknowledged')
  if (!deletions || !usedTo(deletions)) return undefined
  const deleted = countedIn(deletions, minute, minutes)
  return deleted === undefined ? undefined : Math.max(0, received - deleted)
}

/** Consumers that acknowledge by taking never count an acknowledgement: what never was is nothing that stopped. */
function usedTo({ halfHours }: Series): boolean {
  return halfHours.some(({ sum }) => sum > 0)
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
    const series = view.series.ofResource(id).find(({ role }) => role === 'queue_depth')
    const points = series ? lastMinutes(series, view.minute, minutes) : []
    if (points.length >= 5) return senSlope(points.map(({ last }) => last))
  }
  return undefined
}
