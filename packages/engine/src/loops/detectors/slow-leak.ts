/**
 * A leak of hours: on the floor of the curve (what is left after every collection), against the day before, without
 * load.
 */
import { median, quantile } from '../../maths/quantile.ts'
import { robustSpread } from '../../maths/spread.ts'
import type { HalfHour, Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { loadSeries } from '../evidence/load.ts'
import { linearFit, mannKendall, senSlope } from '../maths/mann-kendall.ts'
import type { View } from '../view.ts'
import { limitOf } from './memory-limit.ts'
import { ownMemory } from './memory-return.ts'

const day = 48
/** Of the half hours of a day these many must be known. */
const enough = 40

/** Floors change every half hour: the evaluation of a half hour is cached for its thirty minutes. */
const evaluated = new WeakMap<Series, { now: number; evaluation: LoopEvaluation | undefined; runs: number }>()
/** Where the end is not known, the trend must still be there after these many half hours. */
const heldHalfHours = 8

export function slowLeak(series: Series, view: View): LoopEvaluation | undefined {
  const now = Math.floor((view.minute + 1) / 30)
  const cached = evaluated.get(series)
  if (cached?.now === now) return cached.evaluation
  const today = evaluateDay(series, view, now)
  const runs = today?.shape ? (cached && now - cached.now <= 2 ? cached.runs + 1 : 1) : 0
  const evaluation = today && limitOf(series, view) === undefined ? onlyIfHeld(today, runs) : today
  evaluated.set(series, { now, evaluation, runs })
  return evaluation
}

function onlyIfHeld(evaluation: LoopEvaluation, runs: number): LoopEvaluation {
  const isHeld = runs >= heldHalfHours
  const features = [
    ...evaluation.features,
    feature('held', runs / 2, isHeld, `lasts for ${figure(runs / 2)} hours, no memory limit reported`),
  ]
  return { ...evaluation, features, shape: evaluation.shape && isHeld }
}

/** The floor of a day, without what load explains, and how it grew. */
interface Day {
  past: HalfHour[]
  values: number[]
  loadShare: number
  limit: number | undefined
  /** Above the same hours of the day before; undefined where they are unknown. */
  yesterday: number | undefined
  /** Of a half hour, of the day, and how much growth of a day counts. */
  slope: number
  growth: number
  needed: number
}

function evaluateDay(series: Series, view: View, now: number): LoopEvaluation | undefined {
  const last = series.halfHours.at(-1)
  if (!last || last.index < now - 3) return undefined
  const today = measureDay(series, view, now)
  if (!today) return undefined
  const { limit, slope, growth, needed } = today
  return evaluationOf({
    type: 'memory_leak_loop',
    threshold: needed,
    minutes: 1440,
    volume: growth,
    resource: series.resource,
    edges: [`${series.resource.instance} ${series.metric}`],
    features: featuresOf(today, series, view),
    uses: limit === undefined ? [] : [{ ...sized(series.resource), size: growth / limit }],
    metrics: {
      iterations: 1,
      perMinute: slope / 30,
      avgMs: null,
      memoryMb: series.role === 'memory' ? last.max : null,
      cpuPercent: null,
    },
  })
}

/** Undefined where a day is not known, or its floor did not grow enough to look at. */
function measureDay(series: Series, view: View, now: number): Day | undefined {
  // Half hours not over yet have a floor that is still falling.
  const past = sinceRestart(series.halfHours.filter(({ index }) => index < now && index >= now - day))
  const first = past[0]
  if (past.length < enough || !first || (past.at(-1)?.index ?? 0) - first.index < day - 3) return undefined
  const floors = past.map(({ min }) => min)
  const level = median(floors)
  if (quantile(floors.slice(-8), 0.5) <= quantile(floors.slice(0, 8), 0.5)) return undefined
  const { values, loadShare } = withoutLoad(floors, loadOf(series, past, view))
  const slope = senSlope(values)
  const growth = slope * day
  const limit = limitOf(series, view)
  const noise = robustSpread(values.map((value, index) => value - slope * index))
  const yesterday = againstYesterday(series, past)
  const grewYesterday = yesterday !== undefined && yesterday >= 0.03 * level
  // Without a limit a twentieth of what is used may be a habit of the week: it must have come the day before too, or
  // twice as much.
  const needed = Math.max(limit === undefined ? (grewYesterday ? 0.05 : 0.1) * level : 0.05 * limit, 3 * noise)
  return growth < needed / 2 ? undefined : { past, values, loadShare, limit, yesterday, slope, growth, needed }
}

function featuresOf(today: Day, series: Series, view: View): Feature[] {
  const { past, values, loadShare, limit, yesterday, slope, growth, needed } = today
  const z = mannKendall(values)
  const wandering = wanderOf(wanderedOver(series, past, values))
  const overWandering = yesterday === undefined ? overUnknown : overKnown
  const own = ownMemory(series, view)
  const toLimit = limit === undefined ? Number.NaN : (limit - (values.at(-1) ?? 0)) / (slope * 2)
  return [
    feature('trend', z, z > 3, `trend of the floor: z ${z.toFixed(1)}`),
    keepsGrowing(values, growth),
    everyQuarter(values),
    feature(
      'not_daily',
      yesterday ?? Number.NaN,
      yesterday === undefined || yesterday >= needed / 2,
      yesterday === undefined
        ? 'the previous day is unknown'
        : `${figure(yesterday)} above the same hours of the previous day`,
    ),
    feature(
      'not_wandering',
      growth / wandering,
      growth >= overWandering * wandering,
      `${figure(growth / wandering)} times its normal daily variation`,
    ),
    feature('not_load', loadShare, loadShare < 0.9, `load explains ${figure(loadShare * 100)}% of the level`),
    feature('hours_left', toLimit, true, Number.isNaN(toLimit) ? 'limit unknown' : `full in ${figure(toLimit)} hours`),
    ...(own.is_met ? [] : [own]),
  ]
}

/** Both halves of the day grow, the second not much less than the first. */
function keepsGrowing(values: readonly number[], growth: number): Feature {
  const midpoint = Math.floor(values.length / 2)
  const [early, late] = [senSlope(values.slice(0, midpoint)), senSlope(values.slice(midpoint))]
  const isMet = late >= early / 2 && late * day >= growth * 0.4 && early * day >= growth * 0.25
  return feature(
    'keeps_growing',
    late / Math.max(1e-9, early),
    isMet,
    isMet ? 'growth continues in the second half of the day' : 'growth is one step, or has stopped',
  )
}

/** Every quarter of the day is above the one before by a fair share of the rise. */
function everyQuarter(values: readonly number[]): Feature {
  const quarters = [0, 1, 2, 3].map((part) =>
    median(values.slice(Math.floor((part * values.length) / 4), Math.floor(((part + 1) * values.length) / 4))),
  )
  const rise = (quarters[3] ?? 0) - (quarters[0] ?? 0)
  const isRising = quarters.slice(1).every((value, index) => value - (quarters[index] ?? 0) >= rise * 0.15)
  return feature(
    'quarters',
    rise,
    isRising,
    isRising
      ? 'every quarter of the day is above the previous one'
      : 'not every quarter of the day is above the previous one',
  )
}

/** Of a day of half hours, what noise alone explains of noise hardly ever. */
const byChance = 0.25

/** After a restart memory fills again, as caches do: values before it predict nothing. */
function sinceRestart(past: HalfHour[]): HalfHour[] {
  const floors = past.map(({ min }) => min)
  const range = Math.max(...floors) - Math.min(...floors)
  for (let index = past.length - 3; index >= 3; index -= 1) {
    const fell = median(floors.slice(index - 3, index)) - median(floors.slice(index, index + 3))
    if (fell > range * 0.3 && (floors[index - 1] ?? 0) - (floors[index] ?? 0) > range * 0.25) return past.slice(index)
  }
  return past
}

/** What requests do to the level is taken out, by a line fitted to both; the trend of time is left in. */
function withoutLoad(floors: number[], load: number[] | undefined): { values: number[]; loadShare: number } {
  if (!load) return { values: floors, loadShare: 0 }
  const direct = linearFit(load, floors)
  // Differences show how load affects memory even when both rise all day.
  const step = linearFit(differences(load), differences(floors))
  const slope =
    step.slope > 0 && step.r2 > byChance ? step.slope : direct.r2 > 0.9 && direct.slope > 0 ? direct.slope : 0
  if (slope === 0) return { values: floors, loadShare: Math.max(0, direct.slope > 0 ? direct.r2 : 0) }
  const center = median(load)
  return {
    values: floors.map((floor, index) => floor - slope * ((load[index] ?? center) - center)),
    loadShare: direct.slope > 0 ? direct.r2 : 0,
  }
}

function differences(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - (values[index] as number))
}

