/** One fast scan of a text file: whether it is UTF-8, and whether every line is short enough to be a row. */
import { isAscii, isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { unfinishedBytes } from '@kept/foundation/utf8.ts'
import { chunksOf } from './chunks.ts'

interface TextScan {
  isUtf8: boolean
  /** True when some line is longer than any row of a bill can be. */
  hasEndlessLine: boolean
}

/** A row of a bill has some kilobytes; a longer line is not a row, and would have to be held in memory. */
export const maxLineBytes = 16 * 1024 * 1024

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Stops as soon as the result is certain. `limitLines` is false for JSON, where a list may be one line. */
export async function scanText(content: Readable, { limitLines }: { limitLines: boolean }): Promise<TextScan> {
  let remainder: Buffer = Buffer.alloc(0)
  let lineBytes = 0
  try {
    for await (const chunk of chunksOf(content)) {
      if (limitLines) {
        lineBytes = lineAfter(chunk, lineBytes)
        if (lineBytes > maxLineBytes) return { isUtf8: true, hasEndlessLine: true }
      }
      if (remainder.length === 0 && isAscii(chunk)) continue
      const bytes = remainder.length > 0 ? Buffer.concat([remainder, chunk]) : chunk
      const completeLength = bytes.length - unfinishedBytes(bytes)
      if (!isUtf8(bytes.subarray(0, completeLength))) return { isUtf8: false, hasEndlessLine: false }
      remainder = Buffer.from(bytes.subarray(completeLength))
    }
  } finally {
    content.destroy()
  }
  return { isUtf8: remainder.length === 0, hasEndlessLine: false }
}

/** Length of the line that continues after the chunk; of one that ends in it, its length when it is too long. */
function lineAfter(chunk: Buffer, before: number): number {
  const first = firstBreak(chunk)
  if (first < 0) return before + chunk.length
  if (before + first > maxLineBytes) return before + first
  return chunk.length - 1 - Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn))
}

function firstBreak(chunk: Buffer): number {
  const breaks = [chunk.indexOf(lineFeed), chunk.indexOf(carriageReturn)].filter((index) => index >= 0)
  return breaks.length === 0 ? -1 : Math.min(...breaks)
}
