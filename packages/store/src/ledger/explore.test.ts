import { type CostQuery, costQuerySchema } from '@kept/domain/cost-query.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn, type TestLine, writeLines } from '../testing/lines.ts'
import { openWorld, type World } from '../testing/world.ts'
import { explore } from './explore.ts'
import { runReport } from './reports/run-report.ts'
import { rollUpLoads } from './roll-up.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function load(id: string, lines: TestLine[]): Promise<void> {
  await writeLines(world.warehouse, world.scope, id, lines)
  await rollUpLoads(world.warehouse, world.scope, [id])
}
const runQuery = (loads: string[], query: Partial<CostQuery>, scope = world.scope) =>
  explore(world.warehouse, scope, loads, costQuerySchema.parse(query))

it('shows the readable name that most lines carry next to the id, and finds by it', async () => {
  const line = (name: string, cost: string) =>
    lineOn('2024-03-01', { SubAccountId: '42', SubAccountName: name, RegionId: 'eu', EffectiveCost: cost })
  await load('names', [
    line('Old', '1'),
    line('Shop', '2'),
    line('Shop', '4'),
    lineOn('2024-03-01', { EffectiveCost: '8' }),
  ])
  const { rows } = await runQuery(['names'], { group_by: ['sub_account', 'region', 'service'] })
  expect(rows).toMatchObject([
    { keys: { sub_account: '', region: '', service: '' }, names: {}, values: { effective: '8' } },
    { keys: { sub_account: '42', region: 'eu' }, names: { sub_account: 'Shop' }, values: { effective: '7' } },
  ])
  const answer = await runQuery(['names'], { filters: [{ dimension: 'sub_account', op: 'contains', values: ['SHO'] }] })
  expect(answer.totals).toMatchObject([{ values: { effective: '7' } }])
})

it('carries the names of resources, with a top limit and over time', async () => {
  const line = (day: string, id: string, name: string, cost: string) =>
    lineOn(day, { ResourceId: id, ResourceName: name, EffectiveCost: cost })
  await load('resources', [
    line('2024-03-01', 'i-1', 'web', '5'),
    line('2024-03-02', 'i-1', '', '1'),
    line('2024-03-02', 'i-2', 'db', '2'),
  ])
  const { rows } = await runQuery(['resources'], { group_by: ['resource'], grain: 'month', top: 1 })
  expect(rows.map(({ keys, names, other, values }) => [keys.resource, names, other, values.effective])).toEqual([
    ['i-1', { resource: 'web' }, false, '6'],
    [undefined, {}, true, '2'],
  ])
})

it('distinguishes unknown from zero, and mixes neither currencies nor units', async () => {
  await load('kinds', [
    lineOn('2024-03-01', { EffectiveCost: '0', ConsumedQuantity: '2', ConsumedUnit: 'GB' }),
    lineOn('2024-03-01', { EffectiveCost: '3', ConsumedQuantity: '5', ConsumedUnit: 'Hours' }),
    lineOn('2024-03-02', { EffectiveCost: '1', BillingCurrency: 'EUR', ConsumedQuantity: '4', ConsumedUnit: 'GB' }),
  ])
  const { totals } = await runQuery(['kinds'], {
    measures: ['effective', 'contracted', 'quantity', 'unit_cost', 'lines'],
  })
  expect(totals).toEqual([
    {
      currency: 'EUR',
      values: { effective: '1', contracted: null, quantity: '4', unit_cost: '0.25', lines: '1' },
      previous: null,
    },
    {
      currency: 'USD',
      values: { effective: '3', contracted: null, quantity: null, unit_cost: null, lines: '2' },
      previous: null,
    },
  ])
  const byUnit = await runQuery(['kinds'], { measures: ['quantity'], group_by: ['unit'], currency: 'USD' })
  expect(byUnit.rows.map(({ keys, values }) => [keys.unit, values.quantity])).toEqual([
    ['Hours', '5'],
    ['GB', '2'],
  ])
})

