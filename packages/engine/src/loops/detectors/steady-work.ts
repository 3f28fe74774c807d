/**
 * Work that a process gives itself, by counts alone: since some moment it runs as often in each minute as a machine can,
 * many times as often as before, and no one asks for more. Where a second count shows that it changes nothing, or that each
 * run writes what wakes it again, it is a loop; else it is suspected, with the count that would decide.
 */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { LoopType } from '@kept/domain/loop-types.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { isDemand, meaningOf, tokensOf } from '../evidence/count-meaning.ts'
import { countsOf, risesOf } from '../evidence/counts.ts'
import { type SteadyRun, steadyRunOf } from '../evidence/steady-run.ts'
import type { DetectorContext, View } from '../view.ts'

/** Minutes that a run must have gone on to be suspected, and until work through what there is would have ended. */
const [suspectedAfter, restsWithin] = [15, 45]
/** As storms are for work that should come to rest; twice as much where nothing says what the work is. */
const [overBefore, overOfAny] = [5, 10]
/** What people ask for differs by more from minute to minute. */
const mostSpread = 0.1
/** Someone asks for more as well: so many times as often as before, and at least this share of the work. */
const [demandGrows, demandShare] = [3, 0.1]
/** Runs that change nothing, of all; and runs for each thing that there is. */
const [nearlyAll, timesEach] = [0.9, 20]
/** Writes of each run, now and before. */
const [fewestWrites, mostWrites, writesBefore] = [0.8, 1.5, 0.5]

interface Work {
  series: Series
  run: SteadyRun
  converges: boolean
}

/** Looked for once for all types. */
const byView = new WeakMap<View, Work[]>()

/** Evaluations of one loop type. What a metric counts determines its type. */
export function steadyWork({ view, rule }: DetectorContext): LoopEvaluation[] {
  const all = byView.get(view) ?? workIn(view)
  byView.set(view, all)
  return all.filter(({ series }) => typeOf(series.metric) === rule.loop_type).map((work) => evaluated(work, view, rule))
}

/** The work of each resource that tells most: what should come to rest before what is only counted. */
function workIn(view: View): Work[] {
  const byResource = new Map<string, Work>()
  for (const series of view.activeSeries) {
    const work = workOf(series, view)
    if (!work) continue
    const { id } = series.resource
    const other = byResource.get(id)
    const isMore =
      (work.converges && !other?.converges) || (work.converges === other?.converges && isMoreOften(work, other))
    if (!other || isMore) byResource.set(id, work)
  }
  return [...byResource.values()].filter((work) => !isRequested(work, view) && !movesOn(work, view))
}

const isMoreOften = ({ run }: Work, other: Work) => run.perMinute > other.run.perMinute

/** Fewer in a minute are no machine at work. */
const fewestPerMinute = 20

function workOf(series: Series, view: View): Work | undefined {
  const meaning = meaningOf(series.metric)
  if (series.labels.outcome === 'failed' || series.role === 'errors') return undefined
  if (meaning !== 'converges' && meaning !== 'work') return undefined
  if (meaning === 'work' && isDemand(series)) return undefined
  // Looked at first, since most series are quiet.
  const points = lastMinutes(series, view.minute, 5)
  const recent = series.isCounter
    ? points.reduce((total, { sum }) => total + sum, 0)
    : (points.at(-1)?.last ?? 0) - (points[0]?.last ?? 0)
  // A level that goes up and down tells how much there is, not how often something ran.
  if (recent < fewestPerMinute || (!series.isCounter && risesOf(series.minutes) === undefined)) return undefined
  const run = steadyRunOf(series, view.minute)
  const converges = meaning === 'converges'
  const isRun = run && run.length >= suspectedAfter && run.spread <= mostSpread && run.perMinute >= fewestPerMinute
  return isRun && run.over >= (converges ? overBefore : overOfAny) ? { series, run, converges } : undefined
}

/** Who asks: here, or at another resource, which may pass it on. */
function isRequested({ series, run }: Work, view: View): boolean {
  return view.activeSeries.some((other) => {
    if (other === series || !isDemand(other)) return false
    const [now, past] = meansOf(other, run, view.minute)
    const isMuch = other.resource.id === series.resource.id || now >= run.perMinute * demandShare
    return isMuch && now >= demandGrows * Math.max(1, past)
  })
}

/** Its own measure of how far it is grows as it never did: rows copied, documents indexed, things that there are. */
function movesOn({ series, run }: Work, view: View): boolean {
  return view.series.ofResource(series.resource.id).some((other) => {
    const meaning = meaningOf(other.metric)
    if (other === series || (meaning !== 'advance' && meaning !== 'things')) return false
    const [now, past] = meansOf(other, run, view.minute)
    return meaning === 'things' && !other.isCounter ? risesInRun(other, run) : now >= demandGrows * Math.max(1, past)
  })
}

/** More things than a twentieth, since the run began. */
const manyNew = 1.05
function risesInRun({ minutes }: Series, { startMinute }: SteadyRun): boolean {
  const before = minutes.findLast(({ minute }) => minute < startMinute)?.last ?? 0
  return (minutes.at(-1)?.last ?? 0) > before * manyNew
}

