/** A delimited file, piece by piece, into rows: where each cell begins and ends in the bytes, and nothing copied. */
import { isAscii, isUtf8 } from 'node:buffer'
import { unfinishedBytes } from '@kept/domain/utf8.ts'
import { NotPlain } from './not-plain.ts'

export interface Row {
  /** Valid until the next row. */
  bytes: Uint8Array
  readonly start: Int32Array
  /** Exclusive. */
  readonly end: Int32Array
  /** The number of the row, the header's being 0. */
  index: number
  /** 1 where a quote inside the cell is written twice: its bytes are not its text. */
  readonly escaped: Uint8Array
}

export interface RowReader {
  write(piece: Uint8Array): void
  end(): void
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]
/** A row longer than this has a quote that nobody closed. */
const longestRow = 16 * 1024 * 1024

export function openRows(delimiter: string, width: number, onRow: (row: Row) => void): RowReader {
  const comma = delimiter.charCodeAt(0)
  const ends = new Uint8Array(256)
  for (const byte of [comma, lineFeed, carriageReturn]) ends[byte] = 1
  const row: Row = {
    bytes: new Uint8Array(),
    start: new Int32Array(width + 1),
    end: new Int32Array(width + 1),
    escaped: new Uint8Array(width + 1),
    index: -1,
  }
  let rest = new Uint8Array()

  /** Reads whole rows; how far it came. */
  function read(bytes: Uint8Array): number {
    const { start, end, escaped } = row
    const { length } = bytes
    row.bytes = bytes
    let at = 0
    for (;;) {
      let place = at
      let cell = 0
      for (;;) {
        if (place >= length) return at
        if (cell > width) throw new NotPlain('a row has more cells than the header')
        let byte = bytes[place]
        if (byte === quote) {
          start[cell] = place + 1
          place = closingQuote(bytes, place + 1, cell, escaped)
          if (place + 1 >= length) return at
          end[cell] = place
          place += 1
          byte = bytes[place]
        } else {
          start[cell] = place
          escaped[cell] = 0
          while (place < length && ends[bytes[place] ?? 0] === 0) place += 1
          if (place >= length) return at
          byte = bytes[place]
          end[cell] = place
        }
        cell += 1
        place += 1
        if (byte === comma) continue
        if (byte === carriageReturn) {
          if (place >= length) return at
          byte = bytes[place]
          place += 1
        }
        if (byte !== lineFeed) throw new NotPlain('a cell goes on behind its quotes, or a line ends in another way')
        break
      }
      at = place
      if (cell === 1 && start[0] === end[0] && width > 1) continue
      if (cell < width) throw new NotPlain('a row ends before its last column')
      // Some exports end every row in a delimiter.
      if (cell > width && start[width] !== end[width]) throw new NotPlain('a row has more cells than the header')
      row.index += 1
      onRow(row)
    }
  }

  let unfinished = new Uint8Array()
  /** What is not UTF-8 may be another encoding, or two mixed: the warehouse's reader finds out. */
  function refuseOtherEncodings(piece: Uint8Array): void {
    if (unfinished.length === 0 && isAscii(piece)) return
    const bytes = unfinished.length === 0 ? piece : joined(unfinished, piece)
    const whole = bytes.length - unfinishedBytes(bytes)
    if (!isUtf8(bytes.subarray(0, whole))) throw new NotPlain('it is not written in UTF-8')
    unfinished = bytes.slice(whole)
  }

  return {
    write(piece) {
      refuseOtherEncodings(piece)
      const bytes = rest.length === 0 ? piece : joined(rest, piece)
      rest = bytes.slice(read(bytes))
      if (rest.length > longestRow) throw new NotPlain('a quote is never closed')
    },
    end() {
      if (unfinished.length > 0) throw new NotPlain('it is not written in UTF-8')
      if (rest.length === 0) return
      const bytes = joined(rest, new Uint8Array([lineFeed]))
      if (read(bytes) < bytes.length) throw new NotPlain('a quote is never closed')
      rest = new Uint8Array()
    },
  }
}

/** The place of the quote that ends the cell, or the end of the bytes. */
function closingQuote(bytes: Uint8Array, from: number, cell: number, escaped: Uint8Array): number {
  escaped[cell] = 0
  for (let place = from; ; place += 2) {
    place = bytes.indexOf(quote, place)
    if (place < 0) return bytes.length
    if (bytes[place + 1] !== quote) return place
    escaped[cell] = 1
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
