/** Rhythms that methods may be chosen on. */
import { normal } from '../../random.ts'
import { between, isLastOfMonth, isWorkday, onDays, type RhythmClass, workdaysSoFar } from './rhythm-world.ts'

const isTestOnly = false
const extra: readonly [number, number] = [0.3, 2]
/** A Saturday on which a fiscal year of 52 weeks began. */
const fiscalStart = Temporal.PlainDate.from('2021-01-30')

export const openRhythms: readonly RhythmClass[] = [
  { isTestOnly, label: 'none', construction: 'a level that grows, a week, noise', rhythm: () => (plain) => plain },
  {
    ...{ isTestOnly, label: 'first business day', construction: '30 to 200% of a day more on it' },
    rhythm: (world) => onDays(world, extra, (date) => (isWorkday(date) && workdaysSoFar(date) === 1 ? 1 : 0)),
  },
  {
    ...{ isTestOnly, label: 'the 15th', construction: '30 to 200% of a day more on it' },
    rhythm: (world) => onDays(world, extra, ({ day }) => (day === 15 ? 1 : 0)),
  },
  {
    ...{ isTestOnly, label: 'month end', construction: '30 to 200% of a day more on the last day' },
    rhythm: (world) => onDays(world, extra, (date) => (isLastOfMonth(date) ? 1 : 0)),
  },
  {
    ...{ isTestOnly, label: 'quarter end', construction: '30 to 200% of a day more on the last day of a quarter' },
    rhythm: (world) => onDays(world, extra, (date) => (isLastOfMonth(date) && date.month % 3 === 0 ? 1 : 0)),
  },
  {
    ...{
      isTestOnly,
      label: 'taper by quarters of a month',
      construction: 'sustained use: 100, 80, 60 and 40% of the price',
    },
    rhythm: () => (plain, date) => plain * (1 - 0.2 * Math.floor((4 * (date.day - 1)) / date.daysInMonth)),
  },
  {
    ...{ isTestOnly, label: 'month length', construction: 'a price by the month over its days, noise of 0.5 to 4%' },
    noise: [0.005, 0.04],
    rhythm: () => (plain, date) => (plain * 30.44) / date.daysInMonth,
  },
  {
    ...{ isTestOnly, label: 'semi-monthly', construction: '30 to 200% of a day more on the first and the 15th' },
    rhythm: (world) => onDays(world, extra, ({ day }) => (day === 1 || day === 15 ? 1 : 0)),
  },
  {
    ...{ isTestOnly, label: 'cycle of 28 days', construction: '30 to 200% of a day more on one day of each cycle' },
    rhythm: (world) => {
      const begin = fiscalStart.add({ days: world.integer(0, 27) })
      return onDays(world, extra, (date) => (begin.until(date, { largestUnit: 'days' }).days % 28 === 0 ? 1 : 0))
    },
  },
  {
    ...{ isTestOnly, label: 'fiscal month of 4-4-5 weeks', construction: '30 to 200% of a day more on its last day' },
    rhythm: (world) =>
      onDays(world, extra, (date) => {
        const days = fiscalStart.until(date, { largestUnit: 'days' }).days % 91
        return days === 27 || days === 55 || days === 90 ? 1 : 0
      }),
  },
  {
    ...{ isTestOnly, label: 'a line of a marketplace', construction: 'on one day of the month, nothing between' },
    rhythm: (world) => {
      const [dueDay, uneven] = [world.integer(1, 28), between(world, 0, 0.12)]
      const each = world.fork('each')
      return (plain, { day }, level) => (day === dueDay ? 10 * level * (1 + uneven * normal(each)) : 0 * plain)
    },
  },
]
