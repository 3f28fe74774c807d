import { lastMinutes, type MinutePoint, type Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { explainedByLoad, loadOf } from '../evidence/load.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { DetectorContext, View } from '../view.ts'
import { defineDetector } from './define-detector.ts'
import { endlessGrowth } from './endless-growth.ts'
import { fillingLeak } from './filling-leak.ts'
import { limitOf } from './memory-limit.ts'
import { neverBefore, ownMemory, restartsWhenFull } from './memory-return.ts'
import { slowLeak } from './slow-leak.ts'

export const memoryLeak = defineDetector({
  type: 'memory_leak_loop',
  sources: ['Machida et al. 2013: Mann-Kendall alone gives false alarms', 'Hamed and Rao 1998', 'Precog 2021'],
  evaluate(context) {
    return [...fromSeries(context), ...fromKills(context)]
  },
})

function fromSeries({ view, rule }: DetectorContext): LoopEvaluation[] {
  const evaluations: LoopEvaluation[] = []
  for (const series of view.activeSeries) {
    const isHeld = series.role === 'held'
    if (!isHeld && series.role !== 'memory' && series.role !== 'memory_percent') continue
    // A leak of days needs no look every minute.
    if (view.minute - (series.minutes.at(-1)?.minute ?? 0) > 90) continue
    if (isHeld) {
      const held = isGivenBack(series) ? undefined : fillingLeak(series, view)
      if (held) evaluations.push(held)
      continue
    }
    const fast = fastLeak(series, { view, rule })
    if (fast?.shape) {
      evaluations.push(fast)
      continue
    }
    const filling = fillingLeak(series, view)
    const slow = slowLeak(series, view)
    const evaluation = filling?.shape
      ? filling
      : slow?.shape
        ? slow
        : (filling ?? endlessGrowth(series, view) ?? slow ?? fast)
    if (evaluation) evaluations.push(evaluation)
  }
  return evaluations
}

/** Of a pool the series that says which are not in use, told by its attributes. */
const isGivenBack = ({ key }: Series) => /=(idle|free|available)(,|$)/i.test(key)

const longestMinutes = 60
/** Without a known end, growth by half within this time stands in for it. */
const sharpMinutes = 30
/** Full within this many minutes; a line without any doubt may be believed for half as long again. */
const fullSoon = 30
const verySteady = 0.98

function fastLeak(series: Series, context: DetectorContext): LoopEvaluation | undefined {
  const { measurement_window_minutes: minutes } = context.rule.detection_criteria
  const limit = limitOf(series, context.view)
  if (limit === undefined) {
    const sharp = growthOver(series, context, { limit, length: sharpMinutes, straight: 0.98, rise: 0.5 })
    return sharp?.shape ? sharp : growthOver(series, context, { limit, length: longestMinutes, straight: 0.95 })
  }
  const length = Math.max(minutes, Math.min(longestMinutes, Math.ceil(series.stepMinutes * 8)))
  const fullWindow = growthOver(series, context, { limit, length, straight: 0.9 })
  if (fullWindow?.shape) return fullWindow
  // So straight and so much that the whole growth of a window is there before the window is full.
  const early = growthOver(series, context, { limit, length: Math.round(length * 0.8), straight: 0.95, isEarly: true })
  return early?.shape ? early : fullWindow
}

interface Stretch {
  limit: number | undefined
  /** Minutes looked at. */
  length: number
  /** Share of the growth a straight line must explain. */
  straight: number
  /** The growth of a whole window must be there already. */
  isEarly?: boolean
  /** Share of its first level it must have grown by. */
  rise?: number
}

/** Growth that is straight enough to look at, between two measurements. */
interface Growth {
  points: MinutePoint[]
  first: MinutePoint
  last: MinutePoint
  fit: ReturnType<typeof linearFit>
  /** In a window of the rule, and how much of it counts. */
  inWindow: number
  gate: number
}

function growthOver(series: Series, context: DetectorContext, stretch: Stretch): LoopEvaluation | undefined {
  const growth = measureGrowth(series, context, stretch)
  if (!growth) return undefined
  const { view, rule } = context
  const { first, last, fit } = growth
  const { limit } = stretch
  const sinceDeploy = view.sinceDeploy(series.resource.id)
  return evaluationOf({
    type: 'memory_leak_loop',
    threshold: growth.gate,
    minutes: rule.detection_criteria.measurement_window_minutes,
    volume: growth.inWindow,
    resource: series.resource,
    edges: [`${series.resource.instance} ${series.metric}`],
    features: featuresOf(growth, series, view, stretch),
    uses: limit === undefined ? [] : [{ ...sized(series.resource), size: Math.max(0, last.last - first.last) / limit }],
    excludedBy: sinceDeploy !== undefined && sinceDeploy < 10 ? 'deployed less than 10 minutes ago' : null,
    metrics: {
      iterations: 1,
      perMinute: fit.slope,
      avgMs: null,
      memoryMb: series.role === 'memory_percent' ? null : last.last,
      cpuPercent: null,
    },
  })
}

function measureGrowth(
  series: Series,
  { view, rule }: DetectorContext,
  { limit, length, isEarly = false, rise = 0 }: Stretch,
): Growth | undefined {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  const points = lastMinutes(series, view.minute, length)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 6) return undefined
  const covered = last.minute - first.minute
  if (covered < Math.min(minutes, length) * 0.75 || (limit === undefined && covered < length * 0.9)) return undefined
  const fit = linearFit(
    points.map(({ minute }) => minute),
    points.map(({ last: value }) => value),
  )
  const inWindow = fit.slope * minutes
  // Of a percentage a tenth of the whole stands for the 100 MiB.
  const gate = series.role === 'memory_percent' ? threshold / 10 : threshold
  if (inWindow < gate / 2) return undefined
  const grown = fit.slope * covered
  if ((isEarly && grown < gate) || grown < rise * first.last) return undefined
  return { points, first, last, fit, inWindow, gate }
}

