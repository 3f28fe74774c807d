/**
 * One figure, whichever way it is asked: dashboard, cost query, CSV, the command line as text, CSV and JSON, and the
 * files of an invoice, its PDF among them.
 */
import { spawnSync } from 'node:child_process'
import { explanationTerms } from '@kept/domain/explanation-terms.ts'
import { sampleInvoice } from '@kept/engine/testing/sample-invoice.ts'
import { makeSigner } from '@kept/engine/testing/signing.ts'
import { add, isZero, subtract, sum, toPlaces } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportInvoice } from '../../billing/documents/export-invoice.ts'
import { openPdf } from '../../billing/documents/reading/pdf-file.ts'
import { readPageTexts } from '../../billing/documents/reading/pdf-parts.ts'
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
  const fromShell = JSON.parse(await costInShell('--json')) as typeof query
  const [shellText, shellCsv] = [await costInShell(), await costInShell('--csv', '--group-by', 'service,day')]
  const shellRows = shellCsv.trimEnd().split('\r\n').slice(1)

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
    expect(totalInText(shellText, currency), 'text of kept cost').toBe(toPlaces(total, 2))
    const shellCells = shellRows
      .filter((row) => row.startsWith(`${currency},`))
      .map((row) => row.split(',').at(-1) ?? '')
    expect(shellCells.reduce(add, '0'), 'CSV of kept cost').toBe(total)
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

it('an invoice has the same total in each of its files', async () => {
  const document = sampleInvoice({ currency: 'USD', lines: [{ fee: '12345.60' }, { fee: '0.07' }] })
  const { net, gross, due } = document.totals
  const statements = new Map(document.statements.map(({ id }) => [id, '{"signed": true}\n']))
  const file = async (format: string) => {
    const { body } = await exportInvoice(format, { document, statements, signer: makeSigner() })
    return Buffer.from(body)
  }
  const written = JSON.parse(String(await file('json'))) as typeof document
  expect(written.totals, 'JSON').toEqual(document.totals)
  const [head = '', ...csvRows] = String(await file('csv'))
    .trimEnd()
    .split('\r\n')
  const feeColumn = head.split(',').indexOf('fee')
  expect(sum(csvRows.map((row) => row.split(',')[feeColumn] ?? '')), 'CSV').toBe(net)
  for (const format of ['ubl', 'cii']) expect(String(await file(format)), format).toContain(`>${toPlaces(gross, 2)}<`)
  const pdf = await file('pdf')
  const pages = readPageTexts(openPdf(pdf)).flat().join('|')
  for (const amount of [net, gross, due]) expect(pages, 'PDF').toContain(formatMoney(amount, 'USD'))
  const text = textByPoppler(pdf)
  if (text !== null) expect(text, 'PDF read by pdftotext').toContain(formatMoney(due, 'USD'))
})

/** The text as another program reads it; null where poppler is not installed. */
function textByPoppler(pdf: Buffer): string | null {
  const { status, stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf })
  return status === 0 ? String(stdout) : null
}

/** "total: effective cost 1,234.50 USD" as a number without grouping. */
function totalInText(text: string, currency: string): string | undefined {
  return new RegExp(`total: effective cost (\\S+) ${currency}`).exec(text)?.[1]?.replaceAll(',', '')
}

async function costInShell(...more: string[]): Promise<string> {
  const { terminal, captured } = captureTerminal(200)
  const days = ['--from', window.start_date, '--to', window.end_date]
  const folder = ['--org', 'own', '--data', kept.server.services.folder.path]
  await costCommand(terminal)
    .exitOverride()
    .parseAsync([...folder, ...days, ...more], { from: 'user' })
  return captured.out
}

async function explainInShell(...more: string[]): Promise<string> {
  const { terminal, captured } = captureTerminal(200)
  const days = ['--from', window.start_date, '--to', window.end_date, '--items', '50']
  const folder = ['--org', 'own', '--data', kept.server.services.folder.path]
  await explainCommand(terminal)
    .exitOverride()
    .parseAsync([...folder, ...days, ...more], { from: 'user' })
  return captured.out
}
