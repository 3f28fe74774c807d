/** The week as people work it, on a Monday-first week of 168 UTC hours. */

const officeFrom = 7
const officeTo = 19

/** Hours of the week outside Monday to Friday, 07 to 19: the schedule of Cloud Custodian's off-hours by default. */
export const offHours = 168 - 5 * (officeTo - officeFrom)

/**
 * A team's office may lie in any zone, so the twelve hours are taken where the weekdays are busiest: the start hour
 * whose window holds the most cost. Undefined hours (never in the window) are left out.
 */
export function splitWeek(hours: readonly (number | null)[]): { office: number[]; outside: number[] } {
  const length = officeTo - officeFrom
  const starts = Array.from({ length: 24 }, (_, start) => start)
  const costFrom = (start: number) =>
    hours.reduce<number>((total, cost, hour) => (isOffice(hour, start, length) ? total + (cost ?? 0) : total), 0)
  const start = starts.reduce(
    (bestStart, candidate) => (costFrom(candidate) > costFrom(bestStart) + 1e-12 ? candidate : bestStart),
    officeFrom,
  )
  const office: number[] = []
  const outside: number[] = []
  hours.forEach((cost, hour) => {
    if (cost !== null) (isOffice(hour, start, length) ? office : outside).push(cost)
  })
  return { office, outside }
}

/** Five days of `length` hours from `start`; a window over midnight belongs to the day it began. */
function isOffice(hour: number, start: number, length: number): boolean {
  const shifted = (hour - start + 168) % 168
  return shifted % 24 < length && Math.floor(shifted / 24) < 5
}
