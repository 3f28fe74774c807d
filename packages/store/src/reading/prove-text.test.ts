import { Readable } from 'node:stream'
import { CsvReader } from '@kept/foundation/csv/read.ts'
import { add } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { proveText } from './prove-text.ts'

const names = ['Note', 'BilledCost', 'BillingCurrency', 'ListCost', 'Tags']
const plan = {
  names,
  currency: 2,
  costs: [
    { column: 'BilledCost' as const, cell: 1 },
    { column: 'EffectiveCost' as const, cell: null },
    { column: 'ListCost' as const, cell: 3 },
  ],
}
const header = `${names.join(',')}\n`

function prove(text: string, size = 7, delimiter = ',') {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  return proveText(Readable.from(chunks, { objectMode: false }), plan, delimiter)
}

/** The same by the product's other CSV reader, one text at a time. */
function naively(text: string) {
  const reader = new CsvReader({ separator: ',' })
  const [, ...rows] = [...reader.push(text), ...reader.end()].map(({ cells }) => cells)
  const sum = (currency: string, cell: number) =>
    rows
      .filter((row) => row[2] === currency && row[cell] !== '')
      .reduce<string | null>((total, row) => add(total ?? '0', row[cell] ?? ''), null)
  const currencies = [...new Set(rows.map((row) => row[2] ?? ''))]
  const sums = plan.costs.flatMap(({ column, cell }) =>
    currencies.map((currency) => ({ currency, column, amount: cell === null ? null : sum(currency, cell) })),
  )
  return { rows: rows.length, sums }
}

const text = fc.string({ unit: fc.constantFrom('a', 'ü', '"', ',', '\n', '\r', ' '), maxLength: 6 })
const quoted = text.map((value) => `"${value.replaceAll('"', '""')}"`)
const amount = fc.constantFrom('', '""', '1', '-0.25', '"12.5"', '7.2E-8', '0.0000000000000000000000000001')
const row = fc.tuple(quoted, amount, fc.constantFrom('USD', '"EUR"'), amount, quoted).map((cells) => cells.join(','))

it('finds what the other reader finds, however the bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (rows, lineBreak, endsInBreak, size) => {
        const file = [names.join(','), ...rows].join(lineBreak) + (endsInBreak ? lineBreak : '')
        expect(await prove(file, size)).toEqual(naively(file))
      },
    ),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 300) },
  )
})

it('reads past a byte order mark, other delimiters, and blank lines at the end', async () => {
  const proof = { rows: 1, sums: [{ amount: '2' }, { amount: null }, { amount: '3' }] }
  expect(await prove(`\uFEFF${header}x,2,USD,3,y\n\n\n`)).toMatchObject(proof)
  expect(await prove(`${header}x,2,USD,3,y\n`.replaceAll(',', ';'), 7, ';')).toMatchObject(proof)
})

const row1 = 'x,2,USD,3,y\n'
it.each([
  ['a row that ends early', `${row1}x,2,USD,3\n`],
  ['a row with more cells', `${row1}x,2,USD,3,y,z\n`],
  ['a file cut off in a row', `${row1}x,2,US`],
  ['a quote that is not closed', `${row1}x,2,USD,3,"y\n${row1}`],
  ['a quote within a cell', `x 5" y,2,USD,3,y\n`],
  ['text behind a closed quote', `"x"y,2,USD,3,y\n`],
  ['a blank line between rows', `${row1}\n${row1}`],
  ['a carriage return alone', `x,2,USD,3,y\rx,2,USD,3,y\n`],
  ['an amount in another notation', `x,"1,234.50",USD,3,y\n`],
  ['no currency', `x,2,,3,y\n`],
  ['a currency in small letters', `x,2,usd,3,y\n`],
])('leaves to the engine %s', async (_, rows) => {
  expect(await prove(header + rows)).toBeUndefined()
})

it('leaves to the engine a column that is not where its name says', async () => {
  expect(await prove(`Note,ListCost,BillingCurrency,BilledCost,Tags\n${row1}`)).toBeUndefined()
  expect(await prove('')).toBeUndefined()
})
