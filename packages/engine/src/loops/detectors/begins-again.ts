/**
 * Work through something long, by the measure of how far it is: where it falls back to its beginning again and again while
 * it is still going, and is never complete, what was read is read again.
 */
import { lastMinutes, type MinutePoint, type Series } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext, View } from '../view.ts'

/** Minutes that are looked back on, and the falls among them: once is a cut, twice may be chance. */
const [lookedBack, fewestFalls] = [180, 3]
/** A fall is to less than this share of what had been reached. */
const nearBeginning = 0.1
/** How far it came each time, the least as a share of the most: other work has another length. */
const alike = 0.5
/** Failures are reported within so many minutes of the fall that they cause. */
const within = 1

interface Fall {
  minute: number
  height: number
}

export function beginsAgain({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const progress = progressByResource(view)
  return view.activeSeries.flatMap((series) => {
    // A counter stands for what was added: only where work stands falls back.
    if (series.role !== 'position' || series.isCounter) return []
    const points = lastMinutes(series, view.minute, lookedBack)
    const falls = fallsWhileGoing(points)
    const volume = advanced(points.filter(({ minute }) => minute > view.minute - minutes))
    if (falls.length < fewestFalls || volume < threshold / 2 || !isGoing(falls, view.minute)) return []
    return [
      evaluationOf({
        ...{ type: 'batch_processing_loop', threshold, minutes, volume, resource: series.resource },
        edges: [series.metric],
        features: [
          feature('checkpoint', falls.length, true, `it began again ${falls.length} times while it was still going`),
          sameHeight(falls),
          neverComplete(progress(series.resource.id), falls, view),
        ],
      }),
    ]
  })
}

/** Points at which it falls back from where it was still moving: what is done rests before it begins again. */
function fallsWhileGoing(points: readonly MinutePoint[]): Fall[] {
  return points.flatMap((point, index) => {
    const [earlier, before] = [points[index - 2], points[index - 1]]
    const isFall = earlier !== undefined && before !== undefined && point.last < before.last * nearBeginning
    return isFall && before.last > earlier.last ? [{ minute: point.minute, height: before.last }] : []
  })
}

/** All that was added on the way, over the falls. */
function advanced(points: readonly MinutePoint[]): number {
  return points.reduce((total, { last }, index) => total + Math.max(0, last - (points[index - 1]?.last ?? last)), 0)
}

/** The next fall is not long overdue. */
function isGoing(falls: readonly Fall[], minute: number): boolean {
  const gaps = falls.slice(1).map((fall, index) => fall.minute - (falls[index]?.minute ?? 0))
  return minute - (falls.at(-1)?.minute ?? 0) <= 2 * Math.max(...gaps)
}

function sameHeight(falls: readonly Fall[]): Feature {
  const heights = falls.map(({ height }) => height)
  const ratio = Math.min(...heights) / Math.max(...heights)
  return feature('same_height', ratio, ratio >= alike, `each time it came ${figure(ratio * 100)}% as far and more`)
}

/** Other metrics of a resource that tell how its work ends. */
interface Progress {
  completed: Series | undefined
  failing: Series[]
}

const completionName = /(^|[^a-z])(is.?)?completed?([^a-z]|$)/i

/** Looked up once for each resource: one may report thousands of series. */
function progressByResource(view: View): (id: string) => Progress {
  const byResource = new Map<string, Progress>()
  return (id) => {
    const existing = byResource.get(id)
    if (existing) return existing
    const all = view.series.ofResource(id)
    const progress = {
      completed: all.find(({ metric }) => completionName.test(metric)),
      failing: all.filter(({ role }) => role === 'errors' || role === 'restarts'),
    }
    byResource.set(id, progress)
    return progress
  }
}

/** Failures tell something where they are rare between the falls: in less than this share of the other minutes. */
const rarely = 0.5

/** What says whether it was completed, or else whether something failed each time. */
function neverComplete({ completed, failing }: Progress, falls: readonly Fall[], view: View): Feature {
  const first = falls[0]?.minute ?? view.minute
  const since = (series: Series) => lastMinutes(series, view.minute, view.minute - first + within + 1)
  if (completed) {
    const times = since(completed).filter(({ max }) => max > 0).length
    return feature(
      'never_complete',
      times,
      times === 0,
      times === 0 ? 'it was never complete' : `it was complete in ${times} minutes`,
    )
  }
  const failed = new Set(
    failing.flatMap((series) => since(series).flatMap(({ minute, max }) => (max > 0 ? [minute] : []))),
  )
  const near = new Set(falls.flatMap(({ minute }) => [minute - within, minute, minute + within]))
  const isFailure = ({ minute }: Fall) => [minute - within, minute, minute + within].some((at) => failed.has(at))
  const elsewhere = [...failed].filter((minute) => !near.has(minute)).length
  const isRare = elsewhere < rarely * Math.max(1, view.minute - first + 1 - near.size)
  if (failed.size > 0 && isRare && falls.every(isFailure))
    return feature('never_complete', 0, true, 'something failed each time it began again')
  return feature(
    'never_complete',
    Number.NaN,
    false,
    'unknown whether it came to its end: a metric that says when it is complete would tell',
  )
}
