/** Where a CSV stops being one: looked for only after the engine has said that it cannot split a file into rows. */
import type { Readable } from 'node:stream'

export interface BrokenQuote {
  /** Physical line, from 1: where the quote that causes it was opened; unknown when nobody could walk the file. */
  line?: number
  kind: 'never_closed' | 'closed_too_early'
}

const [quoteByte, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/** Reads until the first quoted field that does not end at its closing quote; undefined when there is none. */
export async function findBrokenQuote(content: Readable, delimiter: string): Promise<BrokenQuote | undefined> {
  const separator = delimiter.charCodeAt(0)
  let state: 'field_start' | 'plain' | 'quoted' | 'after_quote' = 'field_start'
  let line = 1
  let openedIn = 1
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
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
