/** `kept sample-bill` as it is typed: every format is written to files and read back by `kept analyze` exactly. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from '@kept/foundation/decimal.ts'
import { sampleFormats } from '@kept/scenarios/sample-bill/formats.ts'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyzeCommand } from '../analyze/command.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { sampleBillCommand } from './command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-sample-bill-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(
  createCommand: (terminal: ReturnType<typeof captureTerminal>['terminal']) => Command,
  ...args: string[]
): Promise<{ out: string; err: string; failed: string | undefined }> {
  const { terminal, captured } = captureTerminal(160)
  const failed = await createCommand(terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: terminal.out })
    .parseAsync(args, { from: 'user' })
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
  return { ...captured, failed }
}

const sampleBill = (...args: string[]) => run((terminal) => sampleBillCommand(terminal, () => '2026-11-22'), ...args)

interface Month {
  month: string
  currency: string
  billed: string
  amortized: string
}

const cases: [format: string, fileType: string][] = [
  ...sampleFormats.map(({ id, fileTypes }): [string, string] => [id, fileTypes[0]]),
  ['aws-cur', 'parquet'],
  ['aws-cur', 'csv.zip'],
  ['aws-cur-2', 'parquet'],
  ['azure-mca', 'parquet'],
  ['focus-1.4', 'parquet'],
  ['focus-1.2', 'csv.zst'],
  ['gcp-standard', 'jsonl.gz'],
  ['gcp-detailed', 'parquet'],
]

describe.each(cases)('%s as %s', (format, fileType) => {
  it('is written and read back with the same sums', async () => {
    const out = join(folder, `${format}-${fileType}`)
    const result = await sampleBill(
      ...['--format', format, '--file-type', fileType, '--months', '2', '--out', out, '--json'],
    )
    expect(result.failed).toBeUndefined()
    const bill = JSON.parse(result.out) as { files: string[]; months: Month[] }
    expect(bill.files.length).toBeGreaterThan(0)
    const read = await run(analyzeCommand, out, '--json')
    expect(read.failed).toBeUndefined()
    const analysis = JSON.parse(read.out)
    expect(analysis.reconciliation).toMatchObject({ ok: true, differences: [] })
    expect(analysis.rows).toMatchObject({ rejectedRows: 0 })
    const months: { month: string; currency: string; billed: string; effective: string }[] = analysis.periods
    expect(months.map(({ month, currency }) => `${month} ${currency}`)).toEqual(
      bill.months.map(({ month, currency }) => `${month.slice(0, 7)} ${currency}`),
    )
    for (const [index, { billed, amortized }] of bill.months.entries()) {
      expect(compare(months[index]?.billed ?? '', billed), `billed ${months[index]?.billed} for ${billed}`).toBe(0)
      expect(compare(months[index]?.effective ?? '', amortized), `amortized ${months[index]?.effective}`).toBe(0)
    }
  })
})

it('ends with last month, prints its sums, and writes the same bill for the same seed', async () => {
  const { out, failed } = await sampleBill('--format', 'focus-1.2', '--months', '3', '--out', join(folder, 'plain'))
  expect(failed).toBeUndefined()
  expect(out).toContain('FOCUS 1.2')
  for (const month of ['2026-08', '2026-09', '2026-10']) expect(out).toContain(`focus-1.2-${month}.csv.gz`)
  expect(out).toMatch(/Month\s+Currency\s+Billed\s+Amortized\s+Unused\s+List/)
  const print = async (seed: string) =>
    (await sampleBill('--format', 'focus-1.2', '--start', '2026-01', '--seed', seed, '--out', '-')).out
  expect(await print('one')).toBe(await print('one'))
  expect(await print('two')).not.toBe(await print('one'))
})

it('grows with its size', async () => {
  const print = async (size: string) =>
    (await sampleBill('--format', 'aws-cur', '--start', '2026-02', '--size', size, '--out', '-')).out.length
  expect(await print('medium')).toBeGreaterThan(2 * (await print('small')))
})

describe('rejects', () => {
  it.each([
    [['--format', 'excel'], /^Unknown sample format "excel"\. Choose one of:\n {2}aws-cur +AWS/],
    [['--format', 'oci', '--months', '0'], /^--months "0" must be a whole number from 1 to 36\.$/],
    [['--format', 'oci', '--months', '1e1'], /^--months "1e1" must be a whole number from 1 to 36\.$/],
    [['--format', 'oci', '--start', '2026-13'], /^--start "2026-13" is not a month\. Write it as 2026-07\.$/],
    [['--format', 'oci', '--size', 'huge'], /^Unknown size "huge"\. Choose one of small, medium, large\.$/],
    [
      ['--format', 'oci', '--file-type', 'parquet'],
      /^oci does not support the file type "parquet"\. Choose one of csv\.gz, csv\.$/,
    ],
    [['--format', 'focus-1.4', '--out', '-'], /^focus-1\.4 would be 4 files, and --out - prints only one\. .*\.$/],
    [['--format', 'oci', '--out', '-', '--json'], /^Use either --json or --out -, not both\.$/],
    [['--format', 'oci', '--out', '-', '--file-type', 'csv.gz'], /^--out - prints csv or jsonl, not csv\.gz\. .*\.$/],
  ])('%j', async (args, sentence) => {
    const { failed, out } = await sampleBill(...args)
    expect(failed).toMatch(sentence)
    expect(out).toBe('')
  })

  it('a folder that already has the file', async () => {
    const out = join(folder, 'twice')
    expect((await sampleBill('--format', 'opencost', '--out', out)).failed).toBeUndefined()
    expect((await sampleBill('--format', 'opencost', '--out', out)).failed).toMatch(
      /opencost-2026-10\.csv already exists\. Remove it or choose another folder with --out\.$/,
    )
  })
})

it('lists every format in its help', async () => {
  const { out } = await sampleBill('--help')
  for (const { id } of sampleFormats) expect(out).toContain(`  ${id} `)
})
