/** The reader without an engine returns exactly what the warehouse returns for every bill, or rejects the bill. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { formats } from '@kept/connectors/all.ts'
import { NotPlain } from '@kept/connectors/plain/not-plain.ts'
import { openPacker, unpackLines } from '@kept/connectors/plain/packed-lines.ts'
import { collectLines } from '@kept/connectors/plain/read-lines.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { random } from '@kept/scenarios/random.ts'
import { readCommitmentHours, readCoveredHours, readPricesSeen } from '@kept/store/ledger/savings/bill-facts.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, type ReadBills, readBills } from '../../formats/testing/read-bills.ts'
import { hasSharedData, sharedData } from '../../formats/testing/shared-data.ts'
import { writeSample } from '../../formats/testing/write-sample.ts'
import { openPlainly } from './open-plainly.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  folder = mkdtempSync(join(tmpdir(), 'kept-plain-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

interface Reading {
  lines: string[]
  prices: string[]
  covered: number[]
  commitments: string[]
}

/** One text for one fact, independent of order and number format. */
const text = (value: object) =>
  JSON.stringify(value, (key, inside) =>
    typeof inside === 'string' && ['quantity', 'price', 'contracted', 'effective'].includes(key)
      ? decimal(inside)
      : inside,
  )
const ordered = (line: SavingsLine) => {
  const { resource, hour, hours, sku, quantity, price, contracted, effective, commitment, status, correction } = line
  return text({ resource, hour, hours, sku, quantity, price, contracted, effective, commitment, status, correction })
}

async function byEngine({ importId, bills }: ReadBills, request: LinesRequest): Promise<Reading & { rows: number }> {
  const { warehouse, scope } = world
  const loads = await warehouse.query<{ id: string }>(
    scope,
    'SELECT DISTINCT load_id AS id FROM cost_line WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {import_id:String})',
    { import_id: importId },
  )
  const span = { ...request, loadIds: loads.map(({ id }) => id) }
  const lines = await readResourceLines(warehouse, scope, span, request.resources)
  const prices = await readPricesSeen(warehouse, scope, span, request.skus)
  const commitments = await readCommitmentHours(warehouse, scope, span, request.commitments)
  return {
    rows: bills.reduce((total, { proof }) => total + proof.rows, 0),
    lines: lines.map(ordered).toSorted(),
    prices: prices.map(({ sku, hour, price }) => text({ sku, hour, price })).toSorted(),
    covered: [...(await readCoveredHours(warehouse, scope, span))].toSorted((a, b) => a - b),
    commitments: commitments.map(text).toSorted(),
  }
}

type LinesRequest = Parameters<typeof collectLines>[0]

async function plainly(paths: string[], request: LinesRequest): Promise<Reading & { rows: number }> {
  const chunks: Uint8Array[][] = [[], [], []]
  const packer = openPacker(3, (part, bytes) => chunks[part]?.push(bytes.slice()))
  const collected = collectLines(request, (line) => packer.add(line.resource % 3, line))
  for (const { bill, open } of await openPlainly(paths, formats)) {
    const reader = collected.read(bill)
    // Chunks of odd sizes: a row may be split anywhere.
    for await (const chunk of open() as AsyncIterable<Uint8Array>)
      for (let offset = 0; offset < chunk.length; offset += 977) reader.write(chunk.subarray(offset, offset + 977))
    reader.end()
  }
  packer.end()
  const lines = chunks.flatMap((part) => [...unpackLines(Buffer.concat(part), request.resources).values()].flat())
  return {
    rows: collected.rows,
    lines: lines.map(ordered).toSorted(),
    prices: collected
      .prices()
      .map(({ sku, hour, price }) => text({ sku, hour, price }))
      .toSorted(),
    covered: Array.from({ length: request.to - request.from + 24 }, (_, index) => request.from + index).filter(
      collected.isCovered,
    ),
    commitments: collected.commitmentHours().map(text).toSorted(),
  }
}

