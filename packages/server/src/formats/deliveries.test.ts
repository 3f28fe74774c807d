/** Imports of more than one file: folders with manifests, archives, buckets, and misnamed files. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { formats } from '@kept/connectors/all.ts'
import { add } from '@kept/foundation/decimal.ts'
import { openBills } from '@kept/store/reading/open-bills.ts'
import { quote } from '@kept/store/reading/source.ts'
import type { World } from '@kept/store/testing/world.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, queryImportedLines, readBills, totalsOf } from './testing/read-bills.ts'
import { openReadingWorld, type ReadingWorld } from './testing/reading-world.ts'
import { type SmallS3, startSmallS3 } from './testing/small-s3.ts'
import { writeSample } from './testing/write-sample.ts'
import { zipOf } from './testing/zip.ts'

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
  'BilledCost,EffectiveCost,BillingCurrency,BillingPeriodStart,ChargePeriodStart,ChargePeriodEnd,ChargeCategory'
const bill = (...amounts: string[]) =>
  `${header}\n${amounts.map((billed) => `${billed},1,USD,2024-03-01,2024-03-01,2024-03-02,Usage`).join('\n')}\n`
const cur = (...amounts: string[]) =>
  `lineItem/UnblendedCost,lineItem/LineItemType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/CurrencyCode,bill/BillingPeriodStartDate\n${amounts
    .map((cost) => `${cost},Usage,2024-03-01T00:00:00Z,2024-03-01T01:00:00Z,USD,2024-03-01T00:00:00Z`)
    .join('\n')}\n`

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

const billedIn = async (importId: string) => (await totalsOf(world, importId)).map(({ rows, billed }) => [rows, billed])

it('identifies a file by its content, whatever its name', async () => {
  await write('disguised/a.parquet', bill('1'))
  await write('disguised/b.csv', gzipSync(bill('2')))
  await write('disguised/c', zstdCompressSync(bill('4')))
  await write('disguised/d.csv.gz', bill('8').replaceAll(',', ';'))
  await write('disguised/e.txt', `\uFEFF${bill('16').replaceAll(',', '\t').replaceAll('\n', '\r\n')}`)
  const sample = await writeSample(join(folder, 'sample'), 'focus-1.0', {}, { gzip: true })
  await cp(sample.paths[0] ?? '', join(folder, 'disguised/f.json'))
  await write('disguised/g {x} *?.csv', bill('32'))
  for (const warehouse of [world.warehouse, streaming]) {
    const { importId, bills } = await readBills(world, [join(folder, 'disguised')], { warehouse })
    expect(bills).toHaveLength(7)
    expect(await billedIn(importId)).toEqual([[sample.rows + 6, add(sample.truth[0]?.billed ?? '', '63')]])
  }
})

it('reads the same bill from CSV, Parquet and JSON lines', async () => {
  const { paths } = await writeSample(folder, 'focus-1.3', {}, { gzip: true })
  const csv = paths[0] ?? ''
  const from = `file(${quote(csv)}, CSVWithNames, 'auto', 'gzip')`
  const settings = { input_format_csv_use_best_effort_in_schema_inference: 0, input_format_null_as_default: 0 } as const
  const described = await world.warehouse.inspect<{ name: string }>(`DESCRIBE TABLE ${from}`, {}, { settings })
  const typed = described.map(({ name }) => {
    if (/Cost$/.test(name)) return `toDecimal128OrNull(ifNull(${name}, ''), 20) AS ${name}`
    if (/Period(?:Start|End)$/.test(name))
      return `parseDateTime64BestEffortOrNull(ifNull(${name}, ''), 3, 'UTC') AS ${name}`
    if (/Tags$/.test(name)) return `JSONExtract(ifNull(${name}, '{}'), 'Map(String, String)') AS ${name}`
    return name
  })
  await mkdir(join(folder, 'alike'), { recursive: true })
  const write = (name: string, format: string, columns: string[]) =>
    world.warehouse.administer(
      `INSERT INTO FUNCTION file(${quote(join(folder, 'alike', name))}, ${format}) SELECT ${columns.join(', ')} FROM ${from}
       SETTINGS input_format_csv_use_best_effort_in_schema_inference = 0`,
    )
  await write('bill.parquet', 'Parquet', typed)
  await write(
    'bill.jsonl',
    'JSONEachRow',
    described.map(({ name }) => name),
  )
  await write('nested.jsonl', 'JSONEachRow', typed)
  const content = async (path: string, warehouse = world.warehouse) => {
    const { importId, rejectedRows } = await readBills(world, [path], { warehouse })
    expect(rejectedRows).toEqual([])
    return queryImportedLines(
      world,
      importId,
      'count() AS rows, toString(sum(cityHash64(toString(tuple(* EXCEPT (organization_id, load_id, x_columns)))))) AS content',
    )
  }
  const expected = await content(csv)
  for (const name of ['bill.parquet', 'bill.jsonl', 'nested.jsonl']) {
    expect(await content(join(folder, 'alike', name)), name).toEqual(expected)
    expect(await content(join(folder, 'alike', name), streaming), `${name}, streamed`).toEqual(expected)
  }
})

it('reads months with different columns, each file by its own header', async () => {
  await write('drift/2024-02.csv', bill('1'))
  await write(
    'drift/2024-03.csv',
    bill('2').replace('ChargeCategory', 'ChargeCategory,InvoiceId').replaceAll('Usage', 'Usage,I-1'),
  )
  await write(
    'drift/2024-04.csv',
    'ChargeCategory,ChargePeriodEnd,ChargePeriodStart,BillingPeriodStart,BillingCurrency,EffectiveCost,BilledCost\nUsage,2024-04-02,2024-04-01,2024-04-01,USD,1,4\n',
  )
  const { importId, bills } = await readBills(world, [join(folder, 'drift')])
  expect(bills.map(({ format }) => format.id)).toEqual(['focus-1.0', 'focus-1.2', 'focus-1.0'])
  expect(await billedIn(importId)).toEqual([[3, '7']])
})

it('counts identical files once, and reports skipped files by name', async () => {
  await write('mixed/one.csv', bill('1'))
  await write('mixed/copy of one.csv', bill('1'))
  await write('mixed/two.csv', bill('2'))
  await write('mixed/_SUCCESS', '')
  await write('mixed/.two.csv.crc', 'crc')
  await write('mixed/logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  await write('mixed/prices.csv', 'sku,price\na,1\n')
  const { importId, notes } = await readBills(world, [join(folder, 'mixed')])
  expect(await billedIn(importId)).toEqual([[2, '3']])
  expect(notes).toEqual([
    'mixed: .two.csv.crc, _SUCCESS are not bills and were skipped.',
    'mixed/one.csv is the same file as mixed/copy of one.csv and was counted once.',
    'Skipped, because they are not bills: mixed/logo.png (a picture), mixed/prices.csv (unknown columns).',
  ])
})

it('does not skip a damaged bill', async () => {
  await write('damaged/one.csv', bill('1'))
  await write(
    'damaged/two.csv.gz',
    gzipSync(bill(...Array.from({ length: 900 }, (_, n) => String(n)))).subarray(0, -20),
  )
  await expect(readBills(world, [join(folder, 'damaged')])).rejects.toThrow(
    /damaged\/two\.csv\.gz is damaged or incomplete/,
  )
})

describe('manifests', () => {
  const period = '20240301-20240401'
  const manifest = (assemblyId: string, ...files: string[]) =>
    JSON.stringify({
      assemblyId,
      reportName: 'cost',
      billingPeriod: { start: '20240301T000000.000Z' },
      reportKeys: files.map((file) => `exports/cost/${period}/${file}`),
    })

  it('determine the current one of several exports of an AWS month', async () => {
    await write(`cost/${period}/cost-Manifest.json`, manifest('new', 'new/cost-00001.csv.gz', 'new/cost-00002.csv.gz'))
    await write(`cost/${period}/old/cost-Manifest.json`, manifest('old', 'old/cost-00001.csv.gz'))
    await write(
      `cost/${period}/new/cost-Manifest.json`,
      manifest('new', 'new/cost-00001.csv.gz', 'new/cost-00002.csv.gz'),
    )
    await write(`cost/${period}/old/cost-00001.csv.gz`, gzipSync(cur('100')))
    await write(`cost/${period}/new/cost-00001.csv.gz`, gzipSync(cur('1')))
    await write(`cost/${period}/new/cost-00002.csv.gz`, gzipSync(cur('2')))
    // Uploaded completely, by month, or inside another folder.
    for (const path of ['cost', `cost/${period}`, '']) {
      if (path === '') await cp(join(folder, 'cost'), join(folder, 'backup/of/cost'), { recursive: true })
      const { importId, notes } = await readBills(world, [join(folder, path || 'backup')])
      expect(await billedIn(importId)).toEqual([[2, '3']])
      expect(notes).toContainEqual(
        expect.stringMatching(/old\/cost-00001\.csv\.gz belongs to an earlier export of the same month/),
      )
    }
  })

  it('reject an export without one of their files, and two without a current one', async () => {
    await write(`part/${period}/cost-Manifest.json`, manifest('new', 'new/cost-00001.csv.gz', 'new/cost-00002.csv.gz'))
    await write(`part/${period}/new/cost-00001.csv.gz`, gzipSync(cur('1')))
    await expect(readBills(world, [join(folder, 'part')])).rejects.toThrow(
      /names 2 files and 1 of them are missing, the first is .*cost-00002/,
    )
    await write(`two/${period}/a/cost-Manifest.json`, manifest('a', 'a/cost-00001.csv'))
    await write(`two/${period}/b/cost-Manifest.json`, manifest('b', 'b/cost-00001.csv'))
    await write(`two/${period}/a/cost-00001.csv`, cur('1'))
    await write(`two/${period}/b/cost-00001.csv`, cur('2'))
    await expect(readBills(world, [join(folder, 'two')])).rejects.toThrow(
      /contains 2 exports of one month and no manifest that says which/,
    )
  })

  it('determine the latest run of an Azure export, and the latest execution of a CUR 2.0 export', async () => {
    const run = (submittedTime: string, blobName: string) =>
      JSON.stringify({
        exportConfig: { exportName: 'daily' },
        runInfo: { submittedTime, startDate: '2024-03-01', endDate: '2024-03-31' },
        blobs: [{ blobName }],
      })
    await write(
      'azure/daily/202403/r1/manifest.json',
      run('2024-03-02T01:00:00Z', 'root/daily/202403/r1/part_0_0001.csv'),
    )
    await write(
      'azure/daily/202403/r2/manifest.json',
      run('2024-03-03T01:00:00Z', 'root/daily/202403/r2/part_0_0001.csv'),
    )
    await write('azure/daily/202403/r1/part_0_0001.csv', bill('1'))
    await write('azure/daily/202403/r2/part_0_0001.csv', bill('1', '2'))
    expect(await billedIn((await readBills(world, [join(folder, 'azure')])).importId)).toEqual([[2, '3']])

    const month = 'BILLING_PERIOD=2024-03'
    const execution = (id: string) =>
      JSON.stringify({ dataFiles: [`s3://bucket/exports/cur2/data/${month}/${id}/cur2-00001.csv.gz`] })
    await write(`cur2/metadata/${month}/cur2-Manifest.json`, execution('run-2'))
    await write(`cur2/metadata/${month}/run-1/cur2-Manifest.json`, execution('run-1'))
    await write(`cur2/data/${month}/run-1/cur2-00001.csv.gz`, gzipSync(cur('100')))
    await write(`cur2/data/${month}/run-2/cur2-00001.csv.gz`, gzipSync(cur('5')))
    expect(await billedIn((await readBills(world, [join(folder, 'cur2')])).importId)).toEqual([[1, '5']])
  })
})

describe('archives', () => {
  it('provide their members, compressed or not, and are verified to the last byte', async () => {
    const bytes = zipOf({
      '__MACOSX/._one.csv': Buffer.from('x'),
      'inner/two.csv.gz': gzipSync(bill('2')),
      'one.csv': Buffer.from(bill('1')),
      'three.parquet': await readFile(join(fixtures, 'gcp/nested.parquet')),
    })
    await write('bills.zip', bytes)
    const { importId, bills } = await readBills(world, [join(folder, 'bills.zip')])
    expect(bills.map(({ name }) => name)).toEqual([
      'bills.zip/inner/two.csv.gz',
      'bills.zip/one.csv',
      'bills.zip/three.parquet',
    ])
    expect(await billedIn(importId)).toEqual([[4, '4.1845678901234567']])

    await write('cut.zip', bytes.subarray(0, -40))
    await expect(readBills(world, [join(folder, 'cut.zip')])).rejects.toThrow(/cut\.zip is not a complete zip file/)
    const changed = Buffer.from(bytes)
    changed[changed.indexOf(header) + header.length + 1] = 0x39
    await write('changed.zip', changed)
    await expect(readBills(world, [join(folder, 'changed.zip')])).rejects.toThrow(
      /is damaged; download the archive again/,
    )
  })

  it('are identified as Office documents where they are', async () => {
    await write(
      'bill.xlsx',
      zipOf({ '[Content_Types].xml': Buffer.from('<Types/>'), 'xl/workbook.xml': Buffer.from('<x/>') }),
    )
    await expect(readBills(world, [join(folder, 'bill.xlsx')])).rejects.toThrow(
      /bill\.xlsx is an Office document; save the sheet with the bill as CSV/,
    )
  })
})

describe('buckets', () => {
  let s3: SmallS3
  const objects = new Map<string, Buffer>()
  beforeAll(async () => {
    objects.set('bills/2024/one.csv', Buffer.from(bill('1')))
    objects.set('bills/2024/two.csv.gz', gzipSync(bill('2')))
    objects.set('bills/2024/cur.snappy.parquet', await readFile(join(fixtures, 'gcp/nested.parquet')))
    objects.set('bills/2024/_SUCCESS', Buffer.from('ok'))
    objects.set('bills/large/large.csv', Buffer.from(bill(...Array.from({ length: 60_000 }, () => '0.5'))))
    objects.set('bills/large/large.csv.gz', gzipSync(objects.get('bills/large/large.csv') ?? ''))
    s3 = await startSmallS3(objects, 'AKIAEXAMPLE')
  })
  afterAll(() => s3.close())

  const environment = (accessKey = 'AKIAEXAMPLE') => ({
    AWS_ENDPOINT_URL_S3: s3.url,
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: 'not-a-secret',
  })
  const read = (url: string, accessKey?: string) =>
    readBills(world, [{ kind: 'url', url }], { environment: environment(accessKey) })

  it('are read by the engine: an object, a folder, a pattern', async () => {
    expect(await billedIn((await read('s3://bills/2024/one.csv')).importId)).toEqual([[1, '1']])
    const { importId, bills, notes } = await read('s3://bills/2024')
    expect(bills.map(({ name, format }) => [name, format.id])).toEqual([
      ['s3://bills/2024/cur.snappy.parquet', 'gcp-detailed'],
      ['s3://bills/2024/one.csv', 'focus-1.0'],
      ['s3://bills/2024/two.csv.gz', 'focus-1.0'],
    ])
    expect(await billedIn(importId)).toEqual([[4, '4.1845678901234567']])
    expect(notes).toContainEqual('s3://bills/2024: 2024/_SUCCESS is not a bill and was skipped.')
    expect(await billedIn((await read('s3://bills/2024/*.gz')).importId)).toEqual([[1, '2']])
  })

  it('are identified by the first bytes of an object', async () => {
    const { importId, bills } = await read('s3://bills/large/')
    expect(bills).toHaveLength(2)
    expect(await billedIn(importId)).toEqual([[120_000, '60000']])
  })

  it('are rejected in one sentence, without repeating keys', async () => {
    await expect(read('s3://bills/2025/')).rejects.toThrow(
      /^Nothing found at s3:\/\/bills\/2025\/; check the address\.$/,
    )
    const refused = await read('s3://bills/2024/', 'AKIAWRONG').catch((error: Error) => error.message)
    expect(refused).toMatch(/cannot be read with the given credentials; check the access key/)
    expect(refused).not.toMatch(/AKIA|not-a-secret|SELECT/)
    await expect(
      openBills(world.warehouse, [{ kind: 'url', url: 'ftp://x/y' }], formats, { scope: world.scope }),
    ).rejects.toThrow(/is not an address that Kept can read/)
  })
})
