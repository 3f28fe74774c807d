/** One figure, whichever way it is asked: dashboard, cost query, CSV, resources, forecast input and command line. */
import { explanationTerms } from '@kept/domain/explanation-terms.ts'
import { add, isZero, subtract, sum } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { explainCommand } from '../explain/command.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { costCommand } from './command.ts'

const window = { start_date: '2024-03-01', end_date: '2024-04-01' }

/** Amounts of any scale and sign, on random days, services and currencies. */
const lines = fc.sample(
  fc.record({
    day: fc.integer({ min: 1, max: 29 }),
    month: fc.constantFrom('02', '03'),
    resource: fc.constantFrom('', 'i-1', 'i-2', 'i-3'),
    quantity: fc.option(fc.integer({ min: 0, max: 1000 })),
    service: fc.constantFrom('Compute', 'Storage', ''),
    category: fc.constantFrom('Usage', 'Purchase', 'Tax', 'Credit'),
    currency: fc.constantFrom('USD', 'EUR'),
    units: fc.bigInt({ min: -(10n ** 15n), max: 10n ** 17n }),
  }),
  { numRuns: 600, seed: 7 },
)

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  await publishLines(
    kept.world,
    kept.world.scope,
    'march',
    lines.map(({ month, day, service, category, currency, units, resource, quantity }) =>
      lineOn(`2024-${month}-${String(day).padStart(2, '0')}`, {
        ServiceProviderName: 'AWS',
        ServiceName: service,
        ChargeCategory: category,
        BillingCurrency: currency,
        EffectiveCost: `${units}e-12`,
        BilledCost: `${units}e-12`,
        ResourceId: resource,
        ConsumedUnit: quantity === null ? '' : 'Hours',
        ConsumedQuantity: quantity === null ? null : String(quantity),
      }),
    ),
  )
})
afterAll(() => kept.close())

const expected = (currency: string, month = '03') =>
  sum(lines.filter((line) => line.currency === currency && line.month === month).map(({ units }) => `${units}e-12`))

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

it('a change is the same to the last digit in every place, and its terms add up to it', async () => {
  const { data: overview } = await kept.client.costOptimization.overview(window)
  const { data: explanation } = await kept.client.costs.explain({ ...window, items: 50 })
  const [fromShell, text] = await Promise.all([explainInShell('--json'), explainInShell()])
  expect(JSON.parse(fromShell)).toEqual(explanation)
  for (const currency of ['USD', 'EUR']) {
    const change = subtract(expected(currency), expected(currency, '02'))
    const explained = explanation.currencies.find((entry) => entry.currency === currency)
    expect(explained?.change, 'explanation').toBe(change)
    expect(explained?.current, 'later period').toBe(expected(currency))
    expect(explained?.previous, 'earlier period').toBe(expected(currency, '02'))
    expect(sum(explained?.terms.map(({ amount }) => amount) ?? []), 'terms').toBe(change)
    expect(sum(explained?.groups.map((group) => group.change) ?? []), 'services').toBe(change)
    const spend = overview.currencies.find((entry) => entry.currency === currency)
    expect(subtract(spend?.effective ?? '0', spend?.previous_effective ?? '0'), 'dashboard').toBe(change)
    for (const { term, amount } of explained?.terms.filter((entry) => !isZero(entry.amount)) ?? []) {
      expect(text).toContain(explanationTerms[term].label)
      expect(text).toContain(formatMoney(amount, currency, { signed: true }))
    }
  }
})

it('the lines of each item of an explanation are its costs', async () => {
  const { data: explanation } = await kept.client.costs.explain({ ...window, currency: 'USD', items: 50 })
  const items = explanation.currencies[0]?.terms.flatMap((term) => term.items) ?? []
  expect(items.length).toBeGreaterThan(10)
  const seen = new Set<string>()
  for (const item of items.filter(({ resource }) => resource !== '')) {
    if (seen.has(item.resource)) continue
    seen.add(item.resource)
    const { data } = await kept.client.costs.query({ ...window, currency: 'USD', filters: item.filters })
    const current = lines.filter(
      (line) => line.month === '03' && line.currency === 'USD' && line.resource === item.resource,
    )
    expect(data.totals[0]?.values.effective).toBe(sum(current.map(({ units }) => `${units}e-12`)))
  }
  expect(seen.size).toBe(3)
})

async function explainInShell(...more: string[]): Promise<string> {
  const { terminal, captured } = captureTerminal(200)
  const days = ['--from', window.start_date, '--to', window.end_date, '--items', '50']
  const folder = ['--org', 'own', '--data', kept.server.services.folder.path]
  await explainCommand(terminal)
    .exitOverride()
    .parseAsync([...folder, ...days, ...more], { from: 'user' })
  return captured.out
}
