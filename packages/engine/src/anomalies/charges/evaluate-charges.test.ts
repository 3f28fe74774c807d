import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { describe, expect, it } from 'vitest'
import type { ChargeScope } from './charge-series.ts'
import { evaluateCharges } from './evaluate-charges.ts'

const from = '2026-01-01'
const usage = new Map(eachDay(from, '2027-01-01').map((date) => [date, '100']))

const scopeOf = (category: string) => [
  { dimension: 'provider', value: 'AWS', name: 'AWS' },
  { dimension: 'charge_category', value: category, name: category },
  { dimension: 'service', value: 'Support', name: 'Support' },
]

/** On the first of each month from January on; null for a month without it. */
const monthly = (...amounts: (string | null)[]): ChargeScope => ({
  currency: 'USD',
  scope: scopeOf('Purchase'),
  isTax: false,
  days: amounts.flatMap((cost, index) => (cost === null ? [] : [{ date: `${addMonths('2026-01', index)}-01`, cost }])),
})

const taxes = (...amounts: string[]): ChargeScope => ({
  ...monthly(),
  scope: scopeOf('Tax'),
  isTax: true,
  days: amounts.map((cost, index) => ({ date: addDays(`${addMonths('2026-01', index + 1)}-01`, -1), cost })),
})

const evaluate = (charges: ChargeScope, until = '2026-07-01', share?: number, taxed = [usage], firstDay = from) =>
  evaluateCharges([charges], {
    firstDayOf: () => firstDay,
    until,
    sensitivities:
      share === undefined
        ? new Map()
        : new Map([
            [
              JSON.stringify(['USD', ...charges.scope.map(({ dimension, value }) => [dimension, value])]),
              { deviations: 1, share },
            ],
          ]),
    minExcess: '5',
    taxedBy: () => taxed,
    dailyAverage: () => 100,
  })

describe('a fee', () => {
  it('is quiet while it is as in the months before', () => {
    expect(evaluate(monthly('300', '300', '300', '306', '300', '294'))).toEqual([])
  })

  it('is told when it is more, with what it was expected to be', () => {
    expect(evaluate(monthly('300', '300', '300', '300', '450', '450'))).toMatchObject([
      {
        ...{ direction: 'above', status: 'over', first_day: '2026-05-01', last_day: '2026-05-01' },
        ...{ expected: '300', actual: '450', severity: 'medium' },
      },
    ])
  })

  it('is told when it has not come, once its month is over', () => {
    const ended = monthly('300', '300', '300', '300', '300', null)
    expect(evaluate(ended, '2026-06-20')).toEqual([])
    expect(evaluate(ended)).toMatchObject([{ direction: 'below', first_day: '2026-06-30', actual: '0' }])
  })

  it('that is charged every day follows the length of months', () => {
    const daily = { ...monthly(), days: eachDay(from, '2026-07-01').map((date) => ({ date, cost: '10' })) }
    expect(evaluate(daily)).toEqual([])
    expect(evaluate(daily, '2026-06-12')).toEqual([])
  })

  it('is evaluated later where people said that alerts of it are not useful', () => {
    const charges = monthly('300', '300', '300', '300', '300', '350')
    expect(evaluate(charges)).toHaveLength(1)
    expect(evaluate(charges, '2026-07-01', 2)).toEqual([])
  })
})

describe('a single charge', () => {
  it('is told when it is larger than any before, after two known months', () => {
    expect(evaluate(monthly(null, '900'))).toEqual([])
    expect(evaluate(monthly(null, null, null, null, '900'))).toMatchObject([
      { direction: 'above', expected: '0', actual: '900', severity: 'critical' },
    ])
    expect(evaluate(monthly('800', null, null, null, '900'))).toEqual([])
  })

  it('is not reported on the first bills of a cloud that was connected later', () => {
    const charges = monthly(null, null, null, '900', '900')
    expect(evaluate(charges, '2026-06-01')).toHaveLength(1)
    expect(evaluate(charges, '2026-06-01', 1, [usage], '2026-03-20')).toEqual([])
  })

  it('that gives money back is told as less', () => {
    expect(evaluate(monthly(null, null, null, null, '-900'))).toMatchObject([{ direction: 'below' }])
  })

  it('below the least difference is not told', () => {
    expect(evaluate(monthly(null, null, null, null, '4.99'))).toEqual([])
  })
})

describe('tax', () => {
  it('is quiet while its rate is, however long the months are', () => {
    expect(evaluate(taxes('589', '532', '589', '570', '589', '570'))).toEqual([])
  })

  it('is told when its rate has changed, and at its due day only', () => {
    const raised = taxes('589', '532', '589', '570', '589', '750')
    expect(evaluate(raised)).toMatchObject([
      { direction: 'above', first_day: '2026-06-30', expected: '570', actual: '750' },
    ])
    expect(evaluate({ ...raised, days: raised.days.slice(0, -1) }, '2026-06-29')).toEqual([])
  })

  it('is quiet where it is right with single charges taxed or untaxed', () => {
    const withPurchase = new Map(usage).set('2026-06-10', '4100')
    const bills = [taxes('589', '532', '589', '570', '589', '570'), taxes('589', '532', '589', '570', '589', '1330')]
    for (const bill of bills) {
      expect(evaluate(bill, '2026-07-01', 1, [usage, withPurchase])).toEqual([])
      expect([
        ...evaluate(bill, '2026-07-01', 1, [usage]),
        ...evaluate(bill, '2026-07-01', 1, [withPurchase]),
      ]).toHaveLength(1)
    }
  })
})
