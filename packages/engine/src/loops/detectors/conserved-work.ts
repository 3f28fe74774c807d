/**
 * Conservation of work, by counts alone: what goes out of a queue more often than it came in goes out again, and so does
 * what is given back as often as it is taken. What is done for good, or a queue that does not shrink, shows whether it gets
 * anywhere.
 */
import { median } from '../../maths/quantile.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { type CountMeaning, meaningOf } from '../evidence/count-meaning.ts'
import { countsOf } from '../evidence/counts.ts'
import { senSlope } from '../maths/mann-kendall.ts'
import type { DetectorContext, View } from '../view.ts'

/** Times as often as it came in, and as usual; shares of what goes out that may be new, or may be done. */
const [timesIn, timesBaseline, mostNew, mostDone] = [5, 5, 0.2, 0.2]
/** Minutes before the window that tell what is usual, and how many of them must be known. */
const [before, fewest] = [60, 20]
/** Of what waits at the beginning of a window, the share by which it must be less at its end to get anywhere. */
const shrinks = 0.1

/** What goes out again, and how often that is for each that came in, or was done. */
interface Flow {
  series: Series
  again: number
  out: number
  /** Share of what goes out that is new, or was done. */
  news: number
  over: number
  description: string
}

export function conservedWork({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return view.activeSeries.flatMap((series) => {
    const flow = flowOf(series, view, minutes)
    if (!flow || flow.again < threshold / 2) return []
    return [
      evaluationOf({
        type: 'batch_processing_loop',
        threshold,
        minutes,
        volume: flow.again,
        resource: series.resource,
        edges: [`${series.metric} ${series.labels.subject}`.trim()],
        features: featuresOf(flow, view, minutes),
        excludedBy: flow.news >= 1 / timesIn ? 'as much as came in, or what had waited' : null,
      }),
    ]
  })
}

function flowOf(series: Series, view: View, minutes: number): Flow | undefined {
  const meaning = meaningOf(series.metric)
  if (meaning === 'handed_out') return goesOutAgain(series, view, minutes)
  return meaning === 'given_back' ? isGivenBack(series, view, minutes) : undefined
}

/** Against what comes in, else against what is done: readers that never say so are no sign. */
function goesOutAgain(series: Series, view: View, minutes: number): Flow | undefined {
  const inputs = siblingsOf(series, view, 'came_in')
  const against = inputs.length > 0 ? inputs : doneOf(series, view)
  const isEverDone = against.some(({ halfHours }) => halfHours.some(({ sum }) => sum > 0))
  if (against.length === 0 || (inputs.length === 0 && !isEverDone)) return undefined
  const [out, other] = [sumsOf([series], view, minutes), sumsOf(against, view, minutes)]
  const [ratio, past] = [out.now / Math.max(1, other.now), out.past / Math.max(1, other.past)]
  const isKnown = Math.min(out.pastCount, other.pastCount) >= fewest && (inputs.length > 0 || other.past > 0)
  const what = inputs.length > 0 ? 'came in' : 'were done'
  return {
    ...{ series, out: out.now, again: out.now - other.now, news: other.now / out.now },
    over: isKnown ? ratio / Math.max(1, past) : Number.NaN,
    description: `${figure(ratio)} times as many went out as ${what}`,
  }
}

/** Where what comes in is counted too, that says more. A count that rises is meant, not how many are given back now. */
function isGivenBack(series: Series, view: View, minutes: number): Flow | undefined {
  const done = doneOf(series, view)
  const isCounted = siblingsOf(series, view, 'handed_out').length > 0 && siblingsOf(series, view, 'came_in').length > 0
  if (isCounted || done.length === 0) return undefined
  const [back, ended] = [sumsOf([series], view, minutes), sumsOf(done, view, minutes)]
  const out = back.now + ended.now
  const perMinute = back.past / Math.max(1, back.pastCount)
  return {
    ...{ series, out, again: back.now, news: ended.now / Math.max(1, out) },
    over: back.pastCount >= fewest ? back.now / minutes / Math.max(1, perMinute) : Number.NaN,
    description: `${figure((back.now / Math.max(1, out)) * 100)}% of what was taken was given back`,
  }
}

/** Where a broker dispatches what it keeps until it is acknowledged, only then is it taken out of the queue. */
const [dispatches, takesOut] = [/dispatch/i, /dequeue/i]

/** Of the same subject: what another consumer did is no progress of this one. */
function doneOf(series: Series, view: View): Series[] {
  const taken = dispatches.test(series.metric)
    ? siblingsOf(series, view, 'handed_out').filter(({ metric }) => takesOut.test(metric))
    : []
  const done = [...siblingsOf(series, view, 'done'), ...taken]
  return done.filter(({ labels }) => labels.subject === series.labels.subject)
}

function siblingsOf({ resource }: Series, view: View, meaning: CountMeaning): Series[] {
  return view.series.ofResource(resource.id).filter(({ metric }) => meaningOf(metric) === meaning)
}

/** Counted in the window and in the hour before it. */
function sumsOf(list: readonly Series[], view: View, minutes: number) {
  const begin = view.minute - minutes
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

function featuresOf(flow: Flow, view: View, minutes: number): Feature[] {
  const { news, over, description } = flow
  return [
    feature('redone_share', 1 - news, news <= mostNew, description),
    feature(
      'over_usual',
      over,
      !(over < timesBaseline),
      Number.isNaN(over) ? 'usual unknown: an hour from before would tell' : `${figure(over)} times as often as before`,
    ),
    progressFeature(flow, view, minutes),
  ]
}

/** By what was done of the same subject, else by how many wait; unknown where neither is counted. */
function progressFeature({ series, out }: Flow, view: View, minutes: number): Feature {
  const done = doneOf(series, view).map((other) => sumsOf([other], view, minutes).now)
  if (done.length > 0) {
    const share = Math.max(...done) / out
    return feature('no_progress', share, share <= mostDone, `${figure(share * 100)}% of it was done`)
  }
  const depth = view.series
    .ofResource(series.resource.id)
    .find(({ role, metric }) => role === 'queue_depth' || meaningOf(metric) === 'waiting')
  const levels = depth ? lastMinutes(depth, view.minute, minutes).map(({ last }) => last) : []
  const isKnown = levels.length >= 5 && median(levels) > 0
  const change = isKnown ? (senSlope(levels) * levels.length) / median(levels) : Number.NaN
  const unknown = 'unknown whether any of it is done: a count of what is acknowledged or still waits would tell'
  return feature('no_progress', change, change > -shrinks, isKnown ? 'how many wait decides' : unknown)
}
