/** Classes of services and their lives. Half of them are for tests alone. */
import { normal, type Random } from '../random.ts'
import type { CalendarDate } from './cost-worlds.ts'
import { poisson, type ServiceClass } from './service-worlds.ts'

const between = (world: Random, low: number, high: number) => low + (high - low) * world.next()
const year: readonly [number, number] = [90, 400]
const chosenOn = (entry: Omit<ServiceClass, 'isTestOnly'>): ServiceClass => ({ ...entry, isTestOnly: false })
const testsAlone = (entry: Omit<ServiceClass, 'isTestOnly'>): ServiceClass => ({ ...entry, isTestOnly: true })

const ups = (world: Random) => (world.chance(0.5) ? between(world, 1.4, 3.5) : between(world, 0.25, 0.7))

/** Levels that moved, and services that are young. */
const lives: readonly ServiceClass[] = [
  chosenOn({ label: 'service', construction: 'nothing happens', days: year }),
  chosenOn({
    label: 'moved in steps',
    construction: 'over 3 to 6 days to 0.25 to 0.7 or 1.4 to 3.5 of the level, 30 to 60 days ago',
    days: [100, 400],
    change: (world, { pastDays }) => {
      const [from, days, factor] = [pastDays - world.integer(30, 60), world.integer(3, 6), ups(world)]
      return (cost, row) => cost * factor ** Math.max(0, Math.min(1, Math.floor(row - from + 1) / days))
    },
  }),
  testsAlone({
    label: 'moved with its week',
    construction: 'to 0.25 to 0.7 or 1.4 to 3.5 of the level, 30 to 60 days ago, with other weekends from then on',
    days: [100, 400],
    change: (world, { pastDays }) => {
      const [from, factor, weekend] = [pastDays - world.integer(30, 60), ups(world), between(world, 0.5, 1.3)]
      return (cost, row, { weekday }) => (row < from ? cost : cost * factor * (weekday > 5 ? weekend : 1))
    },
  }),
  chosenOn({
    label: 'launched',
    construction: '15 to 40 days old, filling up over its first 5 to 20 days',
    days: [15, 40],
    change: (world) => {
      const [start, days] = [between(world, 0.05, 0.5), between(world, 5, 20)]
      return (cost, row) => cost * (1 - (1 - start) * Math.exp((-3 * row) / days))
    },
  }),
  testsAlone({ label: 'bought', construction: '15 to 40 days old, complete from its first day', days: [15, 40] }),
  testsAlone({
    label: 'faded out',
    construction: 'falls to nothing over 2 to 6 days, 4 to 60 days ago',
    days: year,
    change: (world, { pastDays }) => {
      const days = world.integer(2, 6)
      const end = pastDays - world.integer(4, 60)
      return (cost, row) => (row >= end ? 0 : cost * Math.min(1, (end - row) / days))
    },
  }),
  chosenOn({
    label: 'left behind',
    construction: 'ended 4 to 60 days ago, with 0.5 to 3% left for storage',
    days: year,
    change: (world, { pastDays, level }) => {
      const [end, left] = [pastDays - world.integer(4, 60), between(world, 0.005, 0.03)]
      return (cost, row) => (row < end ? cost : level * left)
    },
  }),
]

