import fc from 'fast-check'
import { expect, it } from 'vitest'
import { csvRows, textLines } from './csv-lines.ts'
import { inflate } from './inflate.ts'
import { defaultLimits } from './limits.ts'

async function* chunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

async function rowsOf(text: string, size: number) {
  const rows: string[][] = []
  for await (const row of csvRows(textLines(chunks(text, size), 'x.csv', defaultLimits), ',', 'x.csv')) rows.push(row)
  return rows
}

it('rows are the same wherever the bytes are cut, with separators, marks and line ends inside quotations', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', '\n', ' '), maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 3 })),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
        expect(await rowsOf(text, size)).toEqual(rows)
      },
    ),
  )
})

it('a quotation without end is refused, after every line was looked at once', async () => {
  await expect(rowsOf('a,"b\n\n\n', 3)).rejects.toThrow('x.csv ends inside a quotation.')
  await expect(rowsOf(`a,"${'\n'.repeat(1_000_001)}`, 1 << 16)).rejects.toThrow('is not closed')
})

it('a bomb is let go of long before its end', async () => {
  const zeros = new Blob([new Uint8Array(128 * 1024 ** 2)]).stream().pipeThrough(new CompressionStream('gzip'))
  const bomb = new Uint8Array(await new Response(zeros).arrayBuffer())
  let receivedBytes = 0
  await expect(async () => {
    for await (const chunk of inflate(new Blob([bomb]).stream(), 'bomb.gz', defaultLimits))
      receivedBytes += chunk.length
  }).rejects.toThrow('bomb.gz unpacks to more than the limit')
  expect(receivedBytes).toBeLessThan(80 * 1024 ** 2)
})