/** In a report of the run, and before it. */
function meansOf(series: Series, { startMinute }: SteadyRun, minute: number): [now: number, past: number] {
  const [now, past] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ]
  for (const [at, count] of countsOf(series)) {
    const part = at > minute ? undefined : at > startMinute ? now : at < startMinute ? past : undefined
    if (!part) continue
    part.sum += count
    part.count += 1
  }
  return [now.sum / Math.max(1, now.count), past.sum / Math.max(1, past.count)]
}

function evaluated(work: Work, view: View, { loop_type: type, detection_criteria }: LoopRule): LoopEvaluation {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = detection_criteria
  const { series, run } = work
  const { length, over, perMinute, spread } = run
  return evaluationOf({
    ...{ type, threshold, minutes, volume: perMinute * minutes, resource: series.resource },
    edges: [`${series.metric} ${series.labels.subject}`.trim()],
    features: [
      feature(
        'machine_steady',
        spread,
        true,
        `as often in each of ${figure(length)} minutes, within ${figure(spread * 100)}%`,
      ),
      feature(
        'over_usual',
        over,
        true,
        `${figure(over)} times as often as in busy minutes before, and no one asks for more`,
      ),
      progressFeature(work, view),
    ],
    partial: true,
  })
}

/** What changes nothing, goes over each thing again and again, or writes once with each run, gets nowhere. */
function progressFeature(work: Work, view: View): Feature {
  return (
    unchangedFeature(work, view) ??
    eachThingFeature(work, view) ??
    writesFeature(work, view) ??
    feature(
      'no_progress',
      Number.NaN,
      false,
      'unknown whether it changes anything: a count of what it writes, of runs that changed nothing, or of the things it works on would tell',
    )
  )
}

/** By how its runs ended, where an attribute says; else by a count of those that changed nothing. */
function unchangedFeature({ series, run }: Work, view: View): Feature | undefined {
  const all = view.series.ofResource(series.resource.id)
  const runs = all.filter(({ metric, labels }) => metric === series.metric && labels.subject === series.labels.subject)
  const ended = runs.filter(({ labels }) => labels.outcome === 'unchanged')
  const unchanged = ended.length > 0 ? ended : all.filter(({ metric }) => meaningOf(metric) === 'unchanged')
  if (unchanged.length === 0) return undefined
  const sumOf = (list: readonly Series[]) =>
    list.reduce((total, other) => total + meansOf(other, run, view.minute)[0], 0)
  const share = sumOf(unchanged) / Math.max(1, sumOf(runs))
  return feature('no_progress', share, share >= nearlyAll, `${figure(share * 100)}% of its runs changed nothing`)
}

function eachThingFeature({ series, run, converges }: Work, view: View): Feature | undefined {
  const things = view.series
    .ofResource(series.resource.id)
    .find(({ metric, isCounter }) => !isCounter && meaningOf(metric) === 'things')
  const count = things?.minutes.at(-1)?.last ?? 0
  if (!converges || !things || count <= 0) return undefined
  const times = (run.perMinute * run.length) / count
  // Until it could have gone over all of them that often nothing is said against it.
  return times < timesEach
    ? undefined
    : feature('no_progress', times, true, `it went over each of ${figure(count)} things ${figure(times)} times`)
}

/** Work that should come to rest writes once with each run, and what it writes wakes it. */
function writesFeature({ series, run, converges }: Work, view: View): Feature | undefined {
  if (!converges || run.length < restsWithin) return undefined
  const [runs, runsBefore] = meansOf(series, run, view.minute)
  for (const other of view.series.ofResource(series.resource.id)) {
    if (other === series || other.labels.outcome === 'failed' || !isWrite(other)) continue
    const [writes, before] = meansOf(other, run, view.minute)
    const [perRun, perRunBefore] = [writes / Math.max(1, runs), before / Math.max(1, runsBefore)]
    if (perRun < fewestWrites || perRun > mostWrites || perRunBefore > writesBefore) continue
    return feature(
      'no_progress',
      perRun,
      true,
      `each run writes once (${figure(perRunBefore)} before), and it never rests`,
    )
  }
  return undefined
}

const isWrite = ({ metric, labels }: Series) =>
  [metric, labels.subject].some((text) => tokensOf(text).some((word) => meaningOf(word) === 'write'))

/** The name parts of metrics that belong to each loop type. */
const types: [LoopType, RegExp][] = [
  ['webhook_loop', /^(webhooks?|hooks?|notifications?)$/],
  ['batch_processing_loop', /^(messages?|records?|rows?|batch(es)?)$/],
  ['circular_dependency', /^(replicat\w*|mirror\w*|federat\w*)$/],
]

function typeOf(metric: string): LoopType {
  const tokens = tokensOf(metric)
  return types.find(([, pattern]) => tokens.some((word) => pattern.test(word)))?.[0] ?? 'recursive_function'
}
