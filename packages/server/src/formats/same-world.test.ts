/** One world, written by every provider's writer and read by Kept: every figure is that of the world. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare } from '@kept/foundation/decimal.ts'
import { curLegacyTables } from '@kept/scenarios/sample-bill/aws/cur-legacy.ts'
import { buildSampleWorld, type SampleOptions } from '@kept/scenarios/sample-bill/build-world.ts'
import { type SampleFormat, sampleFormats } from '@kept/scenarios/sample-bill/formats.ts'
import { toCsv, toJsonLines } from '@kept/scenarios/sample-bill/table.ts'
import { truthOf } from '@kept/scenarios/sample-bill/truth.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryImportedLines, readBills } from './testing/read-bills.ts'

const [legacy] = sampleFormats
const byTheHour: SampleFormat = {
  ...(legacy as SampleFormat),
  id: 'aws-cur-hourly',
  tables: (world) => curLegacyTables(world, { granularity: 'hour', spelling: 'csv' }),
}
const asParquetSpells: SampleFormat = {
  ...(legacy as SampleFormat),
  id: 'aws-cur-parquet-names',
  tables: (world) => curLegacyTables(world, { granularity: 'day', spelling: 'parquet' }),
}
const all = [...sampleFormats, byTheHour, asParquetSpells]
const withCommitments = all.filter(({ id }) =>
  /^(?:aws-cur|aws-cur-2|azure-ea|azure-mca|focus-1.2|gcp-detailed)$/.test(id),
)

const worlds: [name: string, options: Partial<SampleOptions>, formats: SampleFormat[]][] = [
  ['with everything', { months: 2, machines: 8, seed: 'one', secondCurrency: true }, all],
  ['with a discount on the list', { months: 1, machines: 6, seed: 'two', discountPercent: 8 }, withCommitments],
  ['without upfront payments', { months: 1, machines: 7, seed: 'three', upfront: false }, withCommitments],
  ['without commitments', { months: 1, machines: 4, seed: 'four', commitments: false, spot: false }, withCommitments],
]

let store: World
let folder: string
beforeAll(async () => {
  store = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'kept-same-world-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await store.close()
})

describe.each(worlds)('a world %s', (name, options, formats) => {
  it.each(formats.map((format) => [format.id, format] as const))('is read from %s as it is', async (id, format) => {
    const world = buildSampleWorld({ ...options, ...format.options })
    const paths: string[] = []
    for (const table of format.tables(world, 'csv')) {
      const path = join(folder, `${name}-${id}-${table.name}.csv`.replaceAll(' ', '-'))
      await writeFile(path, [...toCsv(table)].join(''))
      paths.push(path)
    }
    expect(await sumsOf(paths, format)).toEqual(format.truth(world).map(pickTotals))
  })
})

it.each(['gcp-standard', 'gcp-detailed'])('is read from %s as JSON lines as it is', async (id) => {
  const format = sampleFormats.find((candidate) => candidate.id === id) as SampleFormat
  const world = buildSampleWorld({ months: 2, machines: 6, secondCurrency: true, ...format.options })
  const paths = format
    .tables(world, 'jsonl')
    .map((table) => ({ table, path: join(folder, `${id}-${table.name}.jsonl`) }))
  for (const { table, path } of paths) await writeFile(path, [...toJsonLines(table)].join(''))
  expect(
    await sumsOf(
      paths.map(({ path }) => path),
      format,
    ),
  ).toEqual(format.truth(world).map(pickTotals))
})

/** The stored amounts after reading, as far as the format has them. */
async function sumsOf(paths: string[], format: SampleFormat): Promise<Record<string, string | undefined>[]> {
  const { importId, rejectedRows } = await readBills(store, paths)
  expect(rejectedRows).toEqual([])
  const rows = await queryImportedLines<Record<string, string>>(
    store,
    importId,
    `toString(billing_period) AS month, BillingCurrency AS currency, toString(sum(BilledCost)) AS billed,
     toString(sum(EffectiveCost)) AS amortized,
     toString(sum(if(CommitmentDiscountStatus = 'Unused', EffectiveCost, 0))) AS unused,
     toString(sum(if(ChargeCategory = 'Usage' AND ChargeClass = '' AND PricingCategory IN ('Standard', 'Committed')
       AND CommitmentDiscountStatus != 'Unused', ListCost, 0))) AS list`,
    'GROUP BY month, currency ORDER BY month, currency',
  )
  const [truth] = format.truth(buildSampleWorld({ months: 1, machines: 4, ...format.options }))
  return rows.map(({ month, currency, billed, amortized, unused, list }) =>
    pickTotals({
      month,
      currency,
      billed,
      amortized,
      ...(truth?.unused === undefined ? {} : { unused }),
      ...(truth?.list === undefined ? {} : { list }),
    }),
  )
}

function pickTotals({ month, currency, billed, amortized, unused, list }: Record<string, string | undefined>) {
  return { month, currency, billed, amortized, unused, list }
}

it('contains every kind of charge', () => {
  const sums = truthOf(buildSampleWorld(worlds[0]?.[1]))
  expect(sums.map(({ month, currency }) => `${month} ${currency}`)).toEqual([
    '2026-07-01 EUR',
    '2026-07-01 USD',
    '2026-08-01 EUR',
    '2026-08-01 USD',
  ])
  for (const { unused, commitmentPayments, billed, amortized } of sums) {
    expect(compare(unused, '0')).toBe(1)
    expect(compare(commitmentPayments, '0')).toBe(1)
    expect(compare(billed, amortized)).not.toBe(0)
  }
})
