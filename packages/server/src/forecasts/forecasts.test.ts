/** Forecasts over HTTP: of future days and of past days. */
import { decimal, sum } from '@kept/foundation/decimal.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
})
afterAll(() => kept.close())

const days = (first: string, count: number, cost: (index: number) => string) =>
  Array.from({ length: count }, (_, index) =>
    lineOn(Temporal.PlainDate.from(first).add({ days: index }).toString(), {
      BilledCost: cost(index),
      EffectiveCost: cost(index),
      BillingCurrency: 'USD',
    }),
  )

it('does not change after an old bill is uploaded', async () => {
  await publishLines(
    kept.world,
    kept.world.scope,
    'now',
    days('2024-01-01', 80, (index) => ['10', '11', '12', '11', '10', '6', '5'][index % 7] ?? '0'),
  )
  const past = () => kept.client.forecasts.past({ start_date: '2024-03-01', end_date: '2024-03-15' })
  const ahead = () => kept.client.forecasts.forecast({ forecast_days: 30 })
  const before = [await past(), await ahead()]
  await publishLines(
    kept.world,
    kept.world.scope,
    'old',
    days('2022-12-01', 31, () => '900'),
  )
  expect([await past(), await ahead()]).toEqual(before)
  const { data } = await past()
  expect(data).toMatchObject([{ currency: 'USD', known_days: 60, forecast: { days: { length: 14 } } }])
})

it('puts fees and tax on their day of the month, apart from usage, and forecasts no one-time charge', async () => {
  const { world, otherClient } = kept
  const dates = Array.from({ length: 80 }, (_, index) => Temporal.PlainDate.from('2024-01-01').add({ days: index }))
  const charge = (date: Temporal.PlainDate, cost: string, more: object = {}) =>
    lineOn(date.toString(), { BilledCost: cost, EffectiveCost: cost, BillingCurrency: 'USD', ...more })
  await publishLines(
    world,
    world.otherScope,
    'charges',
    dates.flatMap((date) => [
      charge(date, '10', { ChargeFrequency: 'Usage-Based' }),
      ...(date.day === 1 ? [charge(date, '300', { ChargeCategory: 'Purchase', ChargeFrequency: 'Recurring' })] : []),
      ...(date.day === date.daysInMonth
        ? [charge(date, String((date.daysInMonth * 10 + 300) / 10), { ChargeCategory: 'Tax' })]
        : []),
      ...(date.toString() === '2024-03-05'
        ? [charge(date, '77', { ChargeCategory: 'Purchase', ChargeFrequency: 'One-Time' })]
        : []),
    ]),
  )
  const { data } = await otherClient.forecasts.past({ start_date: '2024-03-01', end_date: '2024-03-21' })
  expect(data).toMatchObject([
    {
      actual: '577',
      forecast: {
        point: '500.00',
        kinds: [
          { kind: 'usage', point: '200', actual: '200' },
          { kind: 'fee', point: '300.00', actual: '300' },
          { kind: 'tax', point: '0.00', actual: '0' },
          { kind: 'one_time', point: '0', actual: '77' },
        ],
      },
    },
  ])
  const [ahead] = (await otherClient.forecasts.forecast({ forecast_days: 30 })).data
  expect(ahead).toMatchObject({
    total: { point: '668.70' },
    month_end: { so_far: '577', point: '755.70' },
    kinds: [
      { kind: 'usage', point: '300' },
      { kind: 'fee', point: '300.00' },
      { kind: 'tax', point: '68.70' },
      { kind: 'one_time', point: '0' },
    ],
  })
  expect(ahead?.days.filter(({ point }) => point !== '10.00')).toMatchObject([
    { date: '2024-03-31', point: '78.70' },
    { date: '2024-04-01', point: '310.00' },
  ])
  await otherClient.budgets.create({ name: 'All', period: 'monthly', amount: '900', currency: 'USD' })
  expect((await otherClient.budgets.list({})).data).toMatchObject([{ state: { actual: '577', forecast: '755.70' } }])
})

it('forecasts the level after the last of several moves, on its days, by month and in budgets', async () => {
  const { world, client } = kept
  const baseline = ['10', '11', '12', '11', '10', '6', '5'].map(Number)
  // Halved on March 12, and again on March 16; the last known day is March 20.
  const cost = (index: number) => (baseline[index % 7] ?? 0) * (index >= 71 ? 0.5 : 1) * (index >= 75 ? 0.5 : 1)
  const inEuros = Array.from({ length: 80 }, (_, index) => {
    const date = Temporal.PlainDate.from('2024-01-01').add({ days: index }).toString()
    const amount = cost(index).toFixed(2)
    return lineOn(date, { BilledCost: amount, EffectiveCost: amount, BillingCurrency: 'EUR' })
  })
  await publishLines(world, world.scope, 'euros', inEuros)
  const { data } = await client.forecasts.forecast({ forecast_days: 28 })
  const euros = data.find(({ currency }) => currency === 'EUR')
  // Four weeks of 65 at a quarter.
  const expected = 65
  expect(Math.abs(Number(euros?.total.point) / expected - 1)).toBeLessThan(0.05)
  expect(Number(euros?.total.band80.lower)).toBeLessThanOrEqual(expected)
  expect(Number(euros?.total.band80.upper)).toBeGreaterThanOrEqual(expected)
  const summed = (euros?.days ?? []).map(({ point }) => Number(point)).reduce((sum, point) => sum + point, 0)
  expect(Math.abs(summed - Number(euros?.total.point))).toBeLessThan(0.28)
  const parts = (euros?.parts ?? []).map(({ point }) => point)
  expect(sum(parts)).toBe(decimal(euros?.total.point ?? ''))
  await client.budgets.create({ name: 'Euros', period: 'rolling_30', amount: '900', currency: 'EUR' })
  const { data: budgets } = await client.budgets.list({})
  const budget = budgets.find(({ currency }) => currency === 'EUR')
  expect(Math.abs(Number(budget?.state?.forecast) / ((30 * expected) / 28) - 1)).toBeLessThan(0.06)
})
