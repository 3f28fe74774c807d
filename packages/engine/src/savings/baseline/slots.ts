/** Into which slot of a profile an hour falls. How many slots a baseline has says which kind of profile it is. */
import type { Grain } from '@kept/domain/saving.ts'
import { type Hour, localClock } from '@kept/foundation/calendar/hour.ts'

type SlotOf = (hour: Hour) => number

const threeWeeks = 21 * 24

/** With three weeks or more, every hour of the week is known by itself; with less, only the hour of the day. */
export function slotCount(grain: Grain, coveredHours: number): number {
  const isLong = coveredHours >= threeWeeks
  if (grain === 'day') return isLong ? 7 : 1
  return isLong ? 168 : 24
}

export function slotsOf(slots: number, timeZone: string): SlotOf {
  const local = localClock(timeZone)
  switch (slots) {
    case 168:
      return (hour) => local(hour).hourOfWeek
    case 24:
      return (hour) => local(hour).hourOfDay
    case 7:
      return (hour) => local(hour).dayOfWeek
    default:
      return () => 0
  }
}
