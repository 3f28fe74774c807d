/** Rhythms for tests alone: each another way that the calendar shows on a bill, written down before any was measured. */
import { normal, type Random } from '../../random.ts'
import {
  between,
  isWorkday,
  onDays,
  type Rhythm,
  type RhythmClass,
  workdaysLeft,
  workdaysSoFar,
} from './rhythm-world.ts'

const isTestOnly = true
const extra: readonly [number, number] = [0.3, 2]

/** A pay day as payrolls move it: to the Friday before a weekend. */
const paidOn = (date: Temporal.PlainDate, days: readonly number[]) =>
  isWorkday(date) &&
  [0, 1, 2].some(
    (ahead) => days.includes(date.add({ days: ahead }).day) && (ahead === 0 || (date.dayOfWeek === 5 && ahead < 3)),
  )

/** The same, to the Monday after. */
const dueOn = (date: Temporal.PlainDate, days: readonly number[]) =>
  isWorkday(date) &&
  [0, 1, 2].some((back) => days.includes(date.subtract({ days: back }).day) && (back === 0 || date.dayOfWeek === 1))

/** A price that falls as what was used since the first adds up: the day of each step differs by month. */
function tiers(world: Random): Rhythm {
  const [first, second] = [between(world, 6, 12), between(world, 14, 24)]
  const [afterFirst, afterSecond] = [between(world, 0.6, 0.85), between(world, 0.35, 0.55)]
  let used = 0
  return (plain, { day }, level) => {
    if (day === 1) used = 0
    used += plain / level
    return plain * (used > second ? afterSecond : used > first ? afterFirst : 1)
  }
}

export const heldRhythms: readonly RhythmClass[] = [
  {
    ...{
      isTestOnly,
      label: 'opening of the month',
      construction: '30 to 200% more on the first business day, half of it on the second',
    },
    rhythm: (world) => onDays(world, extra, (date) => (isWorkday(date) ? ([1, 0.5][workdaysSoFar(date) - 1] ?? 0) : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'pay day on the 15th',
      construction: '30 to 200% of a day more, on the Friday before a weekend',
    },
    rhythm: (world) => onDays(world, extra, (date) => (paidOn(date, [15]) ? 1 : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'close of the month',
      construction: '30 to 200% more on the last business day, rising over three',
    },
    rhythm: (world) =>
      onDays(world, extra, (date) => (isWorkday(date) ? ([1, 0.5, 0.25][workdaysLeft(date) - 1] ?? 0) : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'close of the quarter',
      construction: '30 to 100% more on the last five business days of a quarter',
    },
    rhythm: (world) =>
      onDays(world, [0.3, 1], (date) => (isWorkday(date) && date.month % 3 === 0 && workdaysLeft(date) <= 5 ? 1 : 0)),
  },
  {
    isTestOnly,
    label: 'tiers by use',
    construction: 'the price falls twice as use since the first adds up',
    rhythm: tiers,
  },
  {
    ...{
      isTestOnly,
      label: 'half by the month',
      construction: 'half a price by the month over its days, half use; noise of 0.5 to 4%',
    },
    noise: [0.005, 0.04],
    rhythm:
      () =>
      (plain, { daysInMonth }, level) =>
        plain / 2 + (level / 2) * (30.44 / daysInMonth),
  },
  {
    ...{
      isTestOnly,
      label: 'the 10th and 25th',
      construction: '30 to 200% of a day more, on the Monday after a weekend',
    },
    rhythm: (world) => onDays(world, extra, (date) => (dueOn(date, [10, 25]) ? 1 : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'two days of every fourth week',
      construction: '30 to 200% of a day more, a Tuesday and Wednesday',
    },
    rhythm: (world) => {
      const begin = Temporal.PlainDate.from('2021-02-02').add({ weeks: world.integer(0, 3) })
      return onDays(world, extra, (date) => (begin.until(date, { largestUnit: 'days' }).days % 28 < 2 ? 1 : 0))
    },
  },
  {
    ...{ isTestOnly, label: 'fiscal month to the last Saturday', construction: '30 to 200% of a day more on it' },
    rhythm: (world) =>
      onDays(world, extra, (date) => (date.dayOfWeek === 6 && date.day > date.daysInMonth - 7 ? 1 : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'a line of a marketplace that wanders',
      construction: 'once a month, up to two days late, by use; nothing between',
    },
    rhythm: (world) => {
      const dueDay = world.integer(1, 24)
      const each = world.fork('each')
      let late = 0
      return (plain, { day }) => {
        if (day === 1) late = each.integer(0, 2)
        return day === dueDay + late ? 10 * plain * Math.exp(0.1 * normal(each)) : 0
      }
    },
  },
]
