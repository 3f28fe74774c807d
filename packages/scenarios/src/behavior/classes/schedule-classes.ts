/** Weeks of work by class: how likely each hour is used, what it was before a move, and the bots that come too. */
import type { Machine } from './machine.ts'

export interface ScheduleClass {
  name: string
  isTuned: boolean
  /** The probability that an hour is used, by local weekday (0 is Monday) and hour. */
  use(weekday: number, hour: number): number
  /** The same until three weeks before the end. */
  before?(weekday: number, hour: number): number
  bot?(machine: Machine, day: number): void
}

type Hours = (hour: number) => number
const between =
  (from: number, to: number, share = 0.92): Hours =>
  (hour) =>
    (from < to ? hour >= from && hour < to : hour >= from || hour < to) ? share : 0
const onWeekdays =
  (...hours: Hours[]) =>
  (weekday: number, hour: number) =>
    weekday < 5 ? Math.max(...hours.map((share) => share(hour))) : 0
const night = (weekday: number, hour: number) =>
  (hour >= 22 && weekday < 5) || (hour < 6 && weekday > 0 && weekday < 6) ? 0.92 : 0
const office = onWeekdays(between(9, 18))

export const scheduleClasses: readonly ScheduleClass[] = [
  { name: 'office hours', isTuned: true, use: office },
  { name: 'split shift', isTuned: true, use: onWeekdays(between(7, 12), between(18, 22)) },
  { name: 'two zones over midnight', isTuned: true, use: onWeekdays(between(8, 13), between(21, 3)) },
  { name: 'morning and evening', isTuned: true, use: onWeekdays(between(6, 12), between(18, 24, 0.9)) },
  { name: 'moved by four hours three weeks ago', isTuned: true, use: onWeekdays(between(13, 22)), before: office },
  {
    name: 'moved to other days',
    isTuned: true,
    use: (weekday, hour) => (weekday > 0 && weekday < 6 ? between(9, 18)(hour) : 0),
    before: office,
  },
  { name: 'night shift', isTuned: true, use: night },
  { name: 'weekend workers', isTuned: true, use: (weekday, hour) => (weekday > 3 ? between(10, 19)(hour) : 0) },
  {
    name: 'office and a named bot at night',
    isTuned: true,
    use: office,
    bot: ({ sign }, day) =>
      [1, 2, 3, 4].forEach((hour) => void sign(day, hour, { type: 'build', user: 'ci-bot', minutes: 30 })),
  },
  {
    name: 'office and an unnamed probe every hour',
    isTuned: true,
    use: office,
    bot: ({ sign, random }, day) =>
      Array.from({ length: 24 }, (_, hour) => hour).forEach(
        (hour) => void sign(day, hour + random.next() / 20, { type: 'http_request' }),
      ),
  },
  {
    name: 'office and on-call nights',
    isTuned: true,
    use: (weekday, hour) => Math.max(office(weekday, hour), hour < 6 ? 0.02 : 0),
  },
  { name: 'closed from 12 to 15', isTuned: false, use: onWeekdays(between(8, 12), between(15, 19)) },
  {
    name: 'Manila evening and London morning',
    isTuned: false,
    use: onWeekdays(between(2, 7, 0.85), between(16, 21, 0.85)),
  },
  { name: 'a night team took over three weeks ago', isTuned: false, use: night, before: office },
  {
    name: 'four ten-hour days since three weeks',
    isTuned: false,
    use: (weekday, hour) => (weekday < 4 ? between(8, 18)(hour) : 0),
    before: onWeekdays(between(9, 17)),
  },
  {
    name: 'office and six-hourly backups',
    isTuned: false,
    use: office,
    bot: ({ sign, random }, day) =>
      [0, 6, 12, 18].forEach(
        (hour) => void sign(day, hour + random.next() / 20, { user: 'backup-agent', minutes: 15 }),
      ),
  },
  {
    name: 'office and cron jobs of root',
    isTuned: false,
    use: office,
    bot: ({ sign }, day) => [1, 4].forEach((hour) => void sign(day, hour, { user: 'root', minutes: 3 })),
  },
  { name: 'half of the office hours', isTuned: false, use: onWeekdays(between(9, 18, 0.5)) },
  { name: 'a third of the office hours', isTuned: false, use: onWeekdays(between(9, 18, 0.33)) },
  { name: 'around the clock on weekdays', isTuned: false, use: onWeekdays(() => 0.9) },
]
