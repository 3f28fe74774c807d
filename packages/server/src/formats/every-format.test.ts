/** One suite for every bill format. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { formats } from '@kept/connectors/all.ts'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import type { BillFormat } from '@kept/domain/bill-format.ts'
import { columnKey } from '@kept/domain/mapping.ts'
import { datasets } from '@kept/store/reading/datasets.ts'
import type { World } from '@kept/store/testing/world.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryImportedLines, type ReadBills, readBills } from './testing/read-bills.ts'
import { openReadingWorld, type ReadingWorld } from './testing/reading-world.ts'
import { writeSample } from './testing/write-sample.ts'

const generic = genericFormat({
  name: 'Acme Hosting',
  columns: {
    BilledCost: 'TotalCost',
    ChargePeriodStart: 'Date',
    BillingCurrency: { value: 'EUR' },
    ServiceName: 'Container',
    Tags: ['Namespace', 'ControllerName'],
  },
})

interface Sample {
  /** The format it is written in. */
  sample: string
  /** Which of its files; the first. */
  file?: number
  amount: string
  date: string
}

/** Which of a sample bill's files, and the columns that are broken to test rejected rows. */
const samples: Record<string, Sample> = {
  'focus-1.0': { sample: 'focus-1.0', amount: 'BilledCost', date: 'ChargePeriodStart' },
  'focus-1.1': { sample: 'focus-1.1', amount: 'EffectiveCost', date: 'BillingPeriodStart' },
  'focus-1.2': { sample: 'focus-1.2', amount: 'BilledCost', date: 'ChargePeriodEnd' },
  'focus-1.3': { sample: 'focus-1.3', amount: 'ListCost', date: 'ChargePeriodStart' },
  'focus-1.4': { sample: 'focus-1.4', amount: 'BilledCost', date: 'BillingPeriodStart' },
  'focus-contract-commitment': {
    sample: 'focus-1.4',
    file: 1,
    amount: 'ContractCommitmentCost',
    date: 'ContractPeriodStart',
  },
  'focus-billing-period': { sample: 'focus-1.4', file: 2, amount: '', date: 'BillingPeriodStart' },
  'focus-invoice-detail': { sample: 'focus-1.4', file: 3, amount: 'BilledCost', date: 'InvoiceIssueDate' },
  'aws-cur-legacy': { sample: 'aws-cur', amount: 'lineItem/UnblendedCost', date: 'lineItem/UsageStartDate' },
  'aws-cur-2': { sample: 'aws-cur-2', amount: 'line_item_unblended_cost', date: 'line_item_usage_end_date' },
  'azure-actual': { sample: 'azure-ea', amount: 'Cost', date: 'Date' },
  'azure-amortized': { sample: 'azure-ea', file: 1, amount: 'Cost', date: 'Date' },
  'gcp-standard': { sample: 'gcp-standard', amount: 'cost', date: 'usage_start_time' },
  'gcp-detailed': { sample: 'gcp-detailed', amount: 'cost', date: 'usage_end_time' },
  'oci-cost-report': { sample: 'oci', amount: 'cost/myCost', date: 'lineItem/intervalUsageStart' },
  opencost: { sample: 'opencost', amount: 'TotalCost', date: 'Date' },
  generic: { sample: 'opencost', amount: 'TotalCost', date: 'Date' },
}

let reading: ReadingWorld
let world: World
let streaming: Warehouse
let folder: string
beforeAll(async () => {
  reading = await openReadingWorld()
  ;({ world, streaming, folder } = reading)
})
afterAll(() => reading.close())

it('has a sample of every format', () => {
  expect(Object.keys(samples).toSorted()).toEqual([...formats, generic].map(({ id }) => id).toSorted())
})