function loadOf(series: Series, past: readonly HalfHour[], view: View): number[] | undefined {
  const load = loadSeries(series.resource.id, view)
  if (load.length === 0) return undefined
  const byIndex = new Map<number, number>()
  for (const { halfHours } of load)
    for (const { index, sum, count } of halfHours) byIndex.set(index, (byIndex.get(index) ?? 0) + sum / count)
  const values = past.map(({ index }) => byIndex.get(index))
  return values.every((value) => value !== undefined) ? values : undefined
}

/** Growth must be this much above what mere wandering comes to in a day; more where no day before can be compared. */
const [overKnown, overUnknown] = [4, 10]
const fourHours = 8

/** The levels to look for wandering in: against the day before where it is known, so that a tide is none. */
function wanderedOver(series: Series, past: readonly HalfHour[], values: readonly number[]): Map<number, number> {
  const before = new Map(series.halfHours.map(({ index, min }) => [index + day, min]))
  const today = past.map(({ index }, position): [number, number] => [index, values[position] as number])
  const against = today.flatMap(([index, value]): [number, number][] => {
    const yesterday = before.get(index)
    // Two days wander independently: the difference by so much more than one.
    return yesterday === undefined ? [] : [[index, (value - yesterday) / Math.SQRT2]]
  })
  return new Map(against.length >= day / 2 ? against : today)
}

/**
 * What a level that drifts at random, as this one does from one four hours to the next, moves by in a day. White noise
 * is the same over any time and counts for little; a walk that remembers where it was looks like a leak for a day.
 */
function wanderOf(levels: ReadonlyMap<number, number>): number {
  const slope = senSlope([...levels.values()])
  const moves = [...levels].flatMap(([index, value]) => {
    const before = levels.get(index - fourHours)
    return before === undefined ? [] : [value - before - slope * fourHours]
  })
  const square = moves.reduce((total, move) => total + move * move, 0) / Math.max(1, moves.length)
  return Math.max(1e-9, Math.sqrt(square * (day / fourHours)))
}

/** How far this day's floor lies above yesterday's at the same hours, where yesterday is known. */
function againstYesterday(series: Series, past: readonly HalfHour[]): number | undefined {
  const byIndex = new Map(series.halfHours.map(({ index, min }) => [index, min]))
  const above = past.flatMap(({ index, min }) => {
    const before = byIndex.get(index - day)
    return before === undefined ? [] : [min - before]
  })
  return above.length >= day / 2 ? quantile(above, 0.25) : undefined
}
