import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isCompleteZstd } from './zstd-frames.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-zstd-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const text = Buffer.from('one line of a bill, and again\n'.repeat(30_000))
const noise = randomBytes(700_000)
const files: [name: string, bytes: Buffer][] = [
  ['a text', zstdCompressSync(text)],
  ['incompressible data', zstdCompressSync(noise)],
  ['with a checksum', zstdCompressSync(text, { params: { [constants.ZSTD_c_checksumFlag]: 1 } })],
  ['two frames', Buffer.concat([zstdCompressSync(text), zstdCompressSync(noise)])],
  [
    'a skippable frame, then a text',
    Buffer.concat([Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]), zstdCompressSync(text)]),
  ],
]

it.each(files)('%s: complete, and incomplete when any part is missing', async (_, bytes) => {
  const path = join(folder, 'file.zst')
  const isComplete = async (content: Buffer) => {
    await writeFile(path, content)
    return isCompleteZstd(path)
  }
  expect(await isComplete(bytes)).toBe(true)
  for (const cut of [1, 4, Math.floor(bytes.length / 2), bytes.length - 5]) {
    expect(await isComplete(bytes.subarray(0, bytes.length - cut)), `${cut} bytes missing`).toBe(false)
  }
  expect(await isComplete(Buffer.concat([bytes, Buffer.from('garbage')]))).toBe(false)
})
