/** `kept analyse` as it is typed: an engine of its own, nothing kept, the one object of `--json`, one sentence for a mistake. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixtures } from '../../formats/testing/read-bills.ts'
import { heardTerminal } from '../testing/heard-terminal.ts'
import { analyseCommand } from './command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-analyse-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sample = join(fixtures, 'focus/focus-1.0-sample.csv.gz')
const header =
  'BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory'
const row = (billed: string, currency = 'USD') => `${billed},1.5,${currency},2024-03-01,2024-03-01,2024-03-02,Usage`

function file(name: string, ...rows: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
  return path
}

/** What it said, and how it ended. */
async function run(...args: string[]): Promise<{ out: string; err: string; failed: string | undefined }> {
  const { terminal, said } = heardTerminal(140)
  const failed = await analyseCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
  return { ...said, failed }
}

it('tells a bill to the last decimal as one object', async () => {
  const { out, failed } = await run(sample, '--json')
  expect(failed).toBeUndefined()
  const told = JSON.parse(out)
  expect(told).toMatchObject({
    format: 'focus-1.0',
    rows: { read: 1000, kept: 1000, setAside: 0 },
    periods: [
      { month: '2024-09', currency: 'USD', billed: '20.28022672899', effective: '14.97651418586' },
      { month: '2024-10', currency: 'USD', billed: '0.24' },
    ],
    reconciliation: { ok: true, differences: [] },
    elapsedMs: expect.any(Number),
  })
  for (const service of told.services) {
    expect(Object.keys(service)).toEqual(expect.arrayContaining(['service', 'currency', 'billed', 'effective']))
  }
  expect(told.services.every((service: { billed: unknown }) => typeof service.billed === 'string')).toBe(true)
})

it('finds what leaks, with its evidence', async () => {
  const told = JSON.parse((await run(join(fixtures, 'aws/cur-2.parquet'), '--json')).out)
  const keys = ['rule', 'title', 'resourceId', 'resourceName', 'monthlySaving', 'currency', 'confidence', 'evidence']
  const rules = told.findings.map((finding: { rule: string }) => finding.rule)
  expect(rules).toEqual(['unused-commitment', 'unused-commitment', 'one-day-spike'])
  for (const finding of told.findings) expect(Object.keys(finding)).toEqual(expect.arrayContaining(keys))
})

it('says the same in words, with its proof', async () => {
  const { out, err } = await run(sample)
  expect(err).toContain('FOCUS 1.0, by its columns')
  expect(out).toContain('Billed 20.52 USD from 2024-09 to 2024-10 (1,000 lines, FOCUS 1.0)')
  expect(out).toContain('Reconciled: every row is accounted for')
})

it('adds no currencies together, and shows one when asked', async () => {
  const path = file('two.csv', row('1'), row('2.25', 'EUR'))
  const both = JSON.parse((await run(path, '--json')).out)
  expect(both.periods).toMatchObject([
    { currency: 'EUR', billed: '2.25' },
    { currency: 'USD', billed: '1' },
  ])
  expect(JSON.parse((await run(path, '--json', '--currency', 'EUR')).out).periods).toHaveLength(1)
})

it('leaves out what it cannot read and says where; a bill it can read nothing of is refused', async () => {
  const some = await run(file('some.csv', row('1'), row('much')))
  expect(some.failed).toBeUndefined()
  expect(some.out).toContain('1 row could not be read, left out of every total:')
  expect(some.out).toContain('line 3, BilledCost: this is not an amount ("much")')
  const { failed, out } = await run(file('none.csv', row('much'), row('more')), '--json')
  expect(JSON.parse(out).rows).toEqual({ read: 2, kept: 0, setAside: 2 })
  expect(failed).toMatch(
    /^None of the 2 rows could be read; the first, .*none\.csv line 2, BilledCost: this is not an amount/,
  )
})

it.each([
  [[join(tmpdir(), 'no-such-bill.csv')], /no-such-bill\.csv/],
  [[], /missing required argument 'bills'/],
  [[sample, '--format', 'gold'], /There is no format "gold"; Kept knows/],
  [[sample, '--colour'], /unknown option '--colour'/],
])('one sentence for %j', async (args, sentence) => {
  const { failed, out } = await run(...args)
  expect(failed).toMatch(sentence)
  expect(out).toBe('')
})