function featuresOf(
  { points, first, last, fit }: Growth,
  series: Series,
  view: View,
  { limit, straight }: Stretch,
): Feature[] {
  const highest = limit === undefined ? highestBefore(series, first.minute) : undefined
  const minutesLeft = limit === undefined ? Number.NaN : (limit - last.last) / fit.slope
  const load = loadShare(series, points, view)
  const steady = thirds(points).every((slope) => slope >= fit.slope * 0.5 && slope <= fit.slope * 2)
  return [
    feature('linear', fit.r2, fit.r2 >= straight, `a straight line explains ${figure(fit.r2 * 100)}% of the growth`),
    feature(
      'steady',
      steady ? 1 : 0,
      steady,
      steady ? 'growing as fast in every third of the time' : 'not growing steadily',
    ),
    feature(
      'minutes_left',
      minutesLeft,
      Number.isNaN(minutesLeft) || minutesLeft < (fit.r2 >= verySteady ? fullSoon * 1.5 : fullSoon),
      describeLeft(minutesLeft),
    ),
    ...(highest === undefined ? [] : [newHigh(last.last, highest)]),
    feature('not_load', load, load < 0.8, `load explains ${figure(load * 100)}% of it`),
    ...doubts(series, view, limit),
  ]
}

function newHigh(level: number, highest: number): Feature {
  const isHigher = level > highest * 1.05
  return feature(
    'new_high',
    level / highest,
    isHigher,
    isHigher ? 'higher than ever seen here' : 'as high as it was before, without harm',
  )
}

/** What may give memory back: only where something does is it said. */
function doubts(series: Series, view: View, limit: number | undefined): Feature[] {
  const own = ownMemory(series, view)
  return [...(own.is_met ? [] : [own]), ...(limit === undefined ? [] : neverBefore(series, view, limit))]
}

function describeLeft(minutesLeft: number): string {
  if (Number.isNaN(minutesLeft)) return 'limit unknown'
  return minutesLeft < 1 ? 'full within a minute' : `full in ${figure(minutesLeft)} minutes`
}

/** The highest of the days before the growth began; undefined while nothing is known of them. */
function highestBefore({ halfHours }: Series, minute: number): number | undefined {
  const before = halfHours.filter(({ index }) => index < Math.floor(minute / 30)).map(({ max }) => max)
  return before.length > 0 ? Math.max(...before) : undefined
}

/** Slopes of the first, second and last third: a plateau's end is flat, a step's beginning. */
function thirds(points: readonly MinutePoint[]): number[] {
  const size = Math.floor(points.length / 3)
  if (size < 2) return []
  return [0, 1, 2].map((part) => {
    const third = points.slice(part * size, part === 2 ? points.length : (part + 1) * size + 1)
    return linearFit(
      third.map(({ minute }) => minute),
      third.map(({ last }) => last),
    ).slope
  })
}

/** The share of the growth that requests explain: memory that follows load is no leak. */
function loadShare(series: Series, points: readonly MinutePoint[], view: View): number {
  const load = loadOf(series.resource.id, view)
  const levels = points.map(({ minute, last }) => ({ minute, value: last }))
  return load ? explainedByLoad(levels, load, { fewest: 6 }) : 0
}

const killsMinutes = 60
const killsEnough = 3

/** Killed for its memory three times in an hour: whatever the curve, the leak starts over each time. */
function fromKills({ view }: DetectorContext): LoopEvaluation[] {
  const kills = new Map<string, { resource: Series['resource']; count: number }>()
  const add = (resource: Series['resource'], count: number) => {
    const existing = kills.get(resource.id)
    if (existing) existing.count += count
    else kills.set(resource.id, { resource, count })
  }
  for (const event of view.events(killsMinutes)) if (event.kind === 'out_of_memory') add(event.resource, event.count)
  for (const series of view.activeSeries) {
    if (series.role === 'out_of_memory')
      add(
        series.resource,
        lastMinutes(series, view.minute, killsMinutes).reduce((total, { sum }) => total + sum, 0),
      )
  }
  for (const series of view.activeSeries)
    if (series.role === 'memory' && !kills.has(series.resource.id)) {
      const restarts = restartsWhenFull(series, view, killsMinutes)
      if (restarts > 0) add(series.resource, restarts)
    }
  return [...kills.values()]
    .filter(({ count }) => count >= 1)
    .map(({ resource, count }) =>
      evaluationOf({
        type: 'memory_leak_loop',
        threshold: killsEnough,
        minutes: killsMinutes,
        volume: count,
        resource,
        edges: ['out of memory'],
        features: [feature('kills', count, count >= killsEnough, `out of memory ${count} times in an hour`)],
      }),
    )
}
