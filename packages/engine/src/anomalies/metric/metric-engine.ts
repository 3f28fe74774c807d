/**
 * The detector of metrics, minutes to hours apart: one fixed configuration, one pass, each row evaluated by what came
 * before it. Its state is plain data of bounded size, so it can be stored between deliveries.
 */
import { deviation, type Forgetting, remember, rememberClipped, startForgetting } from '../../maths/forgetting.ts'
import { type AnomalyEvaluation, alertAt, learning, squash } from '../evaluation.ts'
import { type Burst, novelHeight, startBurst } from './burst.ts'
import { type Nearest, startNearest, strangeness } from './nearest.ts'
import { offRhythm, type Rhythm, startRhythm } from './rhythm.ts'

interface MetricState {
  rows: number
  /** Mean size of the values: differences far below it are rounding, not news. */
  size: number
  previous: number
  rhythm: Rhythm
  nearest: Nearest
  burst: Burst
  /** The usual spread of what the alert score looks at ... */
  shapes: Forgetting
  residuals: Forgetting
  /** ... and of what the severity looks at. */
  levels: Forgetting
  near: Forgetting
  steps: Forgetting
  daily: Forgetting
  severity: number
}

export const startMetric = (): MetricState => ({
  rows: 0,
  size: 0,
  previous: 0,
  rhythm: startRhythm(),
  nearest: startNearest(),
  burst: startBurst(),
  shapes: startForgetting(),
  residuals: startForgetting(),
  levels: startForgetting(),
  near: startForgetting(),
  steps: startForgetting(),
  daily: startForgetting(),
  severity: 0,
})

const rate = 0.002
/**
 * What a row counts among those just before it, a memory of about thirty rows. Rates from 0.02 to 0.05 are within 0.001 of one
 * another on the Microsoft series drawn for choosing (decision 0149).
 */
const nearRate = 0.03
const clip = 3
/** What the latest row counts in the severity: two thirds of a change are there after three rows. Source as above. */
const smoothing = 0.3
/** Squares that `departure` adds up: all of them at the clip are a severity of one half. */
const looks = 4
/** Rows before anything is said. */
const warmUp = 36
/** With this many rows seen a height counts for half, with ten times as many for nine tenths. */
const youth = 60
const believable = 1e-9

/** Evaluates one row (`timestamp` in milliseconds since 1970) and updates the state with it. */
export function evaluateMetric(state: MetricState, timestamp: number, value: number): AnomalyEvaluation {
  state.rows += 1
  state.size += (Math.abs(value) - state.size) * Math.max(rate, 1 / state.rows)
  const minSpread = believable * state.size
  const residual = offRhythm(state.rhythm, timestamp, value)
  const height = unusualShape(state, residual.day, minSpread) + unusualHour(state, residual.week, minSpread)
  const drift = departure(state, value, residual.day, minSpread)
  state.previous = value
  if (state.rows <= warmUp) return learning
  state.severity += smoothing * (drift - state.severity)
  const severity = squash(state.severity, looks * clip * clip)
  // The severity shows through below the alerts, so that the score too has an order where nothing starts.
  const maturity = state.rows / (state.rows + youth)
  const score = Math.max(squash(maturity * novelHeight(state.burst, height), 3), severity / 4)
  return { score, alert: score >= alertAt, severity, learning: false }
}

function unusualShape(state: MetricState, residual: number, minSpread: number): number {
  const distance = strangeness(state.nearest, residual)
  if (distance === null) return 0
  const height = state.shapes.count < 20 ? 0 : Math.abs(deviation(state.shapes, distance, minSpread))
  remember(state.shapes, distance, rate)
  return height
}

function unusualHour(state: MetricState, residual: number, minSpread: number): number {
  const height = Math.abs(deviation(state.residuals, residual, minSpread))
  remember(state.residuals, residual, rate)
  return height
}

/**
 * Squared deviations of the value, from long before and from just before, of its step and of its time of day, each
 * against a history that outliers cannot bend. A series that has become quiet departs by less than it once swung.
 */
function departure(state: MetricState, value: number, residual: number, minSpread: number): number {
  const step = state.rows === 1 ? 0 : value - state.previous
  return (
    clippedSquare(state.levels, value, minSpread) +
    clippedSquare(state.near, value, minSpread, nearRate) +
    clippedSquare(state.steps, step, minSpread) +
    clippedSquare(state.daily, residual, minSpread)
  )
}

function clippedSquare(history: Forgetting, value: number, minSpread: number, pace = rate): number {
  const height = history.count < 10 ? 0 : Math.min(30, Math.abs(deviation(history, value, minSpread)))
  if (history.count < 10) remember(history, value, pace)
  else rememberClipped(history, value, pace, clip, Math.max(minSpread, 1e-3 * Math.abs(history.mean)))
  return height * height
}
