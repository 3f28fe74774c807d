/** Finds where a file stops being valid CSV. Runs only after the engine has failed to split the file into rows. */
import type { Readable } from 'node:stream'
import { chunksOf } from './chunks.ts'

export interface BrokenQuote {
  /** Physical line, from 1, where the unbalanced quote was opened; unknown when the file could not be scanned. */
  line?: number
  kind: 'never_closed' | 'closed_too_early'
}

const [quoteByte, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** Reads to the first quoted field that does not end at its closing quote; undefined when there is none. */
export async function findBrokenQuote(content: Readable, delimiter: string): Promise<BrokenQuote | undefined> {
  const separator = delimiter.charCodeAt(0)
  let state: 'field_start' | 'plain' | 'quoted' | 'after_quote' = 'field_start'
  let line = 1
  let openedIn = 1
  try {
    for await (const chunk of chunksOf(content)) {
      for (const byte of chunk) {
        if (state === 'quoted') {
          if (byte === quoteByte) state = 'after_quote'
        } else if (byte === separator || byte === lineFeed || byte === carriageReturn) {
          state = 'field_start'
        } else if (state === 'field_start' && byte === quoteByte) {
          state = 'quoted'
          openedIn = line
        } else if (state === 'after_quote') {
          if (byte !== quoteByte) return { line: openedIn, kind: 'closed_too_early' }
          state = 'quoted'
        } else {
          state = 'plain'
        }
        if (byte === lineFeed) line += 1
      }
    }
  } finally {
    content.destroy()
  }
  return state === 'quoted' ? { line: openedIn, kind: 'never_closed' } : undefined
}
