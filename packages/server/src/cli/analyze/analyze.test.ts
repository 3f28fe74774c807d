/**
 * `kept analyze` as it is typed: its own engine, nothing stored, one JSON object for `--json`, one sentence for a
 * mistake.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { add, toPlaces } from '@kept/foundation/decimal.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type WrittenSample, writeSample } from '../../formats/testing/write-sample.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { analyzeCommand } from './command.ts'

let folder: string
let bill: WrittenSample
let sample: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-analyze-'))
  bill = await writeSample(folder, 'focus-1.0', { months: 2 }, { gzip: true })
  sample = dirname(bill.paths[0] ?? '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const header =
  'BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory'
const row = (billed: string, currency = 'USD') => `${billed},1.5,${currency},2024-03-01,2024-03-01,2024-03-02,Usage`

function file(name: string, ...rows: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
  return path
}

/** The output, and the exit code. */
async function run(...args: string[]): Promise<{ out: string; err: string; failed: string | undefined }> {
  const { terminal, captured } = captureTerminal(140)
  const failed = await analyzeCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
  return { ...captured, failed }
}

it('prints a bill exactly as one JSON object', async () => {
  const { out, failed } = await run(sample, '--json')
  expect(failed).toBeUndefined()
  const result = JSON.parse(out)
  expect(result).toMatchObject({
    format: 'focus-1.0',
    rows: { read: bill.rows, stored: bill.rows, rejectedRows: 0 },
    periods: bill.truth.map(({ month, currency, billed, amortized }) => ({
      month: month?.slice(0, 7),
      currency,
      billed,
      effective: amortized,
    })),
    reconciliation: { ok: true, differences: [] },
    elapsedMs: expect.any(Number),
  })
  for (const service of result.services) {
    expect(Object.keys(service)).toEqual(expect.arrayContaining(['service', 'currency', 'billed', 'effective']))
  }
  expect(result.services.every((service: { billed: unknown }) => typeof service.billed === 'string')).toBe(true)
})

it('finds what leaks, with its evidence', async () => {
  const { paths } = await writeSample(folder, 'aws-cur-2', { machines: 8 })
  const result = JSON.parse((await run(...paths, '--json')).out)
  const keys = ['rule', 'title', 'resourceId', 'resourceName', 'monthlySavings', 'currency', 'confidence', 'evidence']
  const rules = result.recommendations.map((recommendation: { rule: string }) => recommendation.rule)
  expect(rules).toContain('unused-commitment')
  for (const recommendation of result.recommendations)
    expect(Object.keys(recommendation)).toEqual(expect.arrayContaining(keys))
})

it('prints the same as text, with its reconciliation', async () => {
  const { out, err } = await run(sample)
  expect(err).toContain('FOCUS 1.0, by its columns')
  const [first, second] = bill.truth.map(({ billed = '' }) => billed)
  const total = Number(toPlaces(add(first ?? '', second ?? ''), 2)).toLocaleString('en-US', {
    minimumFractionDigits: 2,
  })
  const lines = bill.rows.toLocaleString('en-US')
  expect(out).toContain(`Billed $${total} from 2026-07 to 2026-08 (${lines} lines, FOCUS 1.0)`)
  expect(out).toContain('Reconciled: every row is accounted for')
})

it('keeps currencies separate, and shows one on request', async () => {
  const path = file('two.csv', row('1'), row('2.25', 'EUR'))
  const result = JSON.parse((await run(path, '--json')).out)
  expect(result.periods).toMatchObject([
    { currency: 'EUR', billed: '2.25' },
    { currency: 'USD', billed: '1' },
  ])
  expect(JSON.parse((await run(path, '--json', '--currency', 'EUR')).out).periods).toHaveLength(1)
})

it('leaves out unreadable rows and reports them; rejects a bill without readable rows', async () => {
  const partial = await run(file('some.csv', row('1'), row('much')))
  expect(partial.failed).toBeUndefined()
  expect(partial.out).toContain('1 row skipped and not in any total:')
  expect(partial.out).toContain('line 3, BilledCost: this is not an amount ("much")')
  const { failed, out } = await run(file('none.csv', row('much'), row('more')), '--json')
  expect(JSON.parse(out).rows).toEqual({ read: 2, stored: 0, rejectedRows: 2 })
  expect(failed).toMatch(
    /^None of the 2 rows could be read\. First: .*none\.csv, line 2, BilledCost: this is not an amount/,
  )
})

it.each([
  [[join(tmpdir(), 'no-such-bill.csv')], /no-such-bill\.csv/],
  [[], /missing required argument 'bills'/],
  [['a bill', '--format', 'gold'], /Unknown format "gold"; the formats are/],
  [['a bill', '--color'], /unknown option '--color'/],
])('one sentence for %j', async (args, sentence) => {
  const { failed, out } = await run(...args.map((arg) => (arg === 'a bill' ? sample : arg)))
  expect(failed).toMatch(sentence)
  expect(out).toBe('')
})
