import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findBrokenQuote } from './broken-quote.ts'

const find = (text: string, size = 3) =>
  findBrokenQuote(Readable.from(chunks(Buffer.from(text), size), { objectMode: false }), ',')

function* chunks(bytes: Buffer, size: number) {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

it('names the line where the quote was opened', async () => {
  expect(await find('a,b\n1,"two\nlines"\n3,"four\n5,6\n')).toEqual({ line: 4, kind: 'never_closed' })
  expect(await find('a,b\n1,"a 5" disk"\n')).toEqual({ line: 2, kind: 'closed_too_early' })
})

it('accepts quotes where CSV allows them', async () => {
  expect(await find('a,b\r\n"",5" disk\r\n"x ""y"" z","1,2\n3"')).toBeUndefined()
})

it('finds nothing wrong in valid CSV, however it is split into chunks', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')).join('\n')
        expect(await find(text, size)).toBeUndefined()
        expect(await find(`${text}\n"open`, size)).toMatchObject({ kind: 'never_closed' })
      },
    ),
  )
})
