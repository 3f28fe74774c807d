/**
 * The detector of daily (and slower) cost. On a logarithmic scale each day is held against what the days before make
 * expect, and each week against the weeks before. What is out of line enters the memory clipped, so that it cannot
 * become the norm, until it has stood for three days. State is plain data of bounded size.
 */
import { day } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { type AnomalyEvaluation, learning, squash } from '../evaluation.ts'
import { calendarOfDay, fillFirstOffs, pushOff } from './calendar-off.ts'
import { type CostState, startCost } from './cost-state.ts'
import { beyondHistory, type ExpectedDay, expectedNext } from './expected.ts'
import { learnMonths, monthAdds, nearestMonthAdds, pushLog } from './month-state.ts'
import { type RareCharge, rareChargeOf } from './rare-charges.ts'
import { logarithm, unlog } from './scale.ts'
import { calmTails, residualSpread } from './typical-residual.ts'
import { weekShift } from './week-shift.ts'

export interface CostEvaluation extends AnomalyEvaluation {
  /** What the row should have cost, and the range of nothing unusual; null while learning. */
  expected: number | null
  lower: number | null
  upper: number | null
  /** Which figure spoke. */
  reason: 'day' | 'week' | null
}

export interface CostThresholds {
  /** Deviations of a day and of a week ... */
  day: number
  week: number
  /** ... and the smallest share of what was expected that is worth an alert. */
  dayShare: number
  weekShare: number
}

export const defaultThresholds: CostThresholds = { day: 3.6, week: 4.8, dayShare: 0.1, weekShare: 0.1 }

/** Rows before anything is said. */
export const learningRows = 21
const memory = 300
const heightsMemory = 90
/** With this many rows known the threshold of a day is twice its final height, with ten times as many a tenth higher. */
const youth = 6
/** Rows out of line in a row that make a new level. */
const newLevelRows = 3
/** Rows in line after which an alert is over. */
const calmRows = 3
/** Beyond this many deviations a row is out of line for the memory. */
const clip = 3
/** After a gap of more rows than this, learning of the scope starts again. */
const longestGap = 31

/**
 * Evaluates one row and updates the state with it; a second row of the same day changes nothing. A public holiday is held
 * against the holidays before it and teaches nothing about other days.
 */
export function evaluateCost(
  state: CostState,
  timestamp: number,
  value: number,
  limits = defaultThresholds,
  isHoliday = false,
): CostEvaluation {
  if (state.last !== null && timestamp < state.last + state.step / 2) return noEvaluation
  bridgeGap(state, timestamp)
  learnMonths(state, timestamp)
  state.last = timestamp
  const { row, added, rare } = rowOf(state, timestamp, value, isHoliday)
  const { miss, base } = row
  const lowRun = followLow(state, row, limits)
  const evaluated = evaluate(state, row, lowRun, limits)
  remember(state, row, lowRun)
  if (state.residuals.length === 0 || miss === null || base === null || state.history.length <= learningRows)
    return noEvaluation
  if (rare) return evaluateRare(state, rare, limits)
  const range = (deviations: number) => unlog(base.value + added + deviations * miss)
  return { ...evaluated, expected: range(0), lower: range(-limits.day), upper: range(limits.day) }
}

/** A day as it is met: what was expected of it, and what the shape of months and the calendar added to that. */
function rowOf(state: CostState, timestamp: number, value: number, isHoliday: boolean) {
  const spread = residualSpread(state.residuals)
  const miss = spread?.miss ?? null
  const base = expectedNext(state.history)
  const log = logarithm(value)
  const shape = nearestMonthAdds(state.shape, timestamp, base === null ? 0 : log - base.value)
  const rare = rareChargeOf(state.logs, value)
  pushLog(state, log)
  const off = base === null ? 0 : log - shape - base.value
  if (base !== null && state.residuals.length === 0) fillFirstOffs(state.daily, state.history)
  const expected = base && base.value + shape
  const calendar = calendarOfDay(state, { timestamp, value, off, expected, miss, isHoliday })
  // What comes rarely is held against what came before it, and teaches nothing about other days.
  const added = rare && base ? off : (calendar ?? 0)
  const isCalendar = rare !== null || calendar !== null
  const deviation = spread?.deviation ?? null
  const row: Row = { miss, deviation, residual: off - added, adjusted: log - shape - added, base, isCalendar }
  return { row, added: shape + added, rare }
}

