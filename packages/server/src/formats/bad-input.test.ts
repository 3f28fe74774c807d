/** Input that is not a complete bill: one sentence that says what, where and what to do. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { KeptError } from '@kept/domain/errors.ts'
import type { World } from '@kept/store/testing/world.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, readBills, totalsOf } from './testing/read-bills.ts'
import { openReadingWorld, type ReadingWorld } from './testing/reading-world.ts'

let reading: ReadingWorld
let world: World
let streaming: Warehouse
let folder: string
beforeAll(async () => {
  reading = await openReadingWorld()
  ;({ world, streaming, folder } = reading)
})
afterAll(() => reading.close())

const header =
  'BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ChargeDescription'
const row = (billed: string, description = 'x') =>
  `${billed},1,USD,2024-03-01,2024-03-01,2024-03-02,Usage,${description}`
const bill = (...rows: string[]) => `${header}\n${rows.join('\n')}\n`

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function refusal(paths: string[], options: Parameters<typeof readBills>[2] = {}): Promise<string> {
  const error = await readBills(world, paths, options).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof KeptError)) throw error ?? new Error('it was read')
  // One sentence, or two; never SQL, a stack trace, or paths of the machine.
  expect(error.message).not.toMatch(/SELECT|Code: \d|DB::|\n/)
  expect(error.message).not.toContain(tmpdir())
  expect(error.code).toBe('bad_input')
  return error.message
}

const parquet = () => readFile(join(fixtures, 'gcp/nested.parquet'))
const manyRows = Array.from({ length: 5000 }, (_, index) => row(`${index}.5`))

const foreign: [name: string, content: () => Promise<string | Uint8Array>, sentence: RegExp][] = [
  ['bill.csv', async () => '', /^bill\.csv is empty; download the bill again\.$/],
  ['bill.csv', async () => gzipSync(''), /^bill\.csv is empty/],
  [
    'bill.csv',
    async () => '%PDF-1.7 ...',
    /^bill\.csv is a PDF document, not a bill; export the bill as CSV or Parquet\.$/,
  ],
  ['bill.csv', async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /a picture/],
  [
    'bill.csv',
    async () => '<!DOCTYPE html><html><body>Sign in</body></html>',
    /a web page, not a bill; perhaps a sign-in page/,
  ],
  ['bill.csv', async () => '-- dump\nCREATE TABLE bill (a int);\nINSERT INTO bill VALUES (1);', /a SQL script/],
  [
    'bill.csv',
    async () => Buffer.concat([Buffer.from(`\uFEFF${bill(row('1'))}`, 'utf16le'), Buffer.from([0, 0xd8, 0x41, 0])]),
    /begins as UTF-16 but is damaged further on/,
  ],
  ['bill.csv', async () => Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), /packed with xz/],
  ['bill.csv', async () => Buffer.from([1, 2, 0, 4, 5]), /no text/],
  [
    'notes.txt',
    async () => 'just, some\nwords, here\n',
    /is not in a bill format that Kept can read: its columns are just, {2}some/,
  ],
  [
    'bill.csv',
    async () => 'ServiceName,Amount\nx,1\n',
    /its columns are ServiceName, Amount\..*name its format, or map its columns to those of FOCUS\.$/s,
  ],
  [
    'bill.csv',
    async () => bill(row('1')).replace('BilledCost,', 'Money,'),
    /looks like FOCUS 1\.0, but it has no column BilledCost; export/,
  ],
  ['bill.csv', async () => bill(row('1')).replace('ChargePeriodEnd', 'x'), /it has no column ChargePeriodEnd/],
  ['bill.csv.gz', async () => gzipSync(bill(...manyRows)).subarray(0, -12), /is damaged or incomplete/],
  ['bill.csv.zst', async () => zstdCompressSync(bill(...manyRows)).subarray(0, -5), /is damaged or incomplete/],
  ['bill.parquet', async () => (await parquet()).subarray(0, -2_000), /is not a complete Parquet file/],
  [
    'bill.zip',
    async () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200)]),
    /is not a complete zip file/,
  ],
  ['bill.jsonl', async () => '{"BilledCost": 1}\nnot json\n', /not a JSON object|is not in a bill format|looks like/],
]

describe.each(['opened by the engine', 'streamed to it'])('a file %s', (method) => {
  const options = () => (method === 'streamed to it' ? { warehouse: streaming } : {})

  it.each(foreign)('%s: is rejected with one sentence (%#)', async (name, content, sentence) => {
    expect(await refusal([await write(name, await content())], options())).toMatch(sentence)
  })

  it('names the line of an unclosed quote', async () => {
    const path = await write(
      'quotes.csv',
      bill(row('1'), row('2', '"two\nlines"'), row('3', '"never closed'), ...manyRows),
    )
    expect(await refusal([path], options())).toMatch(
      /^.*quotes\.csv cannot be split into rows in line 5: a quote is opened and never closed; fix that line/,
    )
  })

  it('names the line where a quote is closed too early', async () => {
    const path = await write('inches.csv', bill(row('1'), row('2', '"a 5" disk"'), row('3')))
    expect(await refusal([path], options())).toMatch(/in line 3: a quoted field does not end where its quote is closed/)
  })

  it('rejects a row that is too short or too long, with its line and text', async () => {
    const path = await write(
      'ragged.csv',
      bill(row('1'), row('2', '"two\nlines"'), '3,1,USD', row('4', 'a, b'), row('5')),
    )
    const { rejectedRows, importId } = await readBills(world, [path], options())
    expect(rejectedRows.map(({ line, reason, row: text }) => ({ line, reason, text }))).toEqual([
      { line: 5, reason: 'the row ends before its last column', text: '"3","1","USD","","","","",""' },
      {
        line: 6,
        reason: 'the row has more fields than the header, perhaps because a comma is not quoted',
        text: '"4","1","USD","2024-03-01","2024-03-01","2024-03-02","Usage","a"',
      },
    ])
    expect(await totalsOf(world, importId)).toMatchObject([{ rows: 3, billed: '8' }])
  })

  it('reads a file with only a header as zero rows, with a note', async () => {
    const { bills, notes } = await readBills(world, [await write('header.csv', `${header}\n`)], options())
    expect(bills[0]?.proof.rows).toBe(0)
    expect(notes).toContainEqual(expect.stringMatching(/header\.csv: it has no rows, only a header/))
  })

  it('skips blank lines, and reads no dash as zero', async () => {
    const path = await write(
      'blank.csv',
      `${header}\n\n${row('1')}\n\r\n${row('-')}\n${row('e5')}\n${row('1.2.3')}\n${row('$1,234.50 ')}\n${row('(2.25)')}\n${row('1e-11')}\n\n\n`.replace(
        '$1,234.50 ',
        '"$1,234.50 "',
      ),
    )
    const { rejectedRows, importId, bills } = await readBills(world, [path], options())
    expect(bills[0]?.proof.rows).toBe(7)
    expect(rejectedRows.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [5, '-', 'this is not an amount'],
      [6, 'e5', 'this is not an amount'],
      [7, '1.2.3', 'this is not an amount'],
    ])
    expect(await totalsOf(world, importId)).toMatchObject([{ rows: 4, billed: '1233.25000000001' }])
  })
})

it('rejects a format that does not fit, and one that does not exist', async () => {
  const path = await write('focus.csv', bill(row('1')))
  expect(await refusal([path], { format: 'aws-cur-legacy' })).toMatch(
    /cannot be read as AWS Cost and Usage Report \(legacy\): it has no column lineItem\/UnblendedCost; it looks like FOCUS 1\.0 \(focus-1\.0\)/,
  )
  expect(await refusal([path], { format: 'excel' })).toMatch(/^Unknown format "excel"; the formats are focus-1\.0, /)
})

it('names missing files, and rejects a folder that is empty or has no bill', async () => {
  expect(await refusal([join(folder, 'gone.csv')])).toMatch(/File .*gone\.csv not found; check the name\.$/s)
  await mkdir(join(folder, 'empty'))
  expect(await refusal([join(folder, 'empty')])).toMatch(/No bill found among the files/)
  await mkdir(join(folder, 'other'))
  await write('other/picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  expect(await refusal([join(folder, 'other')])).toMatch(/No bill found among the files: .*picture\.png \(a picture\)/)
})

it('keeps amounts without a currency separate, under XXX or the given currency', async () => {
  const text = bill(row('1')).replace('BillingCurrency,', '').replace('USD,', '')
  const path = await write('no-currency.csv', text)
  const untold = await readBills(world, [path])
  expect(await totalsOf(world, untold.importId)).toMatchObject([{ currency: 'XXX' }])
  expect(untold.notes).toContainEqual(expect.stringMatching(/names no currency/))
  const withCurrency = await readBills(world, [path], { currency: 'CHF' })
  expect(await totalsOf(world, withCurrency.importId)).toMatchObject([{ currency: 'CHF' }])
  expect(withCurrency.notes).toEqual([])
})
