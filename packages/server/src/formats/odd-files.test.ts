/**
 * Bills in other encodings, with odd currencies, duplicate columns, charges that end before they start and overlong
 * lines: read correctly, or rejected with a reason. The reader without an engine agrees, or leaves them to the engine.
 */
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { formats } from '@kept/connectors/all.ts'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import { collectLines } from '@kept/connectors/plain/read-lines.ts'
import { hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlainly } from '../cli/verify/open-plainly.ts'
import { queryImportedLines, readBills, totalsOf } from './testing/read-bills.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-odd-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const columns =
  'BilledCost,EffectiveCost,ContractedCost,ListCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ProviderName,ServiceName,ResourceId,ResourceName'

interface Charge {
  cost?: string
  currency?: string
  start?: string
  end?: string
  name?: string
}

function row({ cost = '1.5', currency = 'USD', start = '01T00', end = '01T01', name = 'plain' }: Charge = {}): string {
  const month = '2026-09-01T00:00:00Z,2026-10-01T00:00:00Z'
  const period = `2026-09-${start}:00:00Z,2026-09-${end}:00:00Z`
  return `${[cost, cost, cost, cost].join(',')},${currency},111,${month},${period},Usage,AWS,Compute,i-1,${name}`
}

const bill = (...rows: string[]) => `${[columns, ...rows].join('\n')}\n`
let files = 0
function file(content: string | Uint8Array, name = `odd-${++files}.csv`): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** The result of the reader without an engine: its rows, or undefined when it rejects the file. */
async function plainly(path: string): Promise<number | undefined> {
  const request = { ...hoursOfMonth('2026-09'), currency: 'USD', resources: ['i-1'], skus: [], commitments: [] }
  try {
    const collected = collectLines(request, () => undefined)
    for (const { bill: plainBill, open } of await openPlainly([path], formats)) {
      const reader = collected.read(plainBill)
      for await (const chunk of open() as AsyncIterable<Uint8Array>) reader.write(chunk)
      reader.end()
    }
    return collected.rows
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
}

const names = async (importId: string) =>
  (await queryImportedLines<{ name: string }>(world, importId, 'ResourceName AS name', 'ORDER BY name')).map(
    ({ name }) => name,
  )

const german = bill(row(), row({ name: 'Köln – 5 €' }), row({ name: 'Grüße' }))
/** The same bytes as Windows-1252: a dash and a euro sign have bytes of their own there. */
const windows = Buffer.from(german.replace('–', '\u0096').replace('€', '\u0080'), 'latin1')

describe('a bill in another encoding', () => {
  it.each<[string, () => Uint8Array]>([
    ['Windows-1252', () => windows],
    ['Windows-1252, packed', () => gzipSync(windows)],
    ['UTF-16 with a mark', () => Buffer.from(`\uFEFF${german}`, 'utf16le')],
    ['UTF-16 without one', () => Buffer.from(german, 'utf16le')],
    ['UTF-16, big-endian, compressed', () => gzipSync(Buffer.from(`\uFEFF${german}`, 'utf16le').swap16())],
    ['UTF-8', () => Buffer.from(german)],
  ])('%s is decoded exactly', async (_, content) => {
    const path = file(content())
    const { importId, notes, rejectedRows } = await readBills(world, [path])
    expect(await names(importId)).toEqual(['Grüße', 'Köln – 5 €', 'plain'])
    expect(rejectedRows).toEqual([])
    expect(notes.join(' ')).toMatch(_.startsWith('UTF-8') ? /^$/ : /Windows-1252|UTF-16/)
    const rowCount = await plainly(path)
    if (rowCount !== undefined) expect(rowCount).toBe(3)
  })

  it('reports the first occurrence, with line and column', async () => {
    const { notes } = await readBills(world, [file(windows, 'german.csv')])
    expect(notes.join(' ')).toContain(
      'german.csv: it is not UTF-8 and was read as Windows-1252 (first in line 3, column ResourceName: ',
    )
    expect(notes.join(' ')).toContain('Köln – 5 €')
  })

  it('is detected far behind the start as well', async () => {
    const manyRows = Array.from({ length: 30_000 }, () => row())
    const lateBytes = Buffer.from(bill(...manyRows, row({ name: 'Köln' })), 'latin1')
    const { importId } = await readBills(world, [file(gzipSync(lateBytes))])
    expect((await names(importId))[0]).toBe('Köln')
  })

  it('with JSON lines is decoded too', async () => {
    const [header = [], ...rows] = [
      columns.split(','),
      ...[row(), row({ name: 'Köln' })].map((line) => line.split(',')),
    ]
    const lines = rows.map((cells) => JSON.stringify(Object.fromEntries(header.map((name, i) => [name, cells[i]]))))
    const { importId } = await readBills(world, [file(Buffer.from(`${lines.join('\n')}\n`, 'latin1'), 'lines.json')])
    expect(await names(importId)).toEqual(['Köln', 'plain'])
  })

  it.each<[string, Uint8Array, RegExp]>([
    [
      'mixed with UTF-8',
      Buffer.concat([
        Buffer.from(bill(row(), row({ name: 'Zürich' }))),
        Buffer.from(`${row({ name: 'Köln' })}\n`, 'latin1'),
      ]),
      /mixes two encodings: line 3 is UTF-8, but line 4, column ResourceName is not; save the file as UTF-8/,
    ],
    [
      'of an unknown kind',
      Buffer.concat([Buffer.from(bill(row())), Buffer.from([...Buffer.from('1.5,'), 0x81, 0x0a])]),
      /neither UTF-8 nor Windows-1252 in line 3, column EffectiveCost/,
    ],
  ])('%s is rejected with line and column', async (_, content, sentence) => {
    const path = file(content)
    await expect(readBills(world, [path])).rejects.toThrow(sentence)
    expect(await plainly(path)).toBeUndefined()
  })
})

describe('a currency', () => {
  it('is the same in lower case and with blanks around it', async () => {
    const path = file(bill(row({ currency: 'USD' }), row({ currency: 'usd' }), row({ currency: ' Usd ' })))
    const { importId } = await readBills(world, [path])
    expect(await totalsOf(world, importId)).toMatchObject([{ currency: 'USD', rows: 3, billed: '4.5' }])
    expect(await plainly(path)).toBeUndefined()
    expect(await plainly(file(bill(row({ currency: 'usd' }))))).toBe(1)
  })
})

describe('a duplicate column', () => {
  const twice = (other: string) =>
    bill(row(), row({ cost: '2' }))
      .replace('BilledCost,', 'BilledCost,BilledCost,')
      .replaceAll(/^([\d.]+),/gm, (_, cost: string) => `${cost},${other || cost},`)

  it('is noted when both have equal values', async () => {
    const path = file(twice(''), 'twice.csv')
    const { importId, notes } = await readBills(world, [path])
    expect(notes).toContain('twice.csv: it has the column BilledCost twice (columns 1 and 2); the first is read.')
    expect(await totalsOf(world, importId)).toMatchObject([{ billed: '3.5' }])
    expect(await plainly(path)).toBeUndefined()
  })

  it('is rejected when they differ', async () => {
    await expect(readBills(world, [file(twice('9'))])).rejects.toThrow(
      /has the column BilledCost twice \(columns 1 and 2\) with different values/,
    )
  })
})

describe('a charge that ends before it starts', () => {
  it('is rejected with a reason, and the reader without an engine rejects its bill', async () => {
    const path = file(bill(row(), row({ start: '03T00', end: '02T00' }), row({ start: '04T00', end: '04T00' })))
    const { rejectedRows } = await readBills(world, [path])
    expect(rejectedRows).toMatchObject([
      { line: 3, column: 'ChargePeriodEnd', value: '2026-09-02T00:00:00Z', reason: 'the charge ends before it starts' },
    ])
    expect(await plainly(path)).toBeUndefined()
  })
})

describe('an overlong line', () => {
  it('of 400 MB is rejected, in little memory', async () => {
    const path = join(folder, 'endless.csv')
    const chunks = (function* () {
      yield Buffer.from(bill(row()))
      for (let megabytes = 0; megabytes < 400; megabytes += 1) yield Buffer.alloc(1024 * 1024, 'x,')
    })()
    await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(path))
    const before = process.memoryUsage().rss
    await expect(readBills(world, [path])).rejects.toThrow(
      /endless\.csv has a line of more than 16 MB, which is too long for a row of a bill/,
    )
    expect(await plainly(path)).toBeUndefined()
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(300)
  })
})
