import { lineOn, type TestLine } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
const line = (day: string, resource: string, cost: string, more: TestLine = {}) =>
  lineOn(day, {
    ServiceProviderName: 'AWS',
    ServiceName: 'EC2',
    SubAccountId: '11',
    SubAccountName: 'Shop',
    ResourceId: resource,
    SkuId: 'large',
    ConsumedUnit: 'Hrs',
    ConsumedQuantity: cost,
    EffectiveCost: cost,
    BilledCost: cost,
    ...more,
  })
beforeAll(async () => {
  kept = await openKept()
  const days = Array.from({ length: 60 }, (_, index) =>
    new Date(Date.UTC(2024, 1, 1 + index)).toISOString().slice(0, 10),
  )
  await publishLines(kept.world, kept.world.scope, 'a', [
    ...days.map((day) => line(day, 'i-1', '1')),
    line('2024-03-10', 'i-2', '5'),
    line('2024-03-31', '', '3', { ServiceName: 'Tax', ChargeCategory: 'Tax', SkuId: '', ConsumedQuantity: null }),
  ])
})
afterAll(() => kept.close())

const march = { start_date: '2024-03-01', end_date: '2024-04-01' }
const termsOf = (terms: readonly { term: string; amount: string }[]) =>
  Object.fromEntries(terms.filter(({ amount }) => amount !== '0').map(({ term, amount }) => [term, amount]))

it('explains a month against the month before', async () => {
  const { data } = await kept.client.costs.explain(march)
  expect(data).toMatchObject({ previous_start_date: '2024-02-01', is_complete: true, is_previous_complete: true })
  expect(data.currencies).toMatchObject([
    { currency: 'USD', previous: '29', current: '39', change: '10', group_by: 'service' },
  ])
  expect(termsOf(data.currencies[0]?.terms ?? [])).toEqual({ days: '2', new: '5', tax: '3' })
  expect(data.currencies[0]?.sentence).toBe(
    'Spend rose $10.00 (+34.5%) in March 2024. New resources: +$5.00. More tax: +$3.00. 2 days more: +$2.00.',
  )
})

it('explains a filtered part by the level below, against a named period', async () => {
  const { data } = await kept.client.costs.explain({
    start_date: '2024-03-10',
    end_date: '2024-03-11',
    previous_start_date: '2024-03-03',
    previous_end_date: '2024-03-04',
    filter: ['service=EC2', 'sub_account=11'],
  })
  const [usd] = data.currencies
  expect(usd).toMatchObject({ change: '5', group_by: 'resource', groups: [{ value: 'i-2', change: '5' }] })
  expect(usd?.sentence).toBe('Spend rose $5.00 (+500.0%) on Mar 10, 2024. New resources: +$5.00.')
  expect(usd?.groups).toHaveLength(1)
  const usage = await kept.client.costs.explain({ ...march, filter: 'charge_category!=Tax' })
  expect(usage.data.currencies[0]?.change).toBe('7')
})

it('says when bills of a period are missing', async () => {
  const { data } = await kept.client.costs.explain({ start_date: '2024-02-01', end_date: '2024-03-01' })
  expect(data).toMatchObject({ is_complete: true, is_previous_complete: false })
  expect(data.currencies).toMatchObject([{ previous: '0', change: '29', change_percent: null }])
})

it.each([
  [{ ...march, filter: 'color=red' }, /Unknown dimension "color" in filter/],
  [{ ...march, previous_start_date: '2024-02-01' }, /both previous_start_date and previous_end_date/],
  [{ ...march, previous_start_date: '2024-02-20', previous_end_date: '2024-03-02' }, /have days in common/],
  [{ start_date: '2024-04-01', end_date: '2024-03-01' }, /must be before/],
  [{ ...march, items: 51 }, /items/],
])('rejects %j', async (question, message) => {
  await expect(kept.client.costs.explain(question)).rejects.toThrow(message)
})

it('explains nothing to another organization', async () => {
  expect((await kept.otherClient.costs.explain({})).data).toMatchObject({ start_date: null, currencies: [] })
  expect((await kept.otherClient.costs.explain(march)).data.currencies).toEqual([])
})
