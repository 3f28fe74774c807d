/**
 * The detector of daily (and slower) cost. On a logarithmic scale each day is held against what the days before make
 * expect, and each week against the weeks before. What is out of line enters the memory clipped, so that it cannot
 * become the norm, until it has stood for three days. State is plain data of bounded size.
 */
import { day } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { type AnomalyEvaluation, learning, squash } from '../evaluation.ts'
import { expectedNext } from './expected.ts'
import { isFirstOfMonth, monthStart } from './month-start.ts'
import { logarithm, unlog } from './scale.ts'
import { typicalResidual } from './typical-residual.ts'
import { weekShift } from './week-shift.ts'

interface CostState {
  /** Milliseconds from row to row, and when the last one was. */
  step: number
  last: number | null
  /** log1p of the last days without charges of the month, clipped where out of line; the last three unclipped, and off by how much. */
  history: number[]
  raw: number[]
  offs: number[]
  /** What days were off by, how many deviations that was, by how much money firsts of a month were off, and weeks. */
  residuals: number[]
  heights: number[]
  firsts: number[]
  weeks: number[]
  /** Days in a row out of line; negative when below. */
  run: number
  /** The side of the alert that is still open (0 for none), and calm days since. */
  open: number
  quietDays: number
  severity: number
}

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

export const defaultThresholds: CostThresholds = { day: 4, week: 4, dayShare: 0.1, weekShare: 0.1 }

export const startCost = (step = day): CostState => ({
  step,
  last: null,
  history: [],
  raw: [],
  offs: [],
  residuals: [],
  heights: [],
  firsts: [],
  weeks: [],
  run: 0,
  open: 0,
  quietDays: 0,
  severity: 0,
})

/** Rows before anything is said. */
export const learningRows = 21
const memory = 300
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

/** Evaluates one row and updates the state with it; a second row of the same day changes nothing. */
export function evaluateCost(
  state: CostState,
  timestamp: number,
  value: number,
  limits = defaultThresholds,
): CostEvaluation {
  if (state.last !== null && timestamp < state.last + state.step / 2) return noEvaluation
  bridgeGap(state, timestamp)
  state.last = timestamp
  const isFirst = state.step === day && isFirstOfMonth(timestamp)
  const miss = typicalResidual(state.residuals)
  const base = expectedNext(state.history)
  const charge = isFirst && base !== null && miss !== null ? monthStart(state.firsts, base, miss) : 0
  const expected = base === null ? null : base + charge
  const now = logarithm(value)
  const residual = expected === null ? 0 : now - expected
  if (isFirst && base !== null) pushBounded(state.firsts, value - unlog(base), 4)
  const evaluated = evaluate(state, { isFirst, miss, residual, adjusted: now - charge, base }, limits)
  remember(state, {
    miss,
    residual,
    adjusted: now - charge,
    base,
    isKnown: expected !== null && !(isFirst && state.firsts.length <= 2),
  })
  if (state.residuals.length === 0 || miss === null || expected === null || state.history.length <= learningRows)
    return noEvaluation
  const range = (deviations: number) => unlog(expected + deviations * miss)
  return { ...evaluated, expected: unlog(expected), lower: range(-limits.day), upper: range(limits.day) }
}

const noEvaluation: CostEvaluation = { ...learning, expected: null, lower: null, upper: null, reason: null }

interface Row {
  miss: number | null
  /** Logarithms: off what was expected, and without the charge of the month. */
  residual: number
  adjusted: number
  base: number | null
}

function evaluate(state: CostState, row: Row & { isFirst: boolean }, limits: CostThresholds) {
  const { miss, residual, adjusted, base, isFirst } = row
  if (miss === null || base === null) return noEvaluation
  const height = residual / miss
  // A young scope is less predictable, and a height exceeded twice in the last three months is not unusual.
  const young = 1 + youth / Math.max(1, state.residuals.length)
  const needed = Math.max(limits.day * young, 0.9 * (state.heights.toSorted((a, b) => b - a)[1] ?? 0))
  // Days of one happening count once.
  pushBounded(state.heights, isFirst || state.open !== 0 ? 0 : Math.abs(height), 90)
  const clipped = base + Math.max(-clip * miss, Math.min(clip * miss, adjusted - base))
  const { shift, deviations } = weekShift(state.weeks, [...state.history, clipped], miss)
  const dayOut = Math.abs(height) > needed && Math.abs(Math.expm1(residual)) >= limits.dayShare
  const weekOut = Math.abs(deviations) > limits.week && Math.abs(Math.expm1(shift)) >= limits.weekShare
  const reason = dayOut ? ('day' as const) : weekOut ? ('week' as const) : null
  const side = state.history.length < learningRows ? 0 : dayOut ? Math.sign(residual) : weekOut ? Math.sign(shift) : 0
  const alert = side !== 0 && side !== state.open
  follow(state, isFirst && !weekOut ? 0 : side)
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

function remember(state: CostState, { miss, residual, adjusted, base, isKnown }: Row & { isKnown: boolean }): void {
  const outOfLine = miss !== null && base !== null && Math.abs(residual) > clip * miss
  const side = Math.sign(residual)
  state.run = outOfLine ? (Math.sign(state.run) === side ? state.run + side : side) : 0
  pushBounded(state.raw, adjusted, newLevelRows)
  pushBounded(state.offs, residual, newLevelRows)
  pushBounded(state.history, outOfLine && miss !== null && base !== null ? base + side * clip * miss : adjusted, memory)
  if (isKnown) {
    const maxResidual = 2 * clip * (miss ?? 1)
    pushBounded(state.residuals, Math.max(-maxResidual, Math.min(maxResidual, residual)), 150)
  }
  if (Math.abs(state.run) >= newLevelRows) acceptLevel(state)
}

/**
 * A level that has stood is the level: the days before it are lifted to it, so that weekdays and habits stay known,
 * and what it was off by is no longer held against the days to come.
 */
function acceptLevel(state: CostState): void {
  const lift = median(state.offs)
  const before = state.history.length - newLevelRows
  state.history = [...state.history.slice(0, before).map((value) => value + lift), ...state.raw]
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
      const expected = expectedNext(state.history) ?? state.history.at(-1)
      if (expected === undefined) continue
      pushBounded(state.history, expected, memory)
      pushBounded(state.raw, expected, newLevelRows)
      pushBounded(state.offs, 0, newLevelRows)
    }
  }
}

function pushBounded(list: number[], value: number, maxLength: number): void {
  list.push(value)
  if (list.length > maxLength) list.shift()
}
