/** Classes of daily cost that were made last, unlike the others: nothing was chosen on them, and they were looked at once. */
import { normal, type Random } from '../random.ts'
import type { CalendarDate, CostClass } from './cost-worlds.ts'

const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()
const base = { isTestOnly: true, days: [150, 400] as readonly [number, number] }

/** Gauss's rule: the month and day of Easter Sunday. */
function easterOf(year: number): { month: number; day: number } {
  const [a, b, c] = [year % 19, year % 4, year % 7]
  const d = (19 * a + 24) % 30
  const e = (2 * b + 4 * c + 6 * d + 5) % 7
  const days = 22 + d + e
  if (days <= 31) return { month: 3, day: days }
  const april = d + e - 9
  const corrected = april === 26 ? 19 : april === 25 && d === 28 && e === 6 && a > 10 ? 18 : april
  return { month: 4, day: corrected }
}

const fixedInGermany = new Set(['1-1', '5-1', '10-3', '12-25', '12-26'])

/** Whether Germany works on a date: the holidays of all its states. */
function isGermanHoliday(at: Temporal.PlainDate): boolean {
  if (fixedInGermany.has(`${at.month}-${at.day}`)) return true
  const easter = Temporal.PlainDate.from({ year: at.year, ...easterOf(at.year) })
  return [-2, 1, 39, 50].includes(easter.until(at, { largestUnit: 'days' }).days)
}

const monthlyOn = (day: number, size: number) => (value: number, _: number, date: CalendarDate) =>
  date.day === day ? value * (1 + size) : value

export const laterClasses: readonly CostClass[] = [
  {
    ...base,
    label: 'pay day',
    construction: 'a run on one day from the 20th to the 28th: 40 to 150% of a day more',
    change: (world) => monthlyOn(world.integer(20, 28), between(world, 0.4, 1.5)),
  },
  {
    ...base,
    label: 'every other week',
    construction: 'a run every fourteen days: 40 to 150% of a day more',
    change: (world) => {
      const [phase, size] = [world.integer(0, 13), between(world, 0.4, 1.5)]
      return (value, row) => (row % 14 === phase ? value * (1 + size) : value)
    },
  },
  {
    ...base,
    label: 'week of seven shapes',
    construction: 'each weekday at 0.4 to 1.6 of the mean',
    change: (world) => {
      const shares = Array.from({ length: 7 }, () => between(world, 0.4, 1.6))
      return (value, _, { weekday }) => value * (shares[weekday - 1] ?? 1)
    },
  },
  {
    ...base,
    label: 'spells of noise',
    construction: 'noise three times as wide in spells of one to three weeks',
    change: (world) => {
      let [until, isWide] = [0, false]
      return (value, row) => {
        if (row >= until) {
          isWide = !isWide
          until = row + world.integer(7, 21)
        }
        return isWide ? value * Math.max(0.2, 1 + 0.08 * normal(world)) : value
      }
    },
  },
  {
    ...base,
    label: 'volume tiers',
    construction: 'a price that falls to 70% and 45% as the month goes on',
    change: (world) => {
      const [first, second] = [world.integer(8, 13), world.integer(17, 24)]
      return (value, _, { day }) => value * (day > second ? 0.45 : day > first ? 0.7 : 1)
    },
  },
  {
    ...base,
    label: 'free tier of the month',
    construction: 'nothing on the first three to eight days of each month',
    change: (world) => {
      const free = world.integer(3, 8)
      return (value, _, { day }) => (day <= free ? 0 : value)
    },
  },
  {
    ...base,
    label: 'end of year',
    construction: 'from December 22 to January 3 at 40 to 70%',
    change: (world) => {
      const share = between(world, 0.4, 0.7)
      return (value, _, { month, day }) =>
        (month === 12 && day >= 22) || (month === 1 && day <= 3) ? value * share : value
    },
  },
]

/** Needs the country to be known: offices of one country, whose holidays move with Easter. */
export const countryClass: CostClass & { country: string } = {
  ...base,
  label: 'holidays of Germany',
  construction: 'nine holidays a year cost 35 to 75% of their day; the country is told',
  country: 'DE',
  days: [300, 400],
  change: (world, { first }) => {
    const share = between(world, 0.35, 0.75)
    return (value, row, { weekday }) =>
      weekday <= 5 && isGermanHoliday(Temporal.PlainDate.from(first).add({ days: row })) ? value * share : value
  },
}
