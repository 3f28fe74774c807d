import { expect, it } from 'vitest'
import { inflate } from './inflate.ts'
import { defaultLimits } from './limits.ts'
import { csvRows } from './read-telemetry.ts'

async function* chunks(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

async function rowsOf(text: string, size: number, limits = defaultLimits) {
  const rows: string[][] = []
  for await (const { cells } of csvRows(chunks(text, size), 'x.csv', limits)) rows.push(cells)
  return rows
}

it('csvRows refuses a quotation without end and a line beyond the limit', async () => {
  const limits = { ...defaultLimits, lineLength: 1000 }
  await expect(rowsOf('a,"b\n\n\n', 3)).rejects.toThrow('x.csv, line 1: a quotation mark is not closed.')
  await expect(rowsOf(`a,b\na,"${'\n'.repeat(1001)}`, 100, limits)).rejects.toThrow('x.csv, line 2: a quotation mark')
  await expect(rowsOf(`a,b\n${'a'.repeat(1001)}`, 100, limits)).rejects.toThrow('longer than 1000 characters')
  expect(await rowsOf('\uFEFFa;b\r\n1;"2\n3"\r\n', 1)).toEqual([
    ['a', 'b'],
    ['1', '2\n3'],
  ])
})

it('inflate stops a bomb long before its end', async () => {
  const zeros = new Blob([new Uint8Array(128 * 1024 ** 2)]).stream().pipeThrough(new CompressionStream('gzip'))
  const bomb = new Uint8Array(await new Response(zeros).arrayBuffer())
  let receivedBytes = 0
  await expect(async () => {
    for await (const chunk of inflate(new Blob([bomb]).stream(), 'bomb.gz', defaultLimits))
      receivedBytes += chunk.length
  }).rejects.toThrow('bomb.gz unpacks to more than the limit')
  expect(receivedBytes).toBeLessThan(80 * 1024 ** 2)
})
