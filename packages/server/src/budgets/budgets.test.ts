/** Budgets over HTTP: actual and forecast spend, crossed thresholds, and one notification each. */
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { evaluateBudgets } from './evaluate-budgets.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
  const first = Temporal.PlainDate.from('2024-01-01')
  // Eighty days of ten dollars of compute and five of storage: to 20 March.
  const lines = Array.from({ length: 80 }, (_, index) => first.add({ days: index }).toString()).flatMap((day) =>
    (['Compute', 'Storage'] as const).map((service) => {
      const cost = service === 'Compute' ? '10' : '5'
      return lineOn(day, { ServiceName: service, BilledCost: cost, EffectiveCost: cost, BillingCurrency: 'USD' })
    }),
  )
  await publishLines(kept.world, kept.world.scope, 'load', lines)
})
afterAll(() => kept.close())

const budgetNotifications = async () =>
  (await kept.client.notifications.list({})).data.filter(({ kind }) => kind === 'budget')

it('reports actual and forecast spend with any filter, and notifies about crossed thresholds once', async () => {
  const { data: budget } = await kept.client.budgets.create({
    name: 'All',
    period: 'monthly',
    amount: '320',
    currency: 'USD',
  })
  expect(budget).toMatchObject({
    owner: 'Operator',
    filters: [],
    thresholds: expect.arrayContaining([{ percent: 80, basis: 'actual' }]),
  })
  await kept.client.budgets.create({
    name: 'Storage',
    period: 'quarterly',
    amount: '10000',
    currency: 'USD',
    filters: [{ dimension: 'service', op: 'is', values: ['Storage'] }],
  })
  const { data } = await kept.client.budgets.list({})
  expect(data).toMatchObject([
    {
      name: 'All',
      state: { period_start: '2024-03-01', period_end: '2024-04-01', actual: '300', forecast: '465.00' },
      crossings: [
        { percent: 100, basis: 'forecast', period_start: '2024-03-01' },
        { percent: 80, basis: 'actual', period_start: '2024-03-01', amount: '300' },
      ],
    },
    { name: 'Storage', state: { period_start: '2024-01-01', actual: '400', forecast: '455.00' }, crossings: [] },
  ])
  expect(await budgetNotifications()).toMatchObject([
    { title: 'Budget "All" is over 80%', body: '$300.00 of $320.00 spent.', href: '/budgets' },
  ])
  expect(await evaluateBudgets(kept.server.services, kept.world.scope)).toBe(0)
  expect(await budgetNotifications()).toHaveLength(1)
})

it('can be changed and deleted, has a unique name, and serves the specification’s billing alerts', async () => {
  const [all] = (await kept.client.billingAlerts.list({ organization: 'own' })).data
  const id = all?.id ?? ''
  await expect(kept.client.budgets.change({ id, name: 'Storage' })).rejects.toThrow('There is a budget "Storage"')
  const { data } = await kept.client.billingAlerts.change({ organization: 'own', id, amount: '100' })
  expect(data).toMatchObject({ name: 'All', amount: '100', period: 'monthly' })
  expect((await budgetNotifications())[0]?.title).toBe('Budget "All" is over 100%')
  await expect(kept.client.billingAlerts.list({ organization: 'other' })).rejects.toThrow(
    'There is no organization "other".',
  )
  await expect(kept.otherClient.budgets.remove({ id })).rejects.toThrow('Budget not found')
  await kept.client.billingAlerts.remove({ organization: 'own', id })
  expect((await kept.client.budgets.list({})).data.map(({ name }) => name)).toEqual(['Storage'])
  expect((await kept.otherClient.budgets.list({})).data).toEqual([])
})

it('rejects an amount of zero or less', async () => {
  await expect(
    kept.client.budgets.create({ name: 'None', period: 'monthly', amount: '0', currency: 'USD' }),
  ).rejects.toThrow()
})

it('does not notify of a period that was over before the budget was created', async () => {
  const laterKept = await openKept({}, { now: () => new Date('2026-11-22T09:00:00Z') })
  try {
    const lines = [lineOn('2018-10-05', { BilledCost: '500', EffectiveCost: '500', BillingCurrency: 'USD' })]
    await publishLines(laterKept.world, laterKept.world.scope, 'old', lines)
    await laterKept.client.budgets.create({ name: 'All', period: 'monthly', amount: '100', currency: 'USD' })
    const [budget] = (await laterKept.client.budgets.list({})).data
    expect(budget).toMatchObject({ state: { period_start: '2018-10-01', actual: '500' }, crossings: [] })
    expect((await laterKept.client.notifications.list({})).data.filter(({ kind }) => kind === 'budget')).toEqual([])
  } finally {
    await laterKept.close()
  }
})

it('is not lowered by an old bill: days without a bill are unknown, not free', async () => {
  const other = await openKept({}, { now: () => new Date('2024-03-21T09:00:00Z') })
  try {
    const day = (date: string) => lineOn(date, { BilledCost: '10', EffectiveCost: '10', BillingCurrency: 'USD' })
    const days = (first: string, count: number) =>
      Array.from({ length: count }, (_, index) => day(Temporal.PlainDate.from(first).add({ days: index }).toString()))
    await publishLines(other.world, other.world.scope, 'now', days('2024-01-01', 80))
    await other.client.budgets.create({ name: 'All', period: 'monthly', amount: '320', currency: 'USD' })
    const [before] = (await other.client.budgets.list({})).data
    await publishLines(other.world, other.world.scope, 'old', days('2022-03-01', 31))
    const [after] = (await other.client.budgets.list({})).data
    expect(after?.state).toEqual(before?.state)
    expect(after?.state).toMatchObject({ actual: '200', forecast: '310.00', forecast_low: '310.00' })
  } finally {
    await other.close()
  }
})

it('counts a budget in "usd" as one in USD, as on bills', async () => {
  const { data } = await kept.client.budgets.create({
    ...{ name: 'Lower case', period: 'monthly', amount: '320', currency: ' usd' },
  })
  expect(data.currency).toBe('USD')
  const { data: budgets } = await kept.client.budgets.list({})
  expect(budgets.find(({ id }) => id === data.id)?.state).toMatchObject({ actual: '300' })
  await kept.client.budgets.remove({ id: data.id })
})
