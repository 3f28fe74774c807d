/** What the calendar makes of a day that is off what the days before it make expect. */
import { day } from '@kept/domain/series.ts'
import { median } from '../../maths/quantile.ts'
import { isFirstOfMonth, type PositionKind } from './calendar-positions.ts'
import { holidayOff, pushHoliday } from './holidays.ts'
import { isUnknownBillingDay, type Offs, offsMemory, recurringOff } from './recurring.ts'
import { unlog } from './scale.ts'

export interface CalendarState {
  /** Milliseconds from row to row. */
  step: number
  /** What every one of the last days was off by before the calendar was asked. */
  daily: Offs
  /** What public holidays were off by, as logarithms. */
  holidays: number[]
  /** How many deviations the last days were off by. */
  heights: number[]
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

/**
 * On a day that many bills are charged on, up to so much more than expected, as a logarithm, is taken for such a charge
 * until one earlier day of the kind is known: three more days.
 */
const newCharge = Math.log(4)

interface NewDay {
  timestamp: number
  value: number
  /** As logarithms: what it is off what was expected of it, null where nothing was. */
  off: number
  expected: number | null
  miss: number | null
  isHoliday: boolean
}

/**
 * What public holidays and the calendar of bills add to a day, which is remembered for the days of their kind to come;
 * null where neither has anything to say.
 */
export function calendarOfDay(state: CalendarState, today: NewDay): number | null {
  const { timestamp, value, off, expected, miss, isHoliday } = today
  if (expected === null) {
    pushOff(state.daily, null)
    return null
  }
  const ofHoliday = isHoliday && miss !== null ? holidayOff(state.holidays, off, miss) : null
  const ofBills =
    ofHoliday === null && miss !== null ? calendarOff(state, { timestamp, base: expected, off, miss }) : null
  if (isHoliday) pushHoliday(state.holidays, off)
  pushOff(state.daily, { money: value - unlog(expected), log: off }, ofBills?.kinds)
  return ofHoliday ?? ofBills?.added ?? null
}

interface CalendarAdded {
  added: number
  /** How the day is counted where it was so before. */
  kinds: PositionKind[]
}

/** What the calendar adds to a day that is off; null where it has nothing to say. */
function calendarOff(
  state: CalendarState,
  { timestamp, base, off, miss }: { timestamp: number; base: number; off: number; miss: number },
): CalendarAdded | null {
  const [before, run] = [state.added, state.addedRun]
  state.added = 0
  state.addedRun = 0
  if (state.step !== day || Math.abs(off) < askCalendar * miss) return null
  const dayNumber = Math.round(timestamp / day)
  const recurring = recurringOff(state.daily, { dayNumber, base, residual: off, miss })
  state.goingOn = recurring === null ? state.goingOn + 1 : 0
  // What was news when it came first has turned out to be the calendar's: nothing unusual to be exceeded.
  for (const { back, kind } of recurring?.hits ?? []) {
    if (back <= state.heights.length) state.heights[state.heights.length - back] = 0
    const dayKinds = state.daily.kinds.at(-back)
    if (dayKinds && !dayKinds.includes(kind)) dayKinds.push(kind)
  }
  // What began by the calendar may stay longer than last time, within its month: prices by tier do, single charges not.
  const goesOn =
    run >= runOfTiers &&
    !isFirstOfMonth(timestamp) &&
    before * off > 0 &&
    Math.abs(off) < Math.abs(before) + closeBy * miss &&
    state.goingOn <= fewAlone
  const mayBeCharge = off > 0 && off < newCharge && isUnknownBillingDay(state.daily, dayNumber)
  const added = recurring?.added ?? (goesOn || mayBeCharge ? off : null)
  if (added === null) return null
  state.added = added
  state.addedRun = run + 1
  return { added, kinds: recurring?.kinds ?? [] }
}

export const startOffs = (): Offs => ({ money: [], logs: [], kinds: [] })

/** Remembers what a day was off; null where nothing was expected of it. */
export function pushOff(
  { money, logs, kinds }: Offs,
  off: { money: number; log: number } | null,
  ofKinds: PositionKind[] = [],
): void {
  money.push(off?.money ?? null)
  logs.push(off?.log ?? null)
  kinds.push(ofKinds)
  if (logs.length > offsMemory) for (const list of [money, logs, kinds]) list.shift()
}

/** The first days, before anything was expected, by the middle of them: a charge may be among them. */
export function fillFirstOffs({ money, logs }: Offs, values: readonly number[]): void {
  const middle = median(values)
  for (const [row, value] of values.entries()) {
    money[row] = unlog(value) - unlog(middle)
    logs[row] = value - middle
  }
}
