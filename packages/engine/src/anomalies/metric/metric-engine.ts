/**
 * The detector of metrics, minutes to hours apart: one fixed configuration, one pass, each row judged by what came
 * before it. Its state is plain data of bounded size, so it can be stored between deliveries.
 */
import { deviation, type Forgetting, remember, rememberClipped, startForgetting } from '../../maths/forgetting.ts'
import { alertAt, learning, squash, type Verdict } from '../verdict.ts'
import { type Burst, fresh, startBurst } from './burst.ts'
import { type Nearest, startNearest, strangeness } from './nearest.ts'
import { offRhythm, type Rhythm, startRhythm } from './rhythm.ts'

export interface MetricState {
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
  steps: startForgetting(),
  daily: startForgetting(),
  severity: 0,
})

const rate = 0.002
const clip = 3
/** Rows before anything is said. */
const warmUp = 36
/** With this many rows seen a height counts for half, with ten times as many for nine tenths. */
const youth = 60
const believable = 1e-9

/** Judges one row (`at` in milliseconds since 1970) and takes it into the state. */
export function judgeMetric(state: MetricState, at: number, value: number): Verdict {
  state.rows += 1
  state.size += (Math.abs(value) - state.size) * Math.max(rate, 1 / state.rows)
  const least = believable * state.size
  const off = offRhythm(state.rhythm, at, value)
  const height = unusualShape(state, off.day, least) + unusualHour(state, off.week, least)
  const drift = departure(state, value, off.day, least)
  state.previous = value
  if (state.rows <= warmUp) return learning
  state.severity += 0.2 * (drift - state.severity)
  const severity = squash(state.severity, 3 * clip * clip)
  // The severity shows through below the alerts, so that the score too has an order where nothing starts.
  const known = state.rows / (state.rows + youth)
  const score = Math.max(squash(known * fresh(state.burst, height), 3), severity / 4)
  return { score, alert: score >= alertAt, severity, learning: false }
}

function unusualShape(state: MetricState, off: number, least: number): number {
  const distance = strangeness(state.nearest, off)
  if (distance === null) return 0
  const height = state.shapes.count < 20 ? 0 : Math.abs(deviation(state.shapes, distance, least))
  remember(state.shapes, distance, rate)
  return height
}

function unusualHour(state: MetricState, off: number, least: number): number {
  const height = Math.abs(deviation(state.residuals, off, least))
  remember(state.residuals, off, rate)
  return height
}

/** Squared deviations of the value, its step and its time of day, each against a history that outliers cannot bend. */
function departure(state: MetricState, value: number, off: number, least: number): number {
  const step = state.rows === 1 ? 0 : value - state.previous
  return (
    clippedSquare(state.levels, value, least) +
    clippedSquare(state.steps, step, least) +
    clippedSquare(state.daily, off, least)
  )
}

function clippedSquare(history: Forgetting, value: number, least: number): number {
  const height = history.count < 10 ? 0 : Math.min(30, Math.abs(deviation(history, value, least)))
  if (history.count < 10) remember(history, value, rate)
  else rememberClipped(history, value, rate, clip, Math.max(least, 1e-3 * Math.abs(history.mean)))
  return height * height
}
