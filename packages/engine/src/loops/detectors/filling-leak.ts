/**
 * A leak of hours: memory that fills in a straight line towards its limit, and again after each restart. Too slow for
 * the fast look at minutes, over before the slow look at days.
 */
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { explainedByLoad, loadOf, risingLoadOf } from '../evidence/load.ts'
import { linearFit } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'
import { storedItems } from './held-things.ts'
import { limitOf } from './memory-limit.ts'
import { fallsOf, neverBefore, ownMemory } from './memory-return.ts'
import { keepsGrowing, straightLine } from './steady-growth.ts'

interface Level {
  minute: number
  value: number
  /** The highest of its half hour, or of the one in which it ended. */
  peak: number
}

/** A look every ten minutes is enough for what takes hours. */
const lookEvery = 10
const evaluated = new WeakMap<Series, { look: number; evaluation: LoopEvaluation | undefined }>()

export function fillingLeak(series: Series, view: View): LoopEvaluation | undefined {
  const look = Math.floor(view.minute / lookEvery)
  const cached = evaluated.get(series)
  if (cached?.look === look) return cached.evaluation
  const limit = limitOf(series, view)
  const evaluation = limit === undefined || limit <= 0 ? undefined : evaluate(series, view, limit)
  evaluated.set(series, { look, evaluation })
  return evaluation
}

function evaluate(series: Series, view: View, limit: number): LoopEvaluation | undefined {
  const climbs = climbsOf(series, view.minute, limit)
  const current = climbs.at(-1)
  if (!current) return undefined
  const ended = climbs.slice(0, -1).filter((climb) => endsFull(climb, limit))
  const again = againEvaluation(series, view, ended, current, limit)
  return again ?? towardsLimit(series, view, current, limit)
}

/** Where it falls by more than this share of the limit it was started again. */
const fellBy = 0.3

/** From restart to restart; the last is the current one. */
function climbsOf(series: Series, minute: number, limit: number): Level[][] {
  const halfHour = Math.floor(minute / 30)
  const levels: Level[] = series.halfHours
    .filter(({ index }) => index < halfHour)
    .map(({ index, min, max }) => ({ minute: index * 30 + 15, value: min, peak: max }))
  const climbs: Level[][] = [[]]
  for (const level of levels) {
    const climb = climbs.at(-1) as Level[]
    const before = climb.at(-1)
    if (before && before.value - level.value > fellBy * limit) {
      // The half hour in which it fell still holds how high it had come.
      before.peak = Math.max(before.peak, level.peak)
      climbs.push([level])
    } else climb.push(level)
  }
  return climbs
}

/** Of the limit: near enough to its end for the next allocation to be refused. */
const nearlyFull = 0.8
const straightEnough = 0.95
const fewestLevels = 4

function endsFull(climb: readonly Level[], limit: number): boolean {
  const [first, last] = [climb[0], climb.at(-1)]
  if (!first || !last || climb.length < fewestLevels) return false
  return last.peak >= nearlyFull * limit && fitOf(rising(climb)).r2 >= straightEnough
}

/** From its lowest point on: a service may rest at its level before it begins to fill. */
function rising(climb: readonly Level[]): Level[] {
  const [low, high] = [climb[0]?.value ?? 0, climb.at(-1)?.value ?? 0]
  let start = climb.findIndex(({ value }) => value > low + 0.1 * (high - low))
  start = Math.max(0, start - 1)
  return climb.slice(start)
}

function fitOf(levels: readonly Level[]) {
  return linearFit(
    levels.map(({ minute }) => minute),
    levels.map(({ value }) => value),
  )
}

/** A collector empties a heap that is full; nothing is started again. */
const collected = /heap|jvm|(^|[^a-z])gc([^a-z]|$)|clr|managed/i
const againAndAgain = 2

function againEvaluation(
  series: Series,
  view: View,
  ended: readonly Level[][],
  current: readonly Level[],
  limit: number,
): LoopEvaluation | undefined {
  if (ended.length === 0 || collected.test(series.metric)) return undefined
  const fits = ended.map((climb) => fitOf(rising(climb)))
  const straight = Math.min(...fits.map(({ r2 }) => r2))
  const slope = Math.max(...fits.map((fit) => fit.slope))
  const falls = fallsOf(series, view, limit)
  const restarts = falls.filter(({ isRestart }) => isRestart).length
  const isReported = restarts > 0 || falls.every(({ isRestart }) => isRestart === false)
  return memoryEvaluation(series, limit, {
    volume: ended.length,
    threshold: againAndAgain,
    minutes: 2880,
    slope,
    level: current.at(-1)?.value ?? 0,
    features: [
      feature(
        'filled_again',
        ended.length,
        ended.length >= againAndAgain,
        `filled up and started again ${ended.length} ${ended.length === 1 ? 'time' : 'times'} in two days`,
      ),
      feature(
        'linear',
        straight,
        straight >= straightEnough,
        `a straight line explains ${figure(straight * 100)}% of each climb`,
      ),
      feature(
        'started_again',
        isReported ? restarts : Number.NaN,
        restarts > 0,
        restarts > 0
          ? 'it fell when its process was started again'
          : isReported
            ? 'it was given back: nothing was started again'
            : 'a collector may have emptied it: `kube_pod_container_status_restarts_total` would tell',
      ),
      feature('climbs', current.length, true, `full after ${figure(limit / Math.max(1e-9, slope) / 60)} hours at most`),
    ],
  })
}

