/** What the detector of daily cost knows of the shape of months, learned again as each month begins. */
import { day } from '@kept/domain/series.ts'
import { remembered } from '../../forecast/remembered.ts'
import { weekdayAdds } from './expected.ts'
import { type DayOfMonth, learnMonthShape, type MonthShape, nearestShapeAdds, shapeAdds } from './month-shape.ts'
import { type Offs, offsMemory } from './recurring.ts'
import { restate } from './restate.ts'

export interface MonthState {
  step: number
  /** When the last row was. */
  last: number | null
  /** Logarithms of the last days, as they were. */
  logs: number[]
  shape: MonthShape | null
  /** See the cost engine: all of them are without the shape. */
  history: number[]
  raw: number[]
  residuals: number[]
  heights: number[]
  weeks: number[]
  daily: Offs
}

const dayOfMonth: (timestamp: number) => DayOfMonth = remembered((timestamp) => {
  const { day, daysInMonth } = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO('UTC')
  return { day, daysInMonth }
})

/** What the shape of months adds to the logarithm of a day. */
export const monthAdds = (shape: MonthShape | null, timestamp: number): number =>
  shape === null ? 0 : shapeAdds(shape, dayOfMonth(timestamp))

/** The same of a day that is off by `off` without any shape. */
export const nearestMonthAdds = (shape: MonthShape | null, timestamp: number, off: number): number =>
  shape === null ? 0 : nearestShapeAdds(shape, dayOfMonth(timestamp), off)

export function pushLog(state: MonthState, log: number): void {
  state.logs.push(log)
  if (state.logs.length > offsMemory) state.logs.shift()
}

/** As a month begins: what the complete months before it say, and what is remembered in that light. */
export function learnMonths(state: MonthState, timestamp: number): void {
  const { last, logs } = state
  if (state.step !== day || last === null || dayOfMonth(timestamp).day >= dayOfMonth(last).day) return
  const dates = logs.map((_, row) => dayOfMonth(last - (logs.length - 1 - row) * day))
  const before = state.shape
  state.shape = learnMonthShape(withoutWeekdays(logs), dates)
  if ((before === null) !== (state.shape === null)) startAgain(state, dates)
  else if (before !== null) follow(state, before, last)
}

function withoutWeekdays(logs: readonly number[]): number[] {
  const adds = weekdayAdds(logs)
  return logs.map((value, row) => value - (adds[(logs.length - row) % adds.length] ?? 0))
}

function startAgain(state: MonthState, dates: readonly DayOfMonth[]): void {
  const free = dates.map((date, row) => (state.logs[row] ?? 0) - shapeAdds(state.shape, date))
  const plain = withoutWeekdays(free)
  const { history, residuals, daily } = restate({ logs: state.logs, plain }, state.daily.kinds)
  Object.assign(state, { residuals, daily, weeks: [], heights: state.heights.map(() => 0) })
  state.history = history.map((value, row) => value + (free[row] ?? 0) - (plain[row] ?? 0))
  state.raw = free.slice(-state.raw.length)
}

/** The shape has changed a little: what is remembered without it changes as much. */
function follow(state: MonthState, before: MonthShape, last: number): void {
  const moved = (list: readonly number[]) =>
    list.map((value, row) => {
      const timestamp = last - (list.length - 1 - row) * day
      return value + monthAdds(before, timestamp) - monthAdds(state.shape, timestamp)
    })
  state.history = moved(state.history)
  state.raw = moved(state.raw)
}