it('begins weeks on Monday and compares February with last year’s leap February', async () => {
  await load('calendar', [
    lineOn('2024-02-29', { EffectiveCost: '1' }),
    lineOn('2025-02-28', { EffectiveCost: '2' }),
    lineOn('2025-02-24', { EffectiveCost: '4' }),
    lineOn('2025-02-23', { EffectiveCost: '8' }),
  ])
  const weeks = await runQuery(['calendar'], { grain: 'week', start_date: '2025-02-01' })
  expect(weeks.rows.map(({ period, values }) => [period, values.effective])).toEqual([
    ['2025-02-17', '8'],
    ['2025-02-24', '6'],
  ])
  const year = await runQuery(['calendar'], {
    grain: 'day',
    start_date: '2025-02-01',
    end_date: '2025-03-01',
    compare: 'previous_year',
  })
  expect(year.rows.at(-1)).toMatchObject({
    period: '2025-02-28',
    values: { effective: '2' },
    previous: { effective: '1' },
  })
  expect(year.totals).toMatchObject([{ values: { effective: '14' }, previous: { effective: '1' } }])
})

it('compares more than a year with the overlapping year before', async () => {
  await load('years', [
    lineOn('2023-03-31', { EffectiveCost: '1', ServiceName: 'gone' }),
    lineOn('2024-03-31', { EffectiveCost: '2' }),
    lineOn('2025-03-31', { EffectiveCost: '4' }),
  ])
  const window = {
    start_date: '2024-01-01',
    end_date: '2025-06-01',
    compare: 'previous_year' as const,
    grain: 'month' as const,
  }
  const { rows, totals, previous_start_date } = await runQuery(['years'], {
    ...window,
    measures: ['effective', 'lines'],
  })
  expect(previous_start_date).toBe('2023-01-01')
  expect(rows.map(({ period, values, previous }) => [period, values.effective, previous?.effective])).toEqual([
    ['2024-03-01', '2', '1'],
    ['2025-03-01', '4', '2'],
  ])
  expect(totals).toMatchObject([{ values: { effective: '6', lines: '2' }, previous: { effective: '3', lines: '2' } }])
  const top = await runQuery(['years'], { ...window, group_by: ['service'], top: 1, measures: ['lines'] })
  expect(top.rows.map(({ period, other, values, previous }) => [period, other, values.lines, previous?.lines])).toEqual(
    [
      ['2024-03-01', false, '1', null],
      ['2024-03-01', true, null, '1'],
      ['2025-03-01', false, '1', '1'],
    ],
  )
})

it('reads the window as billing periods on request: a late charge belongs to the bill it came on', async () => {
  const lateCharge = lineOn('2024-03-31', { EffectiveCost: '5', BillingPeriodStart: '2024-04-01T00:00:00Z' })
  await load('late', [
    lateCharge,
    lineOn('2024-03-31', { EffectiveCost: '1' }),
    lineOn('2024-04-01', { EffectiveCost: '2' }),
  ])
  const april = { start_date: '2024-04-01', end_date: '2024-05-01' }
  expect((await runQuery(['late'], april)).totals).toMatchObject([{ values: { effective: '2' } }])
  const billed = await runQuery(['late'], { ...april, window_on: 'billing_period', compare: 'previous_period' })
  expect(billed.totals).toMatchObject([{ values: { effective: '7' }, previous: { effective: '1' } }])
})

it('rejects queries beyond its limits with a clear message', async () => {
  await load(
    'many',
    Array.from({ length: 10_001 }, (_, index) => lineOn('2024-03-01', { EffectiveCost: '1', ResourceId: `r${index}` })),
  )
  const first = await runQuery(['many'], { group_by: ['resource'] })
  expect([first.rows.length, first.page]).toMatchObject([10_000, { number: 1, size: 10_000, rows: 10_001 }])
  expect(first.groups).toEqual({ returned: 10_000, total: 10_001 })
  const second = await runQuery(['many'], { group_by: ['resource'], page: 2, version: first.page.version })
  expect([second.rows.length, second.totals]).toEqual([1, first.totals])
  await expect(runQuery(['many'], { group_by: ['resource'], page: 2, version: 'other' })).rejects.toThrow(
    'Other bills were loaded after the first page was read; start again with page 1.',
  )
  const cut = await runQuery(['many'], { group_by: ['resource'], top: 3 })
  expect(cut.groups).toEqual({ returned: 3, total: 10_001 })
  expect(cut.rows.at(-1)).toEqual({
    currency: 'USD',
    period: null,
    keys: {},
    names: {},
    other: true,
    values: { effective: '9998' },
    previous: null,
  })
  await expect(runQuery(['many'], { start_date: '2020-01-01', end_date: '2024-01-01' })).rejects.toThrow(
    /the limit is 1100/,
  )
})

