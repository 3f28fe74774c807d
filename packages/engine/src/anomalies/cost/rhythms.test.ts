/** Rhythms of bills in daily cost: fair where they come again, and seen through. */
import { day } from '@kept/domain/series.ts'
import { describe, expect, it } from 'vitest'
import { evaluateSeries } from '../evaluate-series.ts'
import { positionsOf } from './calendar-positions.ts'
import { learnMonthShape } from './month-shape.ts'
import { rareChargeOf } from './rare-charges.ts'

const start = Date.UTC(2026, 0, 1)
const dateOf = (row: number) => Temporal.PlainDate.from('2026-01-01').add({ days: row })

/** Days of about 200 with weekends at 70%; `change` makes of a day what happened to it. */
function days(count: number, change: (value: number, date: Temporal.PlainDate, row: number) => number) {
  let state = 23
  return Array.from({ length: count }, (_, row) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const date = dateOf(row)
    const value = (date.dayOfWeek > 5 ? 140 : 200) * (1 + 0.06 * (state / 2 ** 32 - 0.5))
    return { at: start + row * day, value: change(value, date, row) }
  })
}
const alertsOf = (points: { at: number; value: number }[], from = 0) =>
  evaluateSeries(points, 'cost').flatMap(({ alert }, row) => (alert && row >= from ? [dateOf(row).toString()] : []))

describe('charges of the calendar in a short history', () => {
  it.each<[string, (date: Temporal.PlainDate) => boolean]>([
    ['the first', (date) => date.day === 1],
    ['the 15th', (date) => date.day === 15],
    ['the last day', (date) => date.day === date.daysInMonth],
    ['the last day of a quarter', (date) => date.day === date.daysInMonth && date.month % 3 === 0],
    ['the first day of a quarter', (date) => date.day === 1 && date.month % 3 === 1],
  ])('on %s are fair when they come first', (_, isDay) => {
    expect(alertsOf(days(120, (value, date) => (isDay(date) ? value + 150 : value)))).toEqual([])
  })

  it('are told where they are more than a charge usually is, or the day is known', () => {
    const alertsWith = (date: string, size: number) =>
      alertsOf(days(120, (value, other) => (other.toString() === date ? size * value : value)))
    expect(alertsWith('2026-02-15', 6)).toEqual(['2026-02-15'])
    expect(alertsWith('2026-02-15', 2)).toEqual(['2026-02-15'])
    expect(alertsWith('2026-03-31', 2)).toEqual([])
    expect(alertsWith('2026-03-17', 2)).toEqual(['2026-03-17'])
  })

  it('on the same day of fiscal months and of every fourth week are told once', () => {
    const begin = Temporal.PlainDate.from('2026-01-25')
    const since = (date: Temporal.PlainDate) => begin.until(date, { largestUnit: 'days' }).days
    const every = (isDay: (since: number) => boolean) =>
      alertsOf(days(330, (value, date) => (isDay(since(date)) ? 2 * value : value))).length
    expect(every((passed) => passed >= 0 && passed % 28 === 0)).toBeLessThanOrEqual(1)
    expect(every((passed) => [0, 28, 63].includes(passed % 91))).toBeLessThanOrEqual(2)
  })
})

describe('pay days', () => {
  it('that a weekend moves are the same pay day', () => {
    const isMoved = (date: Temporal.PlainDate, payDay: number) =>
      [0, 1, 2].some((back) => date.subtract({ days: back }).day === payDay && (back === 0 || date.dayOfWeek === 1))
    for (const payDay of [10, 25]) {
      const points = days(330, (value, date) => (date.dayOfWeek < 6 && isMoved(date, payDay) ? 2 * value : value))
      expect(alertsOf(points, 60)).toEqual([])
    }
  })
})

describe('spikes in what has a rhythm', () => {
  it('are seen on other days of it, which are known to come by another way to count', () => {
    const everyFour = (row: number) => row % 28 === 9
    const detected = [208, 222, 239, 256].filter((planted) => {
      const points = days(300, (value, _, row) => (everyFour(row) || row === planted ? 2 * value : value))
      return alertsOf(points, 60).includes(dateOf(planted).toString())
    })
    expect(detected).toHaveLength(4)
  })

  it('are seen through prices that fall within the month', () => {
    const price = ({ day: today, daysInMonth }: Temporal.PlainDate) =>
      1 - 0.2 * Math.floor((4 * (today - 1)) / daysInMonth)
    const points = days(300, (value, date, row) => value * price(date) * (row === 200 ? 1.6 : 1))
    expect(alertsOf(points, 100)).toEqual([dateOf(200).toString()])
    const shifted = days(300, (value, date, row) => value * price(date) * (row >= 200 ? 1.5 : 1))
    expect(alertsOf(shifted, 100)).toEqual([dateOf(200).toString()])
  })
})

