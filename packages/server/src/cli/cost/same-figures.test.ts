/** One figure, whichever way it is asked: dashboard, cost query, CSV, resources, forecast input and command line. */
import { add, sum } from '@kept/foundation/decimal.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { costCommand } from './command.ts'

const window = { start_date: '2024-03-01', end_date: '2024-04-01' }

/** Amounts of any scale and sign, on random days, services and currencies. */
const lines = fc.sample(
  fc.record({
    day: fc.integer({ min: 1, max: 31 }),
    service: fc.constantFrom('Compute', 'Storage', ''),
    category: fc.constantFrom('Usage', 'Purchase', 'Tax', 'Credit'),
    currency: fc.constantFrom('USD', 'EUR'),
    units: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 17n }),
  }),
  { numRuns: 300, seed: 7 },
)

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  await publishLines(
    kept.world,
    kept.world.scope,
    'march',
    lines.map(({ day, service, category, currency, units }) =>
      lineOn(`2024-03-${String(day).padStart(2, '0')}`, {
        ServiceProviderName: 'AWS',
        ServiceName: service,
        ChargeCategory: category,
        BillingCurrency: currency,
        EffectiveCost: `${units}e-12`,
        BilledCost: `${units}e-12`,
      }),
    ),
  )
})
afterAll(() => kept.close())

const expected = (currency: string) =>
  sum(lines.filter((line) => line.currency === currency).map(({ units }) => `${units}e-12`))

it('a total is the same to the last digit in every place', async () => {
  const { data: overview } = await kept.client.costOptimization.overview(window)
  const { data: query } = await kept.client.costs.query({ ...window, measures: ['effective'], group_by: ['service'] })
  const csv = await fetch(`${kept.url}/v1/costs/query.csv`, {
    method: 'POST',
    headers: { ...kept.headers('own'), 'content-type': 'application/json' },
    body: JSON.stringify({ ...window, measures: ['effective'], group_by: ['charge_category'], grain: 'day' }),
  })
  const csvRows = (await csv.text()).trimEnd().split('\r\n').slice(1)
  const { terminal, captured } = captureTerminal(200)
  await costCommand(terminal)
    .exitOverride()
    .parseAsync(
      [
        '--org',
        'own',
        '--data',
        kept.server.services.folder.path,
        '--from',
        '2024-03-01',
        '--to',
        '2024-04-01',
        '--json',
      ],
      { from: 'user' },
    )
  const fromShell = JSON.parse(captured.out) as typeof query

  for (const currency of ['USD', 'EUR']) {
    const total = expected(currency)
    const spend = overview.currencies.find((entry) => entry.currency === currency)
    expect(spend?.effective, 'dashboard').toBe(total)
    expect(sum(spend?.days.map(({ effective }) => effective) ?? []), 'days of the dashboard').toBe(total)
    expect(sum(spend?.providers.map(({ effective }) => effective) ?? []), 'providers of the dashboard').toBe(total)
    expect(sum(spend?.services.map(({ effective }) => effective) ?? []), 'services of the dashboard').toBe(total)
    expect(query.totals.find((entry) => entry.currency === currency)?.values.effective, 'cost query').toBe(total)
    const rows = query.rows.filter((row) => row.currency === currency)
    expect(sum(rows.map(({ values }) => values.effective ?? '0')), 'rows of the cost query').toBe(total)
    const cells = csvRows.filter((row) => row.startsWith(`${currency},`)).map((row) => row.split(',').at(-1) ?? '')
    expect(cells.reduce(add, '0'), 'CSV').toBe(total)
    expect(fromShell.totals.find((entry) => entry.currency === currency)?.values.effective, 'kept cost').toBe(total)
  }
})