const longEnoughMinutes = 90
const [grownBy, filledTo] = [0.25, 0.6]
/** What grew for less than four hours may be a job that holds what it reads: it must be nearer to its end. */
const filledSoon = 0.8
/** Where nothing is known of the time before it, or a collector may come, only the end tells a leak from a heap that fills. */
const atItsEnd = 0.95

function towardsLimit(series: Series, view: View, climb: readonly Level[], limit: number): LoopEvaluation | undefined {
  const begin = climb[0]?.minute ?? 0
  const recent = lastMinutes(series, view.minute, 180)
    .filter(({ minute }) => minute >= begin - 15)
    .map(({ minute, last }) => ({ minute, value: last, peak: last }))
  const ofHours = rising(climb)
  const isLong = ofHours.length >= 8
  const levels = isLong ? ofHours : rising(recent)
  const [first, last] = [levels[0], levels.at(-1)]
  if (!first || !last || levels.length < 8 || last.minute - first.minute < longEnoughMinutes) return undefined
  const fit = fitOf(levels)
  const middle = Math.floor(levels.length / 2)
  const [early, late] = [fitOf(levels.slice(0, middle)).slope, fitOf(levels.slice(middle)).slope]
  const growth = last.value - first.value
  if (growth < grownBy * limit || last.value < (isLong ? filledTo : filledSoon) * limit || fit.slope <= 0)
    return undefined
  const minutesLeft = Math.max(0, (limit - last.value) / fit.slope)
  const length = last.minute - first.minute
  return memoryEvaluation(series, limit, {
    volume: growth,
    threshold: grownBy * limit,
    minutes: length,
    slope: fit.slope,
    level: last.value,
    features: [
      straightLine(fit.r2),
      keepsGrowing(early, late),
      feature(
        'minutes_left',
        minutesLeft,
        minutesLeft <= length,
        minutesLeft < 1 ? 'full now' : `full in ${figure(minutesLeft / 60)} hours`,
      ),
      // A half hour that is not over is no level of a line yet, and may be the last.
      nearEnd(Math.max(last.value, lastMinutes(series, view.minute, 60).at(-1)?.last ?? 0) / limit),
      ownMemory(series, view),
      ...neverBefore(series, view, limit),
      ...begun(series, limit, first, last),
      ...loadOfHeld(series, view),
      ...storedItems(series, view, begin),
    ],
  })
}

/** What requests take they give back: as many as are asked for are no leak. Without a count of requests no one knows. */
const followed = 0.6

function loadOfHeld({ role, resource, minutes }: Series, view: View): Feature[] {
  if (role !== 'held') return []
  const levels = minutes.map(({ minute, last }) => ({ minute, value: last }))
  const readings = [loadOf(resource.id, view), risingLoadOf(resource.id, view)].flatMap((load) => load ?? [])
  const shares = readings.map((load) => explainedByLoad(levels, load, { fewest: 60 }))
  const share = shares.length === 0 ? Number.NaN : Math.max(...shares)
  const description = Number.isNaN(share)
    ? 'unknown whether requests take them: a count of requests would tell'
    : `requests explain ${figure(share * 100)}% of it`
  return [feature('not_load', share, share < followed, description)]
}

/** Stores are sized with room to spare: what is at nine tenths of its limit and still grows has none left. */
const almostFull = 0.9

/** What is read in for hours grows in a line too, and is there one day: only near the limit is it known to go on. */
function nearEnd(share: number): Feature {
  const isNear = share >= almostFull
  return feature(
    'near_end',
    isNear ? share : Number.NaN,
    true,
    `${figure(share * 100)}% of the limit${isNear ? '' : ': whether it goes on to the end is not known yet'}`,
  )
}

/** What no one saw begin may be a heap between two collections. */
function begun(series: Series, limit: number, first: Level, last: Level): Feature[] {
  const firstSeen = (series.halfHours[0]?.index ?? 0) * 30
  const needed = Math.max(knownBefore, restOfClimb * (last.minute - first.minute))
  const isBegun = first.minute - firstSeen >= needed && !collected.test(series.metric)
  if (isBegun || last.value >= atItsEnd * limit) return []
  return [
    feature(
      'begun',
      Number.NaN,
      false,
      'it has grown for as long as it is known, as a heap does between two collections; at its limit it is a leak',
    ),
  ]
}

/** Minutes of another life that must be known before a climb, and as a share of its length: its foot looks like rest. */
const [knownBefore, restOfClimb] = [45, 0.25]

function memoryEvaluation(
  series: Series,
  limit: number,
  part: { volume: number; threshold: number; minutes: number; slope: number; level: number; features: Feature[] },
): LoopEvaluation {
  const { slope, level, ...rest } = part
  return evaluationOf({
    type: 'memory_leak_loop',
    ...rest,
    resource: series.resource,
    edges: [`${series.resource.instance} ${series.metric}`],
    uses: [{ ...sized(series.resource), size: Math.min(1, level / limit) }],
    metrics: {
      iterations: 1,
      perMinute: slope,
      avgMs: null,
      memoryMb: series.role === 'memory' ? level : null,
      cpuPercent: null,
    },
  })
}