describe('a price of the month over its days', () => {
  it('is fair in the months of 28, 30 and 31 days', () => {
    const points = days(500, (_, { daysInMonth }, row) => (3000 / daysInMonth) * (1 + 0.01 * Math.sin(7 * row)))
    expect(alertsOf(points, 60)).toEqual([])
  })
})

describe('the shape of a month', () => {
  const dates = Array.from({ length: 180 }, (_, row) => dateOf(row)).map(({ day: today, daysInMonth }) => ({
    day: today,
    daysInMonth,
  }))

  it('is none where no month is told by the others', () => {
    const noise = dates.map((_, row) => 5 + 0.1 * Math.sin(row * row))
    expect(learnMonthShape(noise, dates)).toBeNull()
    // A step in one month is its own.
    expect(
      learnMonthShape(
        noise.map((value, row) => value + (row > 100 ? 0.5 : 0)),
        dates,
      ),
    ).toBeNull()
    // What rises all the time has no shape either.
    expect(
      learnMonthShape(
        noise.map((value, row) => value + 0.01 * row),
        dates,
      ),
    ).toBeNull()
  })

  it('is what the middle of months does, without charges of single days', () => {
    const logs = dates.map(
      ({ day: today }, row) => 5 + 0.02 * Math.sin(row * row) + (today > 15 ? -0.4 : 0) + (today === 9 ? 1 : 0),
    )
    const shape = learnMonthShape(logs, dates)!
    expect(shape.days[9]! - shape.days[20]!).toBeCloseTo(0.4, 1)
    expect(shape.days[8]! - shape.days[5]!).toBeCloseTo(0, 1)
  })
})

describe('rare charges', () => {
  const logs = (...amounts: number[]) =>
    amounts.flatMap((amount) => [...new Array<number>(29).fill(0), Math.log1p(amount)]).concat(new Array(20).fill(0))

  it('are held against those before, and differ by what those did', () => {
    const steady = rareChargeOf(logs(100, 104, 98), 200)!
    expect(Math.expm1(steady.expected)).toBeCloseTo(100, 6)
    expect((steady.total - steady.expected) / steady.spread).toBeGreaterThan(3.6)
    const uneven = rareChargeOf(logs(40, 100, 250), 200)!
    expect((uneven.total - uneven.expected) / uneven.spread).toBeLessThan(1)
  })

  it('are none where nothing is charged, nothing was before, or days are charged', () => {
    expect(rareChargeOf(logs(100, 100), 0)).toBeNull()
    expect(rareChargeOf(new Array(90).fill(0), 100)).toBeNull()
    expect(rareChargeOf(new Array(90).fill(4), 100)).toBeNull()
  })

  it('of a line of a marketplace are fair, and told when one doubles', () => {
    const line = (planted: number) =>
      alertsOf(
        days(300, (_, { day: today }, row) => (today === 6 ? (row >= planted ? 960 : 480 + (row % 11)) : 0)),
        45,
      )
    expect(line(999)).toEqual([])
    expect(line(240)).toEqual(['2026-09-06'])
  })
})

describe('days that many bills are charged on', () => {
  it('are the first and last day and business day, and the 15th, of months and of quarters', () => {
    const commonKinds = (date: string) =>
      positionsOf(Date.parse(date) / day)
        .filter(({ isCommon }) => isCommon)
        .map(({ kind }) => kind)
    expect(commonKinds('2026-02-15')).toEqual(['date'])
    expect(commonKinds('2026-03-02')).toEqual(['business day'])
    expect(commonKinds('2026-04-28')).toEqual(['business day from end'])
    expect(commonKinds('2026-03-31')).toEqual([
      'from end',
      'business day from end',
      'quarter from end',
      'quarter business day from end',
    ])
    expect(commonKinds('2026-04-01')).toEqual(['date', 'business day', 'quarter date', 'quarter business day'])
    expect(commonKinds('2026-04-17')).toEqual([])
  })
})
