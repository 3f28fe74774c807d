/**
 * Conservation of work, by counts alone: what goes out of a queue more often than it came in goes out again. What is
 * acknowledged, or a queue that does not shrink, shows whether it gets anywhere.
 */
import { median } from '../../maths/quantile.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { countsOf } from '../evidence/counts.ts'
import { senSlope } from '../maths/mann-kendall.ts'
import type { DetectorContext, View } from '../view.ts'

/** In the words of brokers: what is put in, and what is handed out. */
const comesIn = /incoming|published|enqueued|messages?.?sent|records?.?(sent|added)|stream_last_seq/i
const goesOut = /outgoing|delivered(?!.*stream_seq)|dequeued|handed.?out|dispatched/i
/** What waits for an acknowledgement is none. */
const waiting = /pending|outstanding|un_?ack/i

/** Times as often as it came in, and as usual; shares of what goes out that may be new, or may be acknowledged. */
const [timesIn, timesBaseline, mostNew, mostDone] = [5, 5, 0.2, 0.2]
/** Minutes before the window that tell what is usual, and how many of them must be known. */
const [before, fewest] = [60, 20]

interface Flow {
  series: Series
  out: number
  into: number
  baseline: number
}

export function conservedWork({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return view.activeSeries.flatMap((series) => {
    const flow = goesOut.test(series.metric) ? flowOf(series, view, minutes) : undefined
    if (!flow || flow.out - flow.into < threshold / 2) return []
    const again = flow.out - flow.into
    return [
      evaluationOf({
        type: 'batch_processing_loop',
        threshold,
        minutes,
        volume: again,
        resource: series.resource,
        edges: [`${series.metric} ${series.labels.subject}`.trim()],
        features: featuresOf(flow, view, minutes),
        excludedBy: again / flow.out <= 1 - 1 / timesIn ? 'as much as came in, or what had waited' : null,
      }),
    ]
  })
}

function flowOf(series: Series, view: View, minutes: number): Flow | undefined {
  const inputs = view.series.ofResource(series.resource.id).filter(({ metric }) => comesIn.test(metric))
  if (inputs.length === 0) return undefined
  const begin = view.minute - minutes
  const sums = (list: readonly Series[]) => {
    let [now, past] = [0, 0]
    const minutesBefore = new Set<number>()
    for (const counts of list.map(countsOf))
      for (const [minute, count] of counts) {
        if (minute > view.minute || minute <= begin - before) continue
        if (minute > begin) now += count
        else {
          past += count
          minutesBefore.add(minute)
        }
      }
    return { now, past, pastCount: minutesBefore.size }
  }
  const [out, into] = [sums([series]), sums(inputs)]
  const baseline = Math.min(out.pastCount, into.pastCount) < fewest ? Number.NaN : out.past / Math.max(1, into.past)
  return { series, out: out.now, into: into.now, baseline }
}

function featuresOf({ series, out, into, baseline }: Flow, view: View, minutes: number): Feature[] {
  const ratio = out / Math.max(1, into)
  const over = ratio / Math.max(1, baseline)
  return [
    feature(
      'redone_share',
      1 - into / out,
      into / out <= mostNew,
      `${figure(ratio)} times as many went out as came in`,
    ),
    feature(
      'over_usual',
      over,
      !(over < timesBaseline),
      `${figure(over)} times as often as before for each that came in`,
    ),
    progressFeature(series, out, view, minutes),
  ]
}

/** By what was acknowledged of the same subject, else by how many wait; unknown where neither is counted. */
function progressFeature({ resource, labels }: Series, out: number, view: View, minutes: number): Feature {
  const siblings = view.series.ofResource(resource.id)
  const done = siblings
    .filter(({ role, metric }) => role === 'acknowledged' && !waiting.test(metric))
    .filter((other) => other.labels.subject === labels.subject)
    .map((other) => {
      let sum = 0
      for (const [minute, count] of countsOf(other))
        if (minute > view.minute - minutes && minute <= view.minute) sum += count
      return sum
    })
  if (done.length > 0) {
    const share = Math.max(...done) / out
    return feature('no_progress', share, share <= mostDone, `${figure(share * 100)}% of it was acknowledged`)
  }
  const depth = siblings.find(({ role }) => role === 'queue_depth')
  const levels = depth ? lastMinutes(depth, view.minute, minutes).map(({ last }) => last) : []
  const slope = levels.length < 5 || median(levels) === 0 ? Number.NaN : senSlope(levels)
  const unknown = 'unknown whether any of it is done: a count of what is acknowledged or still waits would tell'
  return feature('no_progress', slope, slope >= 0, Number.isNaN(slope) ? unknown : 'how many wait decides')
}
