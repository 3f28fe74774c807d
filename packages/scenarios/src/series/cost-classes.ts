/** The classes of daily cost, and how each is made. */
import { normal, type Random } from '../random.ts'
import type { CalendarDate, CostClass } from './cost-worlds.ts'

const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()
const year: readonly [number, number] = [90, 400]

type IsDay = (date: CalendarDate) => boolean

/** A charge of the calendar: an amount on half of the series, a share of the day on the others. */
function charged(label: string, construction: string, isDay: IsDay, isTestOnly: boolean): CostClass {
  return {
    ...{
      label,
      construction: `${construction}: 30 to 200% of a day more, as an amount or a share`,
      isTestOnly,
      days: [120, 400],
    },
    change: (world, { level }) => {
      const [size, isAmount] = [between(world, 0.3, 2), world.chance(0.5)]
      return (value, _, date) => {
        if (!isDay(date)) return value
        return isAmount ? value + size * level : value * (1 + size)
      }
    },
  }
}

const isBusiness: IsDay = ({ weekday }) => weekday <= 5
const isFirstBusiness: IsDay = (date) => isBusiness(date) && (date.day === 1 || (date.day <= 3 && date.weekday === 1))
const isLastBusiness: IsDay = (date) => {
  const left = date.daysInMonth - date.day
  return isBusiness(date) && (left === 0 || (left <= 2 && date.weekday === 5))
}

/** Holidays of a fixed date; the weekend swallows some of them. */
const holidays = new Set(['1-1', '5-1', '7-4', '10-3', '11-11', '12-25', '12-26'])
const isHoliday: IsDay = (date) => isBusiness(date) && holidays.has(`${date.month}-${date.day}`)

/** Fair by the calendar: nothing in them is an anomaly. */
export const calendarClasses: readonly CostClass[] = [
  charged('the first', 'a charge on the first of the month', ({ day }) => day === 1, false),
  charged('the 15th', 'a charge on the 15th', ({ day }) => day === 15, false),
  charged('month end', 'load on the last day of the month', ({ day, daysInMonth }) => day === daysInMonth, false),
  charged('first business day', 'a charge on the first business day', isFirstBusiness, true),
  charged('last business day', 'load on the last business day', isLastBusiness, true),
  charged('quarter', 'a charge on the first day of a quarter', ({ day, month }) => day === 1 && month % 3 === 1, true),
  {
    ...{
      label: 'holidays',
      construction: 'seven holidays a year cost 35 to 75% of their day',
      isTestOnly: true,
      days: [200, 400],
    },
    change: (world) => {
      const share = between(world, 0.35, 0.75)
      return (value, _, date) => (isHoliday(date) ? value * share : value)
    },
  },
  {
    ...{
      label: 'taper',
      construction: 'prices fall by 20 to 60% within each month',
      isTestOnly: false,
      days: [120, 400],
    },
    change: (world) => {
      const fall = between(world, 0.2, 0.6)
      return (value, _, { day }) => value * (1 - (fall * (day - 1)) / 30)
    },
  },
  {
    ...{
      label: 'month length',
      construction: 'a price by the month over its days, noise of 0.5 to 5%',
      isTestOnly: false,
    },
    ...{ days: [150, 400], noise: [0.005, 0.05] },
    change:
      () =>
      (value, _, { daysInMonth }) =>
        (value * 30) / daysInMonth,
  },
]

/** From row `from` on, times a factor. */
const moved = (from: number, factor: number) => (value: number, row: number) => (row >= from ? value * factor : value)
const factorOf = (world: Random) => (world.chance(0.5) ? between(world, 1.4, 4) : between(world, 0.2, 0.7))

/** Levels and lives of services. */
export const levelClasses: readonly CostClass[] = [
  { label: 'plain', construction: 'weekdays and noise', isTestOnly: false, days: year, change: () => (value) => value },
  {
    ...{
      label: 'level shift',
      construction: 'times 0.2 to 0.7 or 1.4 to 4, 30 to 60 days ago',
      isTestOnly: false,
      days: [100, 400],
    },
    change: (world, { pastDays }) => moved(pastDays - world.integer(30, 60), factorOf(world)),
  },
  {
    ...{
      label: 'two level shifts',
      construction: 'one 80 to 140 and one 20 to 70 days ago',
      isTestOnly: false,
      days: [160, 400],
    },
    change: (world, { pastDays }) => {
      const first = moved(pastDays - world.integer(80, 140), factorOf(world))
      const second = moved(pastDays - world.integer(20, 70), factorOf(world))
      return (value, row) => second(first(value, row), row)
    },
  },
  {
    ...{ label: 'recent drop', construction: 'to 10 to 70% in the last 3 to 10 days', isTestOnly: false, days: year },
    change: (world, { pastDays }) => moved(pastDays - world.integer(3, 10), between(world, 0.1, 0.7)),
  },
  {
    label: 'young',
    construction: '15 to 40 days old',
    isTestOnly: false,
    days: [15, 40],
    change: () => (value) => value,
  },
  {
    ...{
      label: 'young, zeros before',
      construction: '15 to 40 days old, days of nothing before',
      isTestOnly: true,
      days: [90, 200],
    },
    change: (world, { pastDays }) => fromRow(pastDays - world.integer(15, 40)),
  },
  {
    ...{ label: 'growth', construction: '15 to 25% a month', isTestOnly: false, days: [60, 300], growth: [0.15, 0.25] },
    change: () => (value) => value,
  },
  {
    ...{
      label: 'ramp',
      construction: 'rises by 50 to 300% over 5 to 20 days, 20 to 50 days ago',
      isTestOnly: false,
      days: [90, 200],
    },
    change: (world, { pastDays }) => {
      const [from, length, size] = [pastDays - world.integer(20, 50), world.integer(5, 20), between(world, 0.5, 3)]
      return (value, row) => value * (1 + size * Math.min(1, Math.max(0, (row - from) / length)))
    },
  },
  {
    ...{
      label: 'ended',
      construction: 'nothing for the last 3 to 60 days, and nothing to come',
      isTestOnly: true,
      days: year,
    },
    change: (world, { pastDays }) => {
      const end = pastDays - world.integer(3, 60)
      return (value, row) => (row >= end ? 0 : value)
    },
  },
  {
    ...{ label: 'single charges', construction: 'on 8 to 50% of days, of uneven size', isTestOnly: false, days: year },
    change: (world) => {
      const [often, spread] = [between(world, 0.08, 0.5), between(world, 0.2, 0.9)]
      return (value) => (world.chance(often) ? value * Math.exp(spread * normal(world)) : 0)
    },
  },
  {
    ...{ label: 'cents', construction: '2 to 30 cents a day, rounded to cents', isTestOnly: true, days: year },
    change: (world, { level }) => {
      const size = between(world, 0.02, 0.3) / level
      return (value) => Math.round(value * size * 100) / 100
    },
  },
  {
    ...{ label: 'outliers', construction: 'on 0.5 to 3% of days 1.8 to 5 times as much', isTestOnly: true, days: year },
    change: (world) => {
      const often = between(world, 0.005, 0.03)
      return (value) => (world.chance(often) ? value * between(world, 1.8, 5) : value)
    },
  },
  {
    ...{ label: 'wandering', construction: 'the level walks by 0.5 to 3% a day', isTestOnly: true, days: year },
    change: (world) => {
      const step = between(world, 0.005, 0.03)
      let level = 0
      return (value) => {
        level += step * normal(world)
        return value * Math.exp(level)
      }
    },
  },
]

const fromRow = (first: number) => (value: number, row: number) => (row < first ? 0 : value)
