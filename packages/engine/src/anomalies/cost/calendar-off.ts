/** What the calendar makes of a day that is off what the days before it make expect. */
import { day } from '@kept/domain/series.ts'
import { isFirstOfMonth } from './calendar-positions.ts'
import { type Offs, recurringOff } from './recurring.ts'

export interface CalendarState {
  /** Milliseconds from row to row. */
  step: number
  /** What every one of the last days was off by before the calendar was asked. */
  daily: Offs
  /** What the calendar added yesterday, for how many days it has, and for how many where no day before had it. */
  added: number
  addedRun: number
  goingOn: number
}

/** So many deviations around what was added yesterday are the same price still, for so many days that no month had before. */
const [closeBy, fewAlone] = [3, 3]

/** Beyond this many deviations the calendar is asked. */
const askCalendar = 2.5

/** After so many days of the calendar in a row it is no single charge. */
const runOfTiers = 2

/** What the calendar adds to a day that is off; null where it has nothing to say. */
export function calendarOff(
  state: CalendarState,
  { timestamp, base, off, miss }: { timestamp: number; base: number; off: number; miss: number },
): number | null {
  const [before, run] = [state.added, state.addedRun]
  state.added = 0
  state.addedRun = 0
  if (state.step !== day || Math.abs(off) < askCalendar * miss) return null
  const recurring = recurringOff(state.daily, { dayNumber: Math.round(timestamp / day), base, residual: off, miss })
  state.goingOn = recurring === null ? state.goingOn + 1 : 0
  // What began by the calendar may stay longer than last time, within its month: prices by tier do, single charges not.
  const goesOn =
    run >= runOfTiers &&
    !isFirstOfMonth(timestamp) &&
    before * off > 0 &&
    Math.abs(off) < Math.abs(before) + closeBy * miss &&
    state.goingOn <= fewAlone
  const added = recurring ?? (goesOn ? off : null)
  state.added = added ?? 0
  state.addedRun = added === null ? 0 : run + 1
  return added
}
