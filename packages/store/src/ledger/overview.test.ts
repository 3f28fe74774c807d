import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn } from '../testing/lines.ts'
import { publishLines } from '../testing/publish.ts'
import { openWorld, type World } from '../testing/world.ts'
import { currentLedger } from './current-ledger.ts'
import { type OverviewRequest, readSpendOverview } from './overview.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const line = (day: string, provider: string, service: string, effective: string, currency = 'USD') =>
    lineOn(day, {
      ServiceProviderName: provider,
      ServiceName: service,
      BilledCost: '1',
      EffectiveCost: effective,
      BillingCurrency: currency,
    })
  await publishLines(world, world.scope, 'a', [
    line('2024-01-01', 'AWS', 'Compute', '5'),
    line('2024-02-20', 'AWS', 'Compute', '10'),
    line('2024-02-21', 'AWS', 'Old', '7'),
    line('2024-03-01', 'AWS', 'Compute', '4'),
    line('2024-03-05', 'Microsoft', 'Storage', '20'),
    line('2024-03-30', 'AWS', 'Compute', '2.5'),
    line('2024-03-30', 'OCI', 'Db', '3', 'EUR'),
  ])
})
afterAll(() => world.close())

const read = async (request: OverviewRequest, scope = world.scope) =>
  readSpendOverview(world.warehouse, scope, await currentLedger(world.database, scope), request)

it('compares the last thirty days with the thirty before, by currency', async () => {
  const { span, past, currencies } = await read({})
  expect([span, past]).toEqual([
    { from: '2024-03-01', to: '2024-03-31' },
    { from: '2024-01-31', to: '2024-03-01' },
  ])
  expect(currencies).toEqual([
    {
      currency: 'USD',
      billed: '3',
      effective: '26.5',
      contracted: null,
      list: null,
      previous_effective: '17',
      days: [
        { date: '2024-03-01', effective: '4', billed: '1' },
        { date: '2024-03-05', effective: '20', billed: '1' },
        { date: '2024-03-30', effective: '2.5', billed: '1' },
      ],
      providers: [
        { provider: 'Microsoft', effective: '20', previous: null },
        { provider: 'AWS', effective: '6.5', previous: '17' },
      ],
      services: [
        { service: 'Storage', provider: 'Microsoft', effective: '20', previous: null },
        { service: 'Compute', provider: 'AWS', effective: '6.5', previous: '10' },
        { service: 'Old', provider: 'AWS', effective: '0', previous: '7' },
      ],
      movers: [
        { service: 'Storage', provider: 'Microsoft', effective: '20', previous: null, delta: '20' },
        { service: 'Old', provider: 'AWS', effective: '0', previous: '7', delta: '-7' },
        { service: 'Compute', provider: 'AWS', effective: '6.5', previous: '10', delta: '-3.5' },
      ],
    },
    expect.objectContaining({ currency: 'EUR', effective: '3', previous_effective: null }),
  ])
})

it('uses the requested dates and providers', async () => {
  const march = await read({ start_date: '2024-03-01', end_date: '2024-04-01', providers: ['AWS'] })
  expect(march.past).toEqual({ from: '2024-02-01', to: '2024-03-01' })
  expect(march.currencies).toMatchObject([{ currency: 'USD', effective: '6.5', previous_effective: '17' }])
})

it('compares with a complete previous period or with none', async () => {
  const january = await read({ start_date: '2024-01-01', end_date: '2024-02-01' })
  expect(january.past).toBeNull()
  expect(january.currencies).toMatchObject([{ effective: '5', previous_effective: null, movers: [] }])
})

it('keeps fees, taxes and credits out of the movers, and in the totals', async () => {
  const line = (day: string, ChargeCategory: string, EffectiveCost: string) =>
    lineOn(day, {
      ServiceProviderName: 'AWS',
      ServiceName: 'Support',
      ChargeCategory,
      EffectiveCost,
      BillingCurrency: 'GBP',
    })
  await publishLines(world, world.scope, 'fees', [
    line('2024-02-15', 'Usage', '1'),
    line('2024-03-01', 'Purchase', '100'),
    line('2024-03-01', 'Tax', '20'),
    line('2024-03-02', 'Usage', '3'),
  ])
  const { currencies } = await read({ start_date: '2024-03-01', end_date: '2024-04-01' })
  expect(currencies.find(({ currency }) => currency === 'GBP')).toMatchObject({
    effective: '123',
    services: [{ service: 'Support', effective: '123', previous: '1' }],
    // March has 31 days and February 29: at as many days, 1 is 1.07.
    movers: [{ service: 'Support', effective: '3', previous: '1.0689655172', delta: '1.9310344828' }],
  })
})

it('names no service a mover because its month is longer', async () => {
  const daily = (month: string, days: number) =>
    Array.from({ length: days }, (_, index) =>
      lineOn(`${month}-${String(index + 1).padStart(2, '0')}`, {
        ServiceProviderName: 'AWS',
        ServiceName: 'Steady',
        EffectiveCost: '10',
        BillingCurrency: 'CHF',
      }),
    )
  await publishLines(world, world.scope, 'steady', [...daily('2024-02', 29), ...daily('2024-03', 31)])
  const { currencies } = await read({ start_date: '2024-03-01', end_date: '2024-04-01' })
  const steady = currencies.find(({ currency }) => currency === 'CHF')
  expect(steady).toMatchObject({ effective: '310', previous_effective: '290', movers: [] })
})

it('returns nothing to another organization', async () => {
  expect(await read({}, world.otherScope)).toEqual({ span: null, past: null, currencies: [] })
  const span = { from: '2024-01-01', to: '2024-04-01' }
  const guessed = await readSpendOverview(
    world.warehouse,
    world.otherScope,
    { loadIds: ['a'], availableSpan: span, covered: [span] },
    { start_date: span.from, end_date: span.to },
  )
  expect(guessed.currencies).toEqual([])
})

it('compares with nothing when the bill of the previous period is missing', async () => {
  const line = (day: string) => lineOn(day, { BilledCost: '1', EffectiveCost: '1', BillingCurrency: 'USD' })
  const days = (month: string) =>
    Array.from({ length: 28 }, (_, index) => line(`${month}-${String(index + 1).padStart(2, '0')}`))
  for (const month of ['2022-03', '2024-02', '2024-03', '2024-05']) {
    await publishLines(world, world.otherScope, month, days(month))
  }
  const march = await read({ start_date: '2024-03-01', end_date: '2024-04-01' }, world.otherScope)
  expect(march.currencies).toMatchObject([{ effective: '28', previous_effective: '28' }])
  for (const window of [
    { start_date: '2024-02-01', end_date: '2024-03-01' },
    { start_date: '2024-05-01', end_date: '2024-06-01' },
  ]) {
    const { past, currencies } = await read(window, world.otherScope)
    expect(past).toBeNull()
    expect(currencies).toMatchObject([{ effective: '28', previous_effective: null, movers: [] }])
  }
})