const month = { ...hoursOfMonth('2026-09'), currency: 'USD' }
const header =
  'BilledCost,BillingCurrency,BillingPeriodEnd,BillingPeriodStart,ChargeCategory,ChargeClass,ChargePeriodEnd,ChargePeriodStart,CommitmentDiscountId,CommitmentDiscountStatus,ConsumedQuantity,ContractedCost,ContractedUnitPrice,EffectiveCost,PricingQuantity,ProviderName,ResourceId,ResourceName,SkuId,SkuPriceId,Tags'

/** Bills with the same content in many notations. */
function randomBill(seed: number, delimiter = ','): string {
  const { pick, integer } = random(`bill ${seed}`)
  const rows = Array.from({ length: 120 }, () => {
    const hour = month.from - 30 + integer(0, 800)
    const span = pick([1, 1, 1, 24])
    const instant = (epochHour: number) =>
      pick([
        fromHour(epochHour),
        fromHour(epochHour).replace('Z', ''),
        fromHour(epochHour).replace('T', ' '),
        fromHour(epochHour).replace('Z', '.000Z'),
      ])
    const status = pick(['', '', 'Used', 'Unused'])
    return [
      pick(['0', '1.5', '-0.25', '1e-7', '0.000000000000000000000000000001']),
      pick(['USD', 'USD', 'USD', 'EUR']),
      '2026-10-01T00:00:00Z',
      '2026-09-01',
      pick(['Usage', 'Usage', 'Usage', 'Usage', 'Tax', 'Purchase']),
      pick(['', '', '', 'Correction']),
      pick([instant(hour + span), fromHour(hour + span - 1).replace(':00:00Z', ':59:59Z')]),
      instant(hour),
      status && pick(['sp-1', 'ri, two', 'sp-1']),
      status,
      pick(['', '3', '0.5']),
      pick(['0.192', '0.19200', '', '2', '1', '"7"']),
      pick(['0.096', '0.0960', '', '', 'NULL', '9.6E-2', '9.6e-2']),
      pick(['0.1', '0.333333333333333333', '-1', '0']),
      pick(['1', '2', '3', '7', '', '0', '1.0']),
      'AWS',
      pick(['i-1', 'i-2', 'i-3', 'ärger/ü', '']),
      pick(['', '"said ""so"", twice"', '"over\ntwo lines"']),
      pick(['k1', '']),
      pick(['large', 'large', 'small', '']),
      '"{""a"": ""b""}"',
    ].map((cell) => (cell.includes(delimiter) && !cell.startsWith('"') ? `"${cell}"` : cell))
  })
  return [header.split(',').join(delimiter), ...rows.map((row) => row.join(delimiter))].join('\n')
}

const request: LinesRequest = {
  ...month,
  resources: ['i-1', 'i-2', 'ärger/ü', 'nowhere'],
  skus: ['large', 'small', 'k1', 'never'],
  commitments: ['sp-1', 'ri, two'],
}

