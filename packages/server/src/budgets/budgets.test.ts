/** Budgets through the door: what is spent and foretold of each, what was crossed, told once. */
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { judgeBudgets } from './judge-budgets.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
  const first = Temporal.PlainDate.from('2024-01-01')
  // Eighty days of ten dollars of compute and five of storage: to 20 March.
  const lines = Array.from({ length: 80 }, (_, at) => first.add({ days: at }).toString()).flatMap((day) =>
    (['Compute', 'Storage'] as const).map((service) => {
      const cost = service === 'Compute' ? '10' : '5'
      return lineOn(day, { ServiceName: service, BilledCost: cost, EffectiveCost: cost, BillingCurrency: 'USD' })
    }),
  )
  await publishLines(kept.world, kept.world.scope, 'load', lines)
})
afterAll(() => kept.close())

const news = async () => (await kept.own.notifications.list({})).data.filter(({ kind }) => kind === 'budget')

it('says what is spent and what will be, of any filter, and tells what is crossed once', async () => {
  const { data: whole } = await kept.own.budgets.create({
    name: 'All',
    period: 'monthly',
    amount: '320',
    currency: 'USD',
  })
  expect(whole).toMatchObject({
    owner: 'Operator',
    filters: [],
    thresholds: expect.arrayContaining([{ percent: 80, of: 'actual' }]),
  })
  await kept.own.budgets.create({
    name: 'Storage',
    period: 'quarterly',
    amount: '10000',
    currency: 'USD',
    filters: [{ by: 'service', op: 'is', values: ['Storage'] }],
  })
  const { data } = await kept.own.budgets.list({})
  expect(data).toMatchObject([
    {
      name: 'All',
      state: { period_from: '2024-03-01', period_to: '2024-04-01', actual: '300', forecast: '465.00' },
      crossings: [
        { percent: 100, of: 'forecast', period_start: '2024-03-01' },
        { percent: 80, of: 'actual', period_start: '2024-03-01', amount: '300' },
      ],
    },
    { name: 'Storage', state: { period_from: '2024-01-01', actual: '400', forecast: '455.00' }, crossings: [] },
  ])
  expect(await news()).toMatchObject([
    { title: '"All" has passed 80 %', body: '300.00 USD of 320.00 USD is spent.', href: '/budgets' },
  ])
  expect(await judgeBudgets(kept.server.services, kept.world.scope)).toBe(0)
  expect(await news()).toHaveLength(1)
})

it('is changed and removed, keeps names apart, and is the specification’s billing alerts', async () => {
  const [all] = (await kept.own.billingAlerts.list({ organization: 'own' })).data
  const id = all?.id ?? ''
  await expect(kept.own.budgets.change({ id, name: 'Storage' })).rejects.toThrow('There is a budget "Storage"')
  const { data } = await kept.own.billingAlerts.change({ organization: 'own', id, amount: '100' })
  expect(data).toMatchObject({ name: 'All', amount: '100', period: 'monthly' })
  expect((await news())[0]?.title).toBe('"All" has passed 100 %')
  await expect(kept.own.billingAlerts.list({ organization: 'stranger' })).rejects.toThrow('You do not belong')
  await expect(kept.stranger.budgets.remove({ id })).rejects.toThrow('There is no such budget')
  await kept.own.billingAlerts.remove({ organization: 'own', id })
  expect((await kept.own.budgets.list({})).data.map(({ name }) => name)).toEqual(['Storage'])
  expect((await kept.stranger.budgets.list({})).data).toEqual([])
})

it('refuses nothing and less as an amount', async () => {
  await expect(
    kept.own.budgets.create({ name: 'None', period: 'monthly', amount: '0', currency: 'USD' }),
  ).rejects.toThrow()
})

it('does not notify of a period that was over before the budget was created', async () => {
  const late = await openKept({}, { now: () => new Date('2026-11-22T09:00:00Z') })
  try {
    const lines = [lineOn('2018-10-05', { BilledCost: '500', EffectiveCost: '500', BillingCurrency: 'USD' })]
    await publishLines(late.world, late.world.scope, 'old', lines)
    await late.own.budgets.create({ name: 'All', period: 'monthly', amount: '100', currency: 'USD' })
    const [budget] = (await late.own.budgets.list({})).data
    expect(budget).toMatchObject({ state: { period_from: '2018-10-01', actual: '500' }, crossings: [] })
    expect((await late.own.notifications.list({})).data.filter(({ kind }) => kind === 'budget')).toEqual([])
  } finally {
    await late.close()
  }
})

it('is not lowered by an old bill: days of no bill are unknown, not free', async () => {
  const other = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
  try {
    const day = (date: string) => lineOn(date, { BilledCost: '10', EffectiveCost: '10', BillingCurrency: 'USD' })
    const days = (first: string, count: number) =>
      Array.from({ length: count }, (_, at) => day(Temporal.PlainDate.from(first).add({ days: at }).toString()))
    await publishLines(other.world, other.world.scope, 'now', days('2024-01-01', 80))
    await other.own.budgets.create({ name: 'All', period: 'monthly', amount: '320', currency: 'USD' })
    const [before] = (await other.own.budgets.list({})).data
    await publishLines(other.world, other.world.scope, 'old', days('2022-03-01', 31))
    const [after] = (await other.own.budgets.list({})).data
    expect(after?.state).toEqual(before?.state)
    expect(after?.state).toMatchObject({ actual: '200', forecast: '310.00', forecast_low: '310.00' })
  } finally {
    await other.close()
  }
})
