import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inspectEncoding } from './inspect-encoding.ts'
import { maxLineBytes, scanText } from './scan-text.ts'
import { utf16Of } from './text-encoding.ts'

/** The bytes in chunks of a size that splits characters. */
function inPieces(bytes: Buffer, size: number): Readable {
  return Readable.from(
    (function* () {
      for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
    })(),
    { objectMode: false },
  )
}

describe('scanText', () => {
  it('detects UTF-8 as the standard decoder does, wherever the chunks are split', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }).map((value) => Buffer.from(value, 'utf8')),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (bytes, size) => {
        const scan = await scanText(inPieces(bytes, size), { limitLines: true })
        expect(scan.isUtf8).toBe(isValid(bytes))
      }),
    )
  })

  it('finds an overlong line, and accepts long files of short lines and long lists of JSON', async () => {
    const endless = Buffer.alloc(maxLineBytes + 2, 'x')
    const lines = Buffer.alloc(maxLineBytes * 2, `${'x'.repeat(1000)}\n`)
    expect(await scanText(inPieces(endless, 65_536), { limitLines: true })).toMatchObject({ hasEndlessLine: true })
    expect(await scanText(inPieces(endless, 65_536), { limitLines: false })).toMatchObject({ hasEndlessLine: false })
    expect(await scanText(inPieces(lines, 65_536), { limitLines: true })).toMatchObject({ hasEndlessLine: false })
    const behind = Buffer.concat([Buffer.from('a,b\n1,2\n'), endless, Buffer.from('\n1,2\n')])
    expect(await scanText(inPieces(behind, 65_536), { limitLines: true })).toMatchObject({ hasEndlessLine: true })
  })
})

describe('inspectEncoding', () => {
  const inspect = (bytes: Buffer, size = 5) => inspectEncoding(inPieces(bytes, size))

  it('recognizes a text of one encoding, and where its first letter is', async () => {
    const result = await inspect(Buffer.from('id,name\n1,plain\n2,Köln\n', 'latin1'))
    expect(result.is).toBe('windows-1252')
    expect([result.first.line, result.first.before.toString('latin1')]).toEqual([3, '2,K'])
  })

  it('recognizes a text of two encodings by a line of each', async () => {
    const mixed = Buffer.concat([Buffer.from('1,Zürich\n'), Buffer.from('2,Köln\n', 'latin1')])
    for (let size = 1; size < 12; size += 1)
      expect(await inspect(mixed, size)).toMatchObject({ is: 'mixed', utf8Line: 1, first: { line: 2 } })
    expect(await inspect(Buffer.concat([mixed.subarray(10), mixed.subarray(0, 10)]))).toMatchObject({
      is: 'mixed',
      utf8Line: 2,
      first: { line: 1 },
    })
  })

  it('does not guess when bytes are undefined', async () => {
    expect(await inspect(Buffer.from([0x61, 0x81, 0x0a]))).toMatchObject({ is: 'unknown', first: { line: 1 } })
  })

  it('finds a truncated character at the end', async () => {
    expect(await inspect(Buffer.from([0x61, 0x0a, 0x62, 0xc3]))).toMatchObject({ first: { line: 2 } })
  })

  it('finds a problem in everything that is not UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (raw, size) => {
          const bytes = Buffer.from(raw)
          if (isValid(bytes)) return
          const { first } = await inspect(bytes, size)
          expect(first.line).toBeLessThanOrEqual([...bytes].filter((byte) => byte === 10).length + 1)
          expect(first.context.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

describe('utf16Of', () => {
  it.each([
    ['with a mark', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), 'utf-16le'],
    ['without one', Buffer.from('a,b\n1,2\n', 'utf16le'), 'utf-16le'],
    ['big-endian', Buffer.from('a,b\n1,2\n', 'utf16le').swap16(), 'utf-16be'],
    ['UTF-8', Buffer.from('a,b\n1,2\n'), undefined],
    ['zeros', Buffer.alloc(100), undefined],
  ])('knows UTF-16 %s', (_, bytes, expected) => {
    expect(utf16Of(bytes)).toBe(expected)
  })
})

function isValid(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