describe.each(Object.entries(samples))('%s', (id, { sample, file = 0, amount, date }) => {
  const knownFormats: readonly BillFormat[] = id === 'generic' ? [...formats, generic] : formats
  let path = ''
  beforeAll(async () => {
    path = (await writeSample(join(folder, id), sample)).paths[file] ?? ''
  })
  const read = (input = path, warehouse?: Warehouse) =>
    readBills(world, [input], { knownFormats, ...(warehouse && { warehouse }) })

  it('is recognized with a reason; what it read matches the file, streamed or not, once or repeatedly', async () => {
    const local = await read()
    const [bill] = local.bills
    expect(bill?.format.id).toBe(id)
    expect(bill?.reason).toMatch(/^by its columns \S/)
    expect(local.rejectedRows).toEqual([])
    const dataset = bill?.format.dataset ?? 'cost_and_usage'
    const lines = await linesOf(local.importId, dataset)
    expect(lines.rows).toBe(bill?.proof.rows)
    expect(lines.rows).toBeGreaterThan(0)
    if (dataset === 'cost_and_usage') expect(await sumsOf(local.importId)).toEqual(known38(bill?.proof.sums ?? []))
    const repeated = await read()
    expect(await linesOf(repeated.importId, dataset)).toEqual(lines)
    const streamed = await read(path, streaming)
    expect(streamed.bills[0]?.proof).toEqual(bill?.proof)
    expect(await linesOf(streamed.importId, dataset)).toEqual(lines)
  })

  it('rejects rows with an unreadable amount or date, and keeps the others', async () => {
    const { text, rows, header } = await openCsv(path)
    const spoilt = [
      ...(amount ? [{ column: amount, value: '12,3,4' }] : []),
      { column: date, value: 'soon' },
      { column: date, value: '1.5' },
    ].map(({ column, value }) => {
      const cells = [...(rows[0] ?? [])]
      cells[header.findIndex((name) => columnKey(name) === columnKey(column))] = value
      return { column, value, row: toCsv(cells) }
    })
    const spoiltFile = join(folder, `${id}-spoilt.csv`)
    await writeFile(spoiltFile, `${text.trimEnd()}\n${spoilt.map(({ row }) => row).join('\n')}\n`)
    const lines = text.trimEnd().split('\n').length
    for (const result of [await read(spoiltFile), await read(spoiltFile, streaming)]) {
      const [bill] = result.bills
      expect(bill?.format.id).toBe(id)
      expect(bill?.proof.rows).toBe(rows.length + spoilt.length)
      expect(bill?.rejectedRows.rows).toBe(spoilt.length)
      expect(
        result.rejectedRows.map(({ line, column, value, reason }) => ({
          line,
          column: columnKey(column),
          value,
          reason,
        })),
      ).toEqual(
        spoilt.map(({ column, value }, index) => ({
          line: lines + 1 + index,
          column: columnKey(column),
          value,
          reason: column === amount ? 'this is not an amount' : 'this is not a date',
        })),
      )
    }
  })

  it('rejects a truncated file', async () => {
    const { text } = await openCsv(path)
    const packed = gzipSync(text)
    const cut = join(folder, `${id}-cut.csv.gz`)
    await writeFile(cut, packed.subarray(0, packed.length - 12))
    const refusal = expect.objectContaining({
      code: 'bad_input',
      message: expect.stringMatching(/is damaged or incomplete/),
    })
    await expect(read(cut)).rejects.toEqual(refusal)
    await expect(read(cut, streaming)).rejects.toEqual(refusal)
  })
})

/** The number of rows, and one hash of their content except their load. */
async function linesOf(importId: string, dataset: keyof typeof datasets): Promise<{ rows: number; content: string }> {
  const [summary] = await world.warehouse.query<{ rows: number; content: string }>(
    world.scope,
    `SELECT count() AS rows, toString(sum(cityHash64(toString(tuple(* EXCEPT (organization_id, load_id)))))) AS content
     FROM ${datasets[dataset].table}
     WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})`,
    { prefix: `${importId}/` },
  )
  return summary ?? { rows: 0, content: '' }
}

async function sumsOf(importId: string): Promise<string[]> {
  const columns = ['BilledCost', 'EffectiveCost', 'ContractedCost', 'ListCost']
  const rows = await queryImportedLines<Record<string, string | null>>(
    world,
    importId,
    `BillingCurrency AS currency, ${columns.map((column) => `toString(sum(${column})) AS ${column}`).join(', ')}`,
    'GROUP BY currency',
  )
  return rows
    .flatMap((row) =>
      columns.flatMap((column) => (row[column] === null ? [] : `${row.currency} ${column} ${row[column]}`)),
    )
    .toSorted()
}

function known38(sums: ReadBills['bills'][number]['proof']['sums']): string[] {
  return sums
    .flatMap(({ currency, column, amount }) => (amount === null ? [] : `${currency} ${column} ${amount}`))
    .toSorted()
}

async function openCsv(path: string): Promise<{ text: string; header: string[]; rows: string[][] }> {
  const raw = await readFile(path)
  const text = (path.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8').replaceAll('\r\n', '\n')
  const records = text
    .trimEnd()
    .split('\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell ?? ''))
  const [header = [], ...rows] = records
  return {
    text,
    header: header.map((cell) => cell.replace(/^\uFEFF/, '').replace(/^"|"$/g, '')),
    rows: rows.map((row) => row.slice(0, header.length)),
  }
}

function toCsv(cells: string[]): string {
  return cells.map((cell) => (cell.includes(',') && !cell.startsWith('"') ? `"${cell}"` : cell)).join(',')
}