/** Growth, ramps, and drops. */
const moves: readonly ServiceClass[] = [
  chosenOn({
    label: 'uneven growth',
    construction: '20% a month on average, 0 to 40% in each month',
    days: [60, 300],
    change: (world) => {
      let [grown, rate] = [0, 0]
      return (cost, row) => {
        if (row % 30 === 0) rate = Math.log1p(between(world, 0, 0.4)) / 30
        grown += rate
        return cost * Math.exp(grown)
      }
    },
  }),
  testsAlone({
    label: 'steady growth',
    construction: '20% a month',
    days: [60, 300],
    change: () => (cost, row) => cost * 1.2 ** (row / 30),
  }),
  testsAlone({
    label: 'the same more each day',
    construction: 'each month adds 20% of what the first day cost',
    days: [60, 300],
    change: () => (cost, row) => cost * (1 + (0.2 * row) / 30),
  }),
  chosenOn({
    label: 'ramp that has ended',
    construction: 'times 1.5 to 4 over 10 to 40 days, the last of them 5 to 30 days ago',
    days: [90, 300],
    change: (world, { pastDays }) => {
      const [days, size] = [world.integer(10, 40), between(world, 0.5, 3)]
      const to = pastDays - world.integer(5, 30)
      return (cost, row) => cost * (1 + size * Math.max(0, Math.min(1, (row - to + days) / days)))
    },
  }),
  chosenOn({
    label: 'drop in two steps',
    construction: 'to 50 to 80% and again to 50 to 80%, both in the last 10 days',
    days: year,
    change: (world, { pastDays }) => {
      const [first, second] = [pastDays - world.integer(6, 10), pastDays - world.integer(3, 5)]
      const [earlier, later] = [between(world, 0.5, 0.8), between(world, 0.5, 0.8)]
      return (cost, row) => cost * (row >= first ? earlier : 1) * (row >= second ? later : 1)
    },
  }),
  chosenOn({
    label: 'switched off at night',
    construction: 'to 35 to 65% on business days alone, in the last 4 to 10 days',
    days: year,
    change: (world, { pastDays }) => {
      const [from, share] = [pastDays - world.integer(4, 10), between(world, 0.35, 0.65)]
      return (cost, row, { weekday }) => (row >= from && weekday <= 5 ? cost * share : cost)
    },
  }),
]

/** The day a bill of the 15th is written: the Monday after it at weekends. */
const isPayDay = ({ day, weekday }: CalendarDate) =>
  (day === 15 && weekday <= 5) || (weekday === 1 && (day === 16 || day === 17))

/** Lumpy and small cost, and charges on the 15th. */
const charges: readonly ServiceClass[] = [
  chosenOn({
    label: 'batch runs',
    construction: 'runs of 1 to 3 days, 4 to 16 days apart, each of its own size',
    days: year,
    change: (world, { level }) => {
      let [next, left, size] = [world.integer(0, 9), 0, 0]
      return (_, row) => {
        if (row >= next) {
          left = world.integer(1, 3)
          size = level * Math.exp(0.6 * normal(world))
          next = row + left + world.integer(4, 16)
        }
        left -= 1
        return left >= 0 ? size : 0
      }
    },
  }),
  chosenOn({
    label: 'jobs of any size',
    construction: '0.1 to 1.5 jobs a day, a few of them ten times the usual',
    days: year,
    change: (world, { level }) => {
      const [often, spread] = [between(world, 0.1, 1.5), between(world, 0.5, 1.2)]
      return () => {
        const jobs = Array.from({ length: poisson(world, often) }, () => level * Math.exp(spread * normal(world)))
        return jobs.reduce((sum, job) => sum + job, 0)
      }
    },
  }),
  chosenOn({
    label: 'few requests',
    construction: '2 to 40 requests a day at a tenth of a cent',
    days: year,
    change: (world, { level }) => {
      const often = between(world, 2, 40)
      return (cost) => 0.001 * poisson(world, often * Math.min(3, cost / level))
    },
  }),
  chosenOn({
    label: 'beyond the free part',
    construction: 'only what is above 60 to 110% of a usual day costs, at a cent a unit of 1%',
    days: year,
    change: (world, { level }) => {
      const free = between(world, 0.6, 1.1)
      return (cost) => 0.01 * Math.floor(100 * Math.max(0, cost / level - free))
    },
  }),
  chosenOn({
    label: 'the 15th, or the Monday after',
    construction: '50 to 300% of a day on the 15th, on the Monday after at weekends',
    days: [120, 400],
    change: (world, { level }) => {
      const size = between(world, 0.5, 3)
      return (cost, _, date) => (isPayDay(date) ? cost + size * level : cost)
    },
  }),
  testsAlone({
    label: 'the 15th, of any size',
    construction: '50 to 300% of a day on the 15th, each time 30% off by chance',
    days: [120, 400],
    change: (world, { level }) => {
      const size = between(world, 0.5, 3)
      return (cost, _, { day }) => (day === 15 ? cost + size * level * Math.exp(0.3 * normal(world)) : cost)
    },
  }),
]