function evaluateRare(
  state: CostState,
  { total, expected, spread }: RareCharge,
  limits: CostThresholds,
): CostEvaluation {
  const size = Math.abs(total - expected) / (limits.day * spread)
  const isOut = size > 1 && Math.abs(Math.expm1(total - expected)) >= limits.dayShare
  // Only more than before is an alert: a charge may come in parts.
  const side = isOut && total > expected ? 1 : 0
  const alert = side !== 0 && side !== state.open
  follow(state, side)
  const score = squash(size, 1)
  state.severity = Math.max(state.severity, side === 0 ? 0 : score)
  return {
    ...{
      score: alert ? Math.max(0.5, score) : Math.min(0.49, score),
      alert,
      severity: state.severity,
      learning: false,
    },
    ...{ expected: unlog(expected), lower: 0, upper: unlog(expected + limits.day * spread) },
    reason: alert ? 'day' : null,
  }
}

const noEvaluation: CostEvaluation = { ...learning, expected: null, lower: null, upper: null, reason: null }

interface Row {
  miss: number | null
  /** The deviation of all misses, whatever their tails. */
  deviation: number | null
  /** Logarithms: off what was expected, and without what the calendar adds. */
  residual: number
  adjusted: number
  base: ExpectedDay | null
  /** The calendar says that this day is not like the others. */
  isCalendar: boolean
}

/** Rows that a drop must last: one day of little cost is a holiday, or a bill that is not complete. */
const [lowRows, dayOffRows] = [2, 5]
/** Below this share of what was expected it is neither. */
const nearlyNothing = 0.15

interface LowRun {
  /** Below its line for too few days to speak of it. */
  isPending: boolean
  /** No lower than the cheapest day of the week: what holidays cost. */
  isDayOff: boolean
}

function followLow(state: CostState, { miss, residual, adjusted, base }: Row, limits: CostThresholds): LowRun {
  const none = { isPending: false, isDayOff: false }
  const isLow = miss !== null && base !== null && residual < -clip * miss
  state.lowRun = isLow ? state.lowRun + 1 : 0
  if (!isLow || state.step !== day) return none
  const isDayOff = adjusted > base.dayOff - limits.day * miss
  const isNothing = unlog(adjusted) < nearlyNothing * unlog(base.value)
  return { isPending: !isNothing && state.lowRun < (isDayOff ? dayOffRows : lowRows), isDayOff }
}

/** On days of the calendar more is uncertain: what came before them came only a few times. */
const calendarDoubt = 1.5
/** A height exceeded twice in the last three months must be exceeded by this factor. */
const aboveFrequent = 1.2
/** A day off by this share needs fewer deviations in a scope whose misses have no heavy tails. */
const largeShare = 0.25
/** Days evaluated before tails are believed. */
const tailRows = 60

function evaluate(state: CostState, row: Row, lowRun: LowRun, limits: CostThresholds) {
  const { miss, deviation, residual, adjusted, base, isCalendar } = row
  if (miss === null || deviation === null || base === null) return noEvaluation
  const height = residual / miss
  // A young scope is less predictable, and a height exceeded twice in the last three months is not unusual.
  const young = 1 + youth / Math.max(1, state.residuals.length)
  const frequentHeight = aboveFrequent * secondLargest(state.heights)
  const doubt = isCalendar ? calendarDoubt : 1
  const needed = doubt * Math.max(limits.day * young * tails(state, deviation, residual), frequentHeight)
  // Days of one happening count once.
  pushBounded(state.heights, isCalendar || lowRun.isPending || state.open !== 0 ? 0 : Math.abs(height), heightsMemory)
  const clipped = base.value + Math.max(-clip * miss, Math.min(clip * miss, adjusted - base.value))
  const { shift, deviations } = weekShift(state.weeks, [...state.history, clipped], miss)
  const isFar = Math.abs(height) > needed && Math.abs(Math.expm1(residual)) >= doubt * limits.dayShare
  const dayOut = isFar && !lowRun.isPending
  const weekOut = Math.abs(deviations) > limits.week && Math.abs(Math.expm1(shift)) >= limits.weekShare
  const reason = dayOut ? ('day' as const) : weekOut ? ('week' as const) : null
  const side = state.history.length < learningRows ? 0 : dayOut ? Math.sign(residual) : weekOut ? Math.sign(shift) : 0
  const alert = side !== 0 && side !== state.open
  follow(state, isCalendar && !weekOut ? 0 : side)
  const size = Math.max(Math.abs(height) / needed, Math.abs(deviations) / limits.week)
  state.severity = Math.max(0.8 * state.severity, squash(size, 1))
  return {
    score: alert ? Math.max(0.5, squash(size, 1)) : Math.min(0.49, squash(size, 1)),
    alert,
    severity: state.severity,
    learning: false,
    reason: alert ? reason : null,
  }
}

