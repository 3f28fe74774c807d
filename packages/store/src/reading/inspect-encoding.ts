/** The encoding of a text that is not UTF-8, byte by byte: one legacy encoding throughout, or a mix of two. */
import type { Readable } from 'node:stream'
import { chunksOf } from './chunks.ts'
import { maxLineBytes } from './scan-text.ts'

export interface TextPlace {
  /** Physical line, from 1. */
  line: number
  /** Bytes of the line before it. */
  before: Buffer
  /** Some bytes around it, so that a user can find it. */
  context: Buffer
}

export type EncodingRecommendation =
  /** Every letter beyond ASCII is a single byte that Windows-1252 defines. */
  | { is: 'windows-1252'; first: TextPlace }
  /** UTF-8 in some lines and single bytes in others: no encoding fits both. */
  | { is: 'mixed'; first: TextPlace; utf8Line: number }
  | { is: 'unknown'; first: TextPlace }

const lineFeed = 0x0a
/** Bytes that Windows-1252 does not define. */
const undefinedBytes: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
const shownBytes = 24

/** Only for a text that is not UTF-8; stops as soon as it is mixed or unknown. */
export async function inspectEncoding(content: Readable): Promise<EncodingRecommendation> {
  const walk = openWalk()
  try {
    for await (const chunk of chunksOf(content)) {
      const result = walk.read(chunk)
      if (result) return result
    }
  } finally {
    content.destroy()
  }
  return walk.end()
}

function openWalk() {
  let line = 1
  let current: Buffer[] = []
  let currentBytes = 0
  let sequence: number[] = []
  let expected = 0
  let utf8Line: number | undefined
  let first: TextPlace | undefined
  let unknown = false

  /** The bytes of the line so far, including those of the current chunk. */
  function locate(chunk: Buffer, lineStart: number, index: number, bytes: number[]): TextPlace {
    const before = Buffer.concat([...current, chunk.subarray(lineStart, Math.max(lineStart, index))])
    const context = Buffer.concat([
      before.subarray(-shownBytes),
      Buffer.from(bytes),
      chunk.subarray(index + 1, index + 1 + shownBytes),
    ])
    return { line, before, context }
  }

  function fail(bytes: number[], chunk: Buffer, lineStart: number, index: number): void {
    first ??= locate(chunk, lineStart, index - bytes.length + 1, bytes)
    if (bytes.some((byte) => undefinedBytes.has(byte))) unknown = true
  }

  function evaluate(): EncodingRecommendation | undefined {
    if (!first) return undefined
    if (utf8Line !== undefined) return { is: 'mixed', first, utf8Line }
    return unknown ? { is: 'unknown', first } : undefined
  }

  return {
    read(chunk: Buffer): EncodingRecommendation | undefined {
      let lineStart = 0
      for (let index = 0; index < chunk.length; index += 1) {
        const byte = chunk[index] ?? 0
        if (expected > 0) {
          if ((byte & 0xc0) === 0x80 && isAllowed(sequence, byte)) {
            sequence.push(byte)
            if (sequence.length === expected) {
              utf8Line ??= line
              sequence = []
              expected = 0
            }
            continue
          }
          fail(sequence, chunk, lineStart, index - 1)
          sequence = []
          expected = 0
        }
        if (byte >= 0x80) {
          expected = sequenceLength(byte)
          if (expected > 0) sequence = [byte]
          else fail([byte], chunk, lineStart, index)
        } else if (byte === lineFeed) {
          line += 1
          lineStart = index + 1
          current = []
          currentBytes = 0
        }
        const result = evaluate()
        if (result) return result
      }
      // Of a line without end, only the start is useful.
      if (currentBytes < maxLineBytes) current.push(Buffer.from(chunk.subarray(lineStart)))
      currentBytes += chunk.length - lineStart
      return undefined
    },
    end(): EncodingRecommendation {
      if (sequence.length > 0) fail(sequence, Buffer.alloc(0), 0, -1)
      const location = first ?? { line, before: Buffer.alloc(0), context: Buffer.alloc(0) }
      return evaluate() ?? { is: 'windows-1252', first: location }
    },
  }
}

function sequenceLength(byte: number): number {
  if (byte >= 0xc2 && byte <= 0xdf) return 2
  if (byte >= 0xe0 && byte <= 0xef) return 3
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0
}

/** The second byte of some sequences is bounded: overlong forms, surrogates and what lies beyond Unicode. */
function isAllowed([lead = 0, ...remaining]: number[], byte: number): boolean {
  if (remaining.length > 0) return true
  if (lead === 0xe0) return byte >= 0xa0
  if (lead === 0xed) return byte <= 0x9f
  if (lead === 0xf0) return byte >= 0x90
  return lead !== 0xf4 || byte <= 0x8f
}
