/** Polling as counters tell of it: how many calls, and how many of them brought nothing new. */
import { median } from '../../maths/quantile.ts'
import { countedIn, lastMinutes, type MinutePoint, type Series } from '../aggregate/series.ts'
import { evaluationOf, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext, View } from '../view.ts'

export const unchangedEnough = 0.99
const evenly = 0.3

export function pollingFromMetrics({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    if (series.role !== 'unchanged') continue
    const counted = callsOf(series, view, minutes)
    if (!counted || counted.calls < threshold / 2) continue
    const { calls, share, perMinute, isQueue } = counted
    const spread = variationOf(perMinute.slice(-Math.max(3, minutes)))
    evaluations.push(
      evaluationOf({
        type: 'api_polling_loop',
        threshold,
        minutes,
        volume: calls,
        resource: series.resource,
        edges: [series.metric],
        features: [
          feature(
            'unchanged',
            share,
            share >= unchangedEnough,
            `${figure(share * 100)}% of ${isQueue ? 'receives empty' : 'responses unchanged'}`,
          ),
          feature('rhythm', spread, spread <= evenly, `calls per minute vary by ${figure(spread * 100)}%`),
          ...(isQueue ? [overBefore(series, view, minutes)] : []),
        ],
      }),
    )
  }
  return evaluations
}

interface Counted {
  calls: number
  /** At least so many of them brought nothing. */
  share: number
  perMinute: number[]
  isQueue: boolean
}

/** Calls beside the unchanged ones. A queue counts what it gave out instead: a call that is not empty gives out one at least. */
function callsOf(unchanged: Series, view: View, minutes: number): Counted | undefined {
  const siblings = view.series.ofResource(unchanged.resource.id)
  const empty = countedIn(unchanged, view.minute, minutes)
  const polls = siblings.find(({ role }) => role === 'polls') ?? siblings.find(({ role }) => role === 'requests')
  const received = polls ? undefined : siblings.find(({ role }) => role === 'processed')
  const counter = polls ?? received
  const counted = counter && countedIn(counter, view.minute, minutes)
  if (empty === undefined || !counter || counted === undefined) return undefined
  const calls = received ? counted + empty : counted
  const perMinute = (received ? unchanged : counter).minutes.map(({ sum }) => sum)
  return { calls, share: empty / calls, perMinute, isQueue: received !== undefined }
}

function variationOf(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / values.length) / mean
}

const beforeMinutes = 60
const fewestBefore = 5
const timesBefore = 5

/** Many consumers that each wait for twenty seconds come to as many empty receives as one that does not wait. */
function overBefore(series: Series, view: View, minutes: number) {
  const before = lastMinutes(series, view.minute - minutes, beforeMinutes).map(({ sum }: MinutePoint) => sum)
  const now = (countedIn(series, view.minute, minutes) ?? 0) / minutes
  const over =
    before.length < fewestBefore ? Number.NaN : now / Math.max(1, median(before) / Math.max(1, series.stepMinutes))
  const isMore = over >= timesBefore
  // No more than before says nothing: a pool that waits, or a consumer that never did.
  return feature(
    'over_usual',
    isMore ? over : Number.NaN,
    isMore,
    isMore
      ? `${figure(over)} times as many as before`
      : 'as many as before, or new: `ReceiveMessageWaitTimeSeconds` would tell whether they wait',
  )
}
