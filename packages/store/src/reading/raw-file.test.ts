import { Readable } from 'node:stream'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ALWAYS_ALLOWED_BYTES, unpacked } from './raw-file.ts'

async function sizeOf(stream: Readable): Promise<number> {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) bytes += chunk.length
  return bytes
}

const zeros = Buffer.alloc(ALWAYS_ALLOWED_BYTES + 32 * 1024 ** 2)

describe('unpacked', () => {
  it.each([
    ['gzip', gzipSync(zeros)],
    ['zstd', zstdCompressSync(zeros)],
  ] as const)('rejects a %s decompression bomb', async (compression, bomb) => {
    await expect(sizeOf(unpacked(Readable.from([bomb], { objectMode: false }), compression))).rejects.toThrow(
      /^The file unpacks to more than 250 times its size, which no bill does; upload it unpacked or in parts\.$/,
    )
  })

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)('does not limit the ratio of a short %s file', async (compression, pack) => {
    const packed = pack(zeros.subarray(0, 1024 ** 2))
    expect(await sizeOf(unpacked(Readable.from([packed], { objectMode: false }), compression))).toBe(1024 ** 2)
  })

  it('reports a truncated file', async () => {
    const cut = gzipSync(Buffer.from('a,b\n1,2\n'.repeat(1000))).subarray(0, 20)
    await expect(sizeOf(unpacked(Readable.from([cut], { objectMode: false }), 'gzip'))).rejects.toThrow(/end of file/)
  })
})