/** Made after the first look at the others, three of which were chosen on since; so was one of these after theirs. */
const last: readonly ServiceClass[] = [
  testsAlone({
    label: 'weekends off',
    construction: 'to 10 to 50% on weekends alone, in the last 10 to 20 days',
    days: year,
    change: (world, { pastDays }) => {
      const [from, share] = [pastDays - world.integer(10, 20), between(world, 0.1, 0.5)]
      return (cost, row, { weekday }) => (row >= from && weekday > 5 ? cost * share : cost)
    },
  }),
  chosenOn({
    label: 'idle most days',
    construction: 'a millionth of its level on 50 to 80% of days, and 0.5 to 2 times it on the others',
    days: year,
    change: (world, { level }) => {
      const idle = between(world, 0.5, 0.8)
      return () => level * (world.chance(idle) ? 1e-6 * world.next() : between(world, 0.5, 2))
    },
  }),
  testsAlone({
    label: 'a cheaper price',
    construction: 'times 0.7 to 0.9 from the first of a month on, 20 to 80 days ago',
    days: [120, 400],
    change: (world, { pastDays }) => {
      const [from, share] = [pastDays - world.integer(20, 80), between(world, 0.7, 0.9)]
      let isCheaper = false
      return (cost, row, { day }) => {
        isCheaper ||= row >= from && day === 1
        return isCheaper ? cost * share : cost
      }
    },
  }),
  testsAlone({
    label: 'three moves',
    construction: 'to 0.5 to 0.8 or 1.2 to 2 of the level, three times within the last 90 days',
    days: [150, 400],
    change: (world, { pastDays }) => {
      const moves = [world.integer(65, 90), world.integer(35, 60), world.integer(10, 30)].map((back) => ({
        from: pastDays - back,
        share: world.chance(0.5) ? between(world, 0.5, 0.8) : between(world, 1.2, 2),
      }))
      return (cost, row) => moves.reduce((sum, { from, share }) => (row >= from ? sum * share : sum), cost)
    },
  }),
]

/** Weeks that took another shape: what brings the week to that of today was chosen on those that are not for tests alone. */
const weeks: readonly ServiceClass[] = [
  chosenOn({
    label: 'Friday to Sunday off',
    construction: 'to 20 to 60% from Friday to Sunday, in the last 10 to 30 days',
    days: year,
    change: (world, { pastDays }) => {
      const [from, share] = [pastDays - world.integer(10, 30), between(world, 0.2, 0.6)]
      return (cost, row, { weekday }) => (row >= from && weekday >= 5 ? cost * share : cost)
    },
  }),
  chosenOn({
    label: 'busier weekends',
    construction: 'times 1.4 to 3 on weekends alone, in the last 10 to 35 days',
    days: year,
    change: (world, { pastDays }) => {
      const [from, share] = [pastDays - world.integer(10, 35), between(world, 1.4, 3)]
      return (cost, row, { weekday }) => (row >= from && weekday > 5 ? cost * share : cost)
    },
  }),
  chosenOn({
    label: 'other business days',
    construction: 'to 35 to 70% or 1.5 to 2.5 of the level on business days alone, in the last 14 to 40 days',
    days: year,
    change: (world, { pastDays }) => {
      const share = world.chance(0.5) ? between(world, 0.35, 0.7) : between(world, 1.5, 2.5)
      const from = pastDays - world.integer(14, 40)
      return (cost, row, { weekday }) => (row >= from && weekday <= 5 ? cost * share : cost)
    },
  }),
  testsAlone({
    label: 'Sundays and Mondays off',
    construction: 'to 25 to 65% on these days, in the last 12 to 40 days, while the level goes to 0.7 to 1.4',
    days: year,
    change: (world, { pastDays }) => {
      const [from, share, level] = [
        pastDays - world.integer(12, 40),
        between(world, 0.25, 0.65),
        between(world, 0.7, 1.4),
      ]
      return (cost, row, { weekday }) => (row < from ? cost : cost * level * (weekday % 7 <= 1 ? share : 1))
    },
  }),
]

export const serviceClasses: readonly ServiceClass[] = [...lives, ...moves, ...charges, ...last, ...weeks]
