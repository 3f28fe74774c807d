/** Forecasts over HTTP: of days to come and of days that are over. */
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
})
afterAll(() => kept.close())

const days = (first: string, count: number, cost: (at: number) => string) =>
  Array.from({ length: count }, (_, at) =>
    lineOn(Temporal.PlainDate.from(first).add({ days: at }).toString(), {
      BilledCost: cost(at),
      EffectiveCost: cost(at),
      BillingCurrency: 'USD',
    }),
  )

it('is the same after a bill of long ago is uploaded', async () => {
  await publishLines(
    kept.world,
    kept.world.scope,
    'now',
    days('2024-01-01', 80, (at) => ['10', '11', '12', '11', '10', '6', '5'][at % 7] ?? '0'),
  )
  const past = () => kept.own.forecasts.past({ start_date: '2024-03-01', end_date: '2024-03-15' })
  const ahead = () => kept.own.forecasts.forecast({ forecast_days: 30 })
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