/** What the tails of a scope's misses make of its threshold: less only for days that are far off in money too. */
function tails({ residuals, heights }: CostState, deviation: number, residual: number): number {
  const factor = heights.length < tailRows ? 1 : calmTails(residuals, deviation)
  return factor > 1 || Math.abs(Math.expm1(residual)) >= largeShare ? factor : 1
}

/** 0 when there are fewer than two; none is negative. */
function secondLargest(heights: readonly number[]): number {
  let [largest, second] = [0, 0]
  for (const height of heights) {
    if (height > largest) [largest, second] = [height, largest]
    else if (height > second) second = height
  }
  return second
}

/** One alert per happening: it stays open until some days were in line. A charge of the month opens none. */
function follow(state: CostState, side: number): void {
  if (side !== 0) {
    state.open = side
    state.quietDays = 0
    return
  }
  state.quietDays += 1
  if (state.quietDays >= calmRows) state.open = 0
}

function remember(state: CostState, row: Row, { isPending, isDayOff }: LowRun): void {
  const { miss, residual, adjusted, base, isCalendar } = row
  const outOfLine = miss !== null && base !== null && Math.abs(residual) > clip * miss
  const side = Math.sign(residual)
  state.run = outOfLine ? (Math.sign(state.run) === side ? state.run + side : side) : 0
  pushBounded(state.raw, adjusted, newLevelRows)
  pushBounded(state.offs, residual, newLevelRows)
  const clipped = outOfLine ? base.value + (isPending ? 0 : side * clip * miss) : adjusted
  pushBounded(state.history, clipped, memory)
  if (base !== null && !isCalendar) {
    const maxResidual = 2 * clip * (miss ?? 1)
    pushBounded(state.residuals, Math.max(-maxResidual, Math.min(maxResidual, residual)), 150)
  }
  const isHeldBack = isPending && isDayOff
  if (Math.abs(state.run) >= newLevelRows && !isHeldBack) acceptLevel(state)
}

/**
 * A level that has stood is the level: the days before it are lifted to it, so that weekdays and habits stay known,
 * and what it was off by is no longer held against the days to come.
 */
function acceptLevel(state: CostState): void {
  const lift = median(state.offs)
  const before = state.history.length - newLevelRows
  // Lifts back and forth must not add up.
  const [lowest, highest] = [Math.min(...state.logs) - beyondHistory, Math.max(...state.logs) + beyondHistory]
  const lifted = state.history.slice(0, before).map((value) => Math.max(lowest, Math.min(highest, value + lift)))
  state.history = [...lifted, ...state.raw]
  state.residuals.splice(-newLevelRows, newLevelRows)
  state.run = 0
}

/** Missing days are taken as what was expected of them, so that weekdays stay where they are. */
function bridgeGap(state: CostState, timestamp: number): void {
  if (state.last === null) return
  const missing = Math.round((timestamp - state.last) / state.step) - 1
  if (missing > longestGap) Object.assign(state, startCost(state.step))
  else {
    for (let i = 0; i < missing; i += 1) {
      const expected = expectedNext(state.history)?.value ?? state.history.at(-1)
      if (expected === undefined) continue
      pushBounded(state.history, expected, memory)
      pushBounded(state.raw, expected, newLevelRows)
      pushBounded(state.offs, 0, newLevelRows)
      pushOff(state.daily, null)
      pushLog(state, expected + monthAdds(state.shape, state.last + (i + 1) * state.step))
      if (state.heights.length > 0) pushBounded(state.heights, 0, heightsMemory)
    }
  }
}

function pushBounded<Value>(list: Value[], value: Value, maxLength: number): void {
  list.push(value)
  if (list.length > maxLength) list.shift()
}
