import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { smallBill } from '../../imports/testing/small-bill.ts'
import { visibleTotals } from '../../imports/testing/totals.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { importCommand } from './command.ts'
import type { ImportReport } from './import-report.ts'

let kept: TestKept
let folder: string
beforeAll(async () => {
  kept = await openKept()
  folder = mkdtempSync(join(tmpdir(), 'kept-cli-import-'))
})
afterAll(async () => {
  await kept.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  forget()
})

const { terminal, captured, forget } = captureTerminal(120)

async function run(...args: string[]): Promise<void> {
  await importCommand(terminal).exitOverride().parseAsync(args, { from: 'user' })
}

function bill(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const september = smallBill([{ billed: '1.25' }, { billed: '2' }])

it('imports files into the running server, and prints the result', async () => {
  const path = bill('september.csv', september)
  await run(path, '--org', 'own', '-d', kept.server.services.folder.path)
  expect(captured.out).toContain('september.csv: FOCUS 1.0')
  expect(captured.out).toMatch(/2024-09 +AWS +111 +2 +3\.25 USD/)
  expect(captured.out).toContain('2 rows read, 2 imported, for "own".\nEvery sum agrees with the files.')
  expect(await visibleTotals(kept.world, kept.world.scope)).toEqual({ '111 2024-09 USD': '2 lines, 3.25' })
})

it('prints one JSON object, for an organization created on the way', async () => {
  const path = bill('json.csv', september)
  await run(path, '--org', 'brand-new', '-d', kept.server.services.folder.path, '--json')
  const answer = JSON.parse(captured.out) as ImportReport
  expect(answer).toMatchObject({ organization: 'brand-new', import: { status: 'done' }, loads: [{ rows: 2 }] })
  // Progress is on standard error, and only after five seconds: a slow machine prints some, none of it in the result.
  expect(captured.err.split('\n').filter((line) => line !== '' && !/ rows /.test(line))).toEqual([])
})

it('prints the error of a file that cannot be read', async () => {
  const data = ['-d', kept.server.services.folder.path, '--org', 'own']
  await expect(run(join(folder, 'nowhere.csv'), ...data)).rejects.toThrow(`File or folder not found: ${folder}`)
  await expect(run(bill('colors.csv', 'name,color\na,b\n'), ...data)).rejects.toThrow(
    'colors.csv is not in a bill format that Kept can read',
  )
  await expect(run(bill('a.csv', september), 's3://bucket/a', ...data)).rejects.toThrow(
    'Files and URLs cannot be in one import. Import them separately.',
  )
  await expect(run('http://example.com/a.csv', ...data)).rejects.toThrow('Use s3://bucket/path')
  await expect(run(bill('b.csv', september), '-d', folder, '--org', 'Not a slug')).rejects.toThrow(
    'cannot name an organization',
  )
  await expect(run(bill('c.csv', september), ...data, '--format', 'xls')).rejects.toThrow('Unknown format "xls"')
})

it('opens the store itself when no server runs, and finds the earlier data', async () => {
  const data = ['-d', join(folder, 'data'), '--org', 'acme']
  await run(bill('first.csv', september), ...data)
  expect(captured.err).toContain('Created organization "acme".')
  captured.out = ''
  await run(bill('again.csv', smallBill([{ billed: '9' }])), ...data)
  expect(captured.out).toContain('Replaces the previous import of 2024-09 for AWS 111: 2 rows before, 1 now.')
  expect(captured.out).toMatch(/2024-09 +AWS +111 +1 +9 USD/)
})

it('reads a bill in an unknown format with a column mapping', async () => {
  const path = bill('acme.csv', 'Day,Amount,Product\n2024-09-01,1.5,Disk\n2024-09-02,2,Disk\n')
  const mapping = bill(
    'acme.json',
    JSON.stringify({
      name: 'Acme Hosting',
      columns: {
        BilledCost: 'Amount',
        ChargePeriodStart: 'Day',
        BillingCurrency: { value: 'EUR' },
        ServiceName: 'Product',
      },
    }),
  )
  const data = ['-d', kept.server.services.folder.path, '--org', 'mapped']
  await run(path, ...data, '--mapping', mapping)
  expect(captured.out).toContain('acme.csv: Acme Hosting')
  expect(captured.out).toMatch(/2024-09 .* 2 +3\.5 EUR/)
  const invalidMapping = bill('wrong.json', JSON.stringify({ columns: { BilledCost: 'Amount' } }))
  await expect(run(path, ...data, '--mapping', invalidMapping)).rejects.toThrow('"ChargePeriodStart" is missing')
  await expect(run(path, ...data, '--mapping', path)).rejects.toThrow('is not a column mapping')
  await expect(run(path, ...data, '--mapping', mapping, '--format', 'focus-1.0')).rejects.toThrow('not both')
})

it('ends with exit code 1 when part of a month would be lost, and publishes it with --accept-smaller', async () => {
  const data = ['-d', kept.server.services.folder.path, '--org', 'smaller']
  const month = smallBill(Array.from({ length: 30 }, (_, index) => ({ day: index + 1, billed: '2' })))
  await run(bill('month.csv', month), ...data)
  const part = bill('part.csv', smallBill([{ day: 1, billed: '2' }]))
  try {
    await run(part, ...data)
    expect(process.exitCode).toBe(1)
  } finally {
    process.exitCode = undefined
  }
  expect(captured.out).toContain('2024-09, AWS 111: 1 row instead of 30 (96.7% fewer).')
  expect(captured.out).toContain('It lacks part of what was loaded.')
  expect(captured.out).toContain('run the command again with --accept-smaller')
  forget()
  await run(part, ...data, '--accept-smaller')
  expect(process.exitCode).toBeUndefined()
  expect(captured.out).toMatch(/2024-09 +AWS +111 +1 +2 USD/)
})
