import { decimal } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'
import { parseAmount, parseTime } from './parse-sql.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const american = { slashDates: 'month_first', decimalComma: false } as const

async function read(expression: string, texts: string[]): Promise<(string | null)[]> {
  const rows = await world.warehouse.inspect<{ value: string | null }>(
    `SELECT toString(${expression}) AS value FROM (SELECT arrayJoin({written:Array(String)}) AS written)`,
    { written: texts },
  )
  return rows.map(({ value }) => value)
}
const amounts = (texts: string[], decimalComma = false) => read(parseAmount('written', 30, { decimalComma }), texts)
const times = (texts: string[], slashDates: 'month_first' | 'day_first' | null = 'month_first') =>
  read(parseTime('written', { slashDates }), texts)

it('reads amounts as bills write them, and no invalid text as zero', async () => {
  const readable: [string, string][] = [
    ['1.5', '1.5'],
    ['+1.5', '1.5'],
    ['-.5', '-0.5'],
    ['1.', '1'],
    ['0', '0'],
    ['-0.00', '0'],
    ['5e-06', '0.000005'],
    ['2.323760000E-9', '0.00000000232376'],
    ['$10,000.00 ', '10000'],
    [' 1.5 ', '1.5'],
    ['-$5', '-5'],
    ['($1,234.5)', '-1234.5'],
    ['€7', '7'],
    ['0.000000000000000000000000000001', '0.000000000000000000000000000001'],
  ]
  expect(await amounts(readable.map(([text]) => text))).toEqual(readable.map(([, value]) => value))
  const unreadable = [
    '',
    '-',
    '+',
    '.',
    'e5',
    '1.2.3',
    '1,2,3',
    '12,3,4',
    '1e',
    'NaN',
    'inf',
    '0x10',
    '1 2',
    'abc',
    '1-2',
    '$',
    '()',
    '1_000',
  ]
  expect(await amounts(unreadable)).toEqual(unreadable.map(() => null))
  expect(await amounts(['1.234,56', '0,075', '-3', '1234,5'], true)).toEqual(['1234.56', '0.075', '-3', '1234.5'])
})

it('reads every decimal of up to thirty places exactly, with and without thousands separators', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 30n - 1n), fc.boolean()), {
        minLength: 1,
        maxLength: 50,
      }),
      async (numbers) => {
        const plainNumbers = numbers.map(
          ([integer, part, negative]) => `${negative ? '-' : ''}${integer}.${part.toString().padStart(30, '0')}`,
        )
        const grouped = plainNumbers.map((text) =>
          text.replace(/^(-?)(\d+)/, (_, sign, integer) => `${sign}$${BigInt(integer).toLocaleString('en-US')}`),
        )
        const expected = plainNumbers.map((text) => decimal(text))
        expect(await amounts(plainNumbers)).toEqual(expected)
        expect(await amounts(grouped)).toEqual(expected)
      },
    ),
    { numRuns: 20 },
  )
})

it('reads dates in the notations of bills, in UTC', async () => {
  const readable: [string, string][] = [
    ['2024-03-01', '2024-03-01 00:00:00'],
    ['2024-03-01 22:00:00', '2024-03-01 22:00:00'],
    ['2024-03-01T10:00Z', '2024-03-01 10:00:00'],
    ['2024-03-01T10:00:00.123456Z', '2024-03-01 10:00:00'],
    ['2024-03-01 10:00:00 UTC', '2024-03-01 10:00:00'],
    ['2024-03-01 10:00:00+00:00', '2024-03-01 10:00:00'],
    ['2024-03-01T10:00:00-08:00', '2024-03-01 18:00:00'],
    ['2024/03/01', '2024-03-01 00:00:00'],
    ['20240301', '2024-03-01 00:00:00'],
    ['202403', '2024-03-01 00:00:00'],
    ['31.12.2024', '2024-12-31 00:00:00'],
    ['12/31/2024', '2024-12-31 00:00:00'],
    ['5/1/25', '2025-05-01 00:00:00'],
    ['12/1/25', '2025-12-01 00:00:00'],
    ['9/2/2023 11:30:00 PM', '2023-09-02 23:30:00'],
  ]
  expect(await times(readable.map(([text]) => text))).toEqual(readable.map(([, value]) => value))
  expect(await times(['31/12/2024', '5/1/25', '12/1/25'], 'day_first')).toEqual([
    '2024-12-31 00:00:00',
    '2025-01-05 00:00:00',
    '2025-01-12 00:00:00',
  ])
  const unreadable = [
    '',
    'soon',
    '1.5',
    '12.5',
    '44927',
    '1700000000',
    '2024-02-30',
    '2024-13-01',
    '31/12/2024',
    '0001-01-01',
    '9999-12-31',
    '1/2',
  ]
  expect(await times(unreadable, american.slashDates)).toEqual(unreadable.map(() => null))
})