describe('the plain reader', () => {
  it('returns what the warehouse returns for random bills', async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const path = join(folder, `bill-${seed}.csv${seed % 3 === 0 ? '.gz' : ''}`)
      const csv = randomBill(seed, seed % 4 === 0 ? ';' : ',').replaceAll('\n', seed === 5 ? '\r\n' : '\n')
      writeFileSync(path, seed % 3 === 0 ? gzipSync(csv) : `${seed % 2 ? '\uFEFF' : ''}${csv}\n\n`)
      const plainResult = await plainly([path], request)
      expect(plainResult.lines.length).toBeGreaterThan(10)
      expect(plainResult.commitments.length).toBeGreaterThan(0)
      expect(plainResult, `seed ${seed}`).toEqual(await byEngine(await readBills(world, [path]), request))
    }
  }, 120_000)

  it.each([
    ['its own', 'aws/commitments.csv'] as const,
    ...['aws-cur', 'azure-payg', 'azure-german', 'focus-1.0', 'focus-1.1', 'focus-1.2', 'focus-1.3', 'focus-1.4'].map(
      (id) => ['generated', id] as const,
    ),
    ...(hasSharedData
      ? [
          'exports/aws/2023-06-01.csv',
          'exports/azure/costreport.csv',
          'focus/sample-1.0/focus_sample.csv',
          'focus/synthetic/aws-1.2/focus_1_2_cost_and_usage_aws.csv.gz',
        ].map((path) => ['real', path] as const)
      : []),
  ])('says what the warehouse returns for %s %s, or rejects it', async (kind, name) => {
    const path =
      kind === 'generated'
        ? ((await writeSample(folder, name)).paths[0] ?? '')
        : kind === 'real'
          ? sharedData(name)
          : join(fixtures, name)
    const files = await openPlainly([path], formats).catch(refused)
    if (!files) return
    const read = await readBills(world, [path])
    const facts = await factsOf(read)
    const plainResult = await plainly([path], facts).catch(refused)
    if (plainResult) expect(plainResult).toEqual(await byEngine(read, facts))
  })

  it.each([
    ['an amount as text', (cells: string[]) => cells.with(0, 'twelve')],
    ['an amount with a currency sign', (cells: string[]) => cells.with(13, '$1.00')],
    ['more decimals than the ledger stores', (cells: string[]) => cells.with(12, `0.${'1'.repeat(19)}`)],
    ['a date in another notation', (cells: string[]) => cells.with(7, '9/1/2026')],
    ['a day that does not exist', (cells: string[]) => cells.with(7, '2026-09-31T00:00:00Z')],
    ['an hour in another time zone', (cells: string[]) => cells.with(7, '2026-09-01T00:00:00+02:00')],
    ['no cost', (cells: string[]) => cells.with(13, '')],
    ['a cell too few', (cells: string[]) => cells.slice(1)],
    ['a cell too many', (cells: string[]) => [...cells, 'more']],
    ['a blank at the end of a name', (cells: string[]) => cells.with(16, 'i-1 ')],
    ['an unclosed quote', (cells: string[]) => cells.with(20, '"{')],
  ])('rejects a bill with %s', async (_, change) => {
    const cells =
      `1,USD,2026-10-01,2026-09-01,Usage,,2026-09-01T01:00:00Z,2026-09-01T00:00:00Z,,,1,1,1,1,1,AWS,i-1,,k1,large,{}`.split(
        ',',
      )
    const path = join(folder, 'odd.csv')
    writeFileSync(path, `${header}\n${cells.join(',')}\n`)
    expect((await plainly([path], request)).rows).toBe(1)
    writeFileSync(path, `${header}\n${change(cells).join(',')}\n`)
    await expect(plainly([path], request)).rejects.toThrow(NotPlain)
  })
})

describe('a row that cannot be read', () => {
  it('is skipped by both readers when it is of another month', async () => {
    const rows = randomBill(3).split('\n')
    const badRow = rows[1]?.split(',').with(7, '2026-08-01T00:00:00Z').with(6, '2026-08-01T01:00:00Z').with(13, 'N/A')
    const path = join(folder, 'other-month.csv')
    writeFileSync(path, [rows[0], badRow?.join(','), ...rows.slice(2)].join('\n'))
    const plainResult = await plainly([path], request)
    const engine = await byEngine(await readBills(world, [path]), request)
    expect(plainResult).toEqual(engine)
  })
})

function refused(error: unknown): undefined {
  if (!(error instanceof NotPlain)) throw error
}

/** The query for a bill: everything in its most common month and currency. */
async function factsOf({ importId }: ReadBills): Promise<LinesRequest> {
  const [facts] = await world.warehouse.query<Omit<LinesRequest, 'from' | 'to'> & { month: string }>(
    world.scope,
    `SELECT formatDateTime(ChargePeriodStart, '%Y-%m', 'UTC') AS month, BillingCurrency AS currency,
       groupUniqArrayIf(ResourceId, ResourceId != '') AS resources,
       groupUniqArrayIf(if(SkuPriceId != '', SkuPriceId, SkuId) AS sku, sku != '') AS skus,
       groupUniqArrayIf(CommitmentDiscountId, CommitmentDiscountId != '') AS commitments
     FROM cost_line WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {import_id:String}) AND ChargeCategory = 'Usage'
     GROUP BY month, currency ORDER BY count() DESC LIMIT 1`,
    { import_id: importId },
  )
  if (!facts) throw new Error('The fixture has no usage.')
  return { ...hoursOfMonth(facts.month), ...facts }
}