it('accepts long lists of loads and values', async () => {
  await load('long', [lineOn('2024-03-01', { EffectiveCost: '1', ServiceName: 'x' })])
  const loads = [...Array.from({ length: 8000 }, (_, index) => `${'0'.repeat(60)}/2024-03-01/${index}`), 'long']
  const values = [...Array.from({ length: 199 }, (_, index) => `${'v'.repeat(900)}${index}`), 'x']
  const { totals } = await runQuery(loads, { filters: [{ dimension: 'service', op: 'is', values }] })
  expect(totals).toMatchObject([{ values: { effective: '1' } }])
})

it('returns nothing without loads, and nothing of another organization', async () => {
  const empty = { rows: [], totals: [], groups: { returned: 0, total: 0 }, start_date: null, end_date: null }
  expect(await runQuery([], { group_by: ['service'] })).toMatchObject(empty)
  expect(await runQuery(['no such load'], {})).toMatchObject(empty)
  expect(await runQuery(['names', 'kinds'], { group_by: ['service', 'resource'] }, world.otherScope)).toMatchObject(
    empty,
  )
  const window = {
    start_date: '2024-01-01',
    end_date: '2024-12-31',
    group_by: ['description' as const, 'sub_account' as const],
  }
  expect(await runQuery(['names', 'kinds'], window, world.otherScope)).toMatchObject({ rows: [], totals: [] })
})

it('measures savings rates over usage and unused commitments, never over purchases', async () => {
  const line = (more: TestLine) => lineOn('2026-03-02', { ServiceProviderName: 'Rates', ...more })
  const covered = { CommitmentDiscountId: 'ri', CommitmentDiscountStatus: 'Used' }
  await writeLines(world.warehouse, world.scope, 'rates', [
    line({ BilledCost: '0', EffectiveCost: '60', ContractedCost: '95', ListCost: '100', ...covered }),
    line({ BilledCost: '10', EffectiveCost: '10', ContractedCost: '10', ListCost: '10' }),
    // Spot: the cost is known, its list cost is written as 0.
    line({ BilledCost: '30', EffectiveCost: '30', ContractedCost: '30', ListCost: '0', PricingCategory: 'Dynamic' }),
    // Neither compared nor covered: what it cost effectively is unknown.
    line({ BilledCost: '50', EffectiveCost: null, ContractedCost: '50', ListCost: '50' }),
    // The fee row of an AWS report carries the unused part; an upfront purchase of FOCUS costs nothing effectively.
    line({
      ...{ ChargeCategory: 'Purchase', CommitmentDiscountId: 'ri', CommitmentDiscountStatus: 'Unused' },
      ...{ BilledCost: '65', EffectiveCost: '5', ContractedCost: '65', ListCost: '65' },
    }),
    line({
      ...{ ChargeCategory: 'Purchase', CommitmentDiscountId: 'ri' },
      ...{ BilledCost: '900', EffectiveCost: '0', ContractedCost: '900', ListCost: '900' },
    }),
    line({ ChargeCategory: 'Tax', BilledCost: '7', EffectiveCost: '7', ContractedCost: '7', ListCost: '7' }),
    line({ ChargeCategory: 'Credit', BilledCost: '-9', EffectiveCost: '-9' }),
  ])
  await rollUpLoads(world.warehouse, world.scope, ['rates'])
  const measures = ['savings_against_list', 'savings_rate', 'commitment_savings_rate', 'list_coverage'] as const
  // List 110, effective 70, unused 5; contracted 135, effective 100, unused 5; list known for 70 of 100.
  const expected = {
    ...{ savings_against_list: '35', savings_rate: '31.818182' },
    ...{ commitment_savings_rate: '22.222222', list_coverage: '70' },
  }
  for (const group_by of [['provider'], ['provider', 'description']] as const) {
    const question = costQuerySchema.parse({ measures: [...measures], group_by: [...group_by] })
    const { totals } = await explore(world.warehouse, world.scope, ['rates'], question)
    expect(totals[0]?.values).toEqual(expected)
  }
  const report = await runReport(world.warehouse, world.scope, ['rates'], {
    id: 'effective-savings-rate',
    parameters: {},
  })
  expect(report.rows).toEqual([
    expect.objectContaining({
      effective: '105',
      unused: '5',
      list: '110',
      rate_over_list: '31.818182',
      list_coverage: '70',
    }),
  ])
})
