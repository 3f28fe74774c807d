/** Splits a delimited file into rows, chunk by chunk: positions of cells in the bytes, without copies. */
import { isAscii, isUtf8 } from 'node:buffer'
import { unfinishedBytes } from '@kept/foundation/utf8.ts'
import { NotPlain } from './not-plain.ts'

export interface Row {
  /** Valid until the next row. */
  bytes: Uint8Array
  readonly start: Int32Array
  /** Exclusive. */
  readonly end: Int32Array
  /** The number of the row; the header is 0. */
  index: number
  /** 1 where a quote inside the cell is doubled: its bytes are not its text. */
  readonly escaped: Uint8Array
}

export interface RowReader {
  write(chunk: Uint8Array): void
  end(): void
}

const [quote, lineFeed, carriageReturn] = [34, 10, 13]
/** A longer row has an unclosed quote. */
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
  let remaining = new Uint8Array()

  /** Reads complete rows; returns the position reached. */
  function read(bytes: Uint8Array): number {
    const { start, end, escaped } = row
    const { length } = bytes
    row.bytes = bytes
    let rowStart = 0
    for (;;) {
      let position = rowStart
      let cell = 0
      for (;;) {
        if (position >= length) return rowStart
        if (cell > width) throw new NotPlain('a row has more cells than the header')
        let byte = bytes[position]
        if (byte === quote) {
          start[cell] = position + 1
          position = closingQuote(bytes, position + 1, cell, escaped)
          if (position + 1 >= length) return rowStart
          end[cell] = position
          position += 1
          byte = bytes[position]
        } else {
          start[cell] = position
          escaped[cell] = 0
          while (position < length && ends[bytes[position] ?? 0] === 0) position += 1
          if (position >= length) return rowStart
          byte = bytes[position]
          end[cell] = position
        }
        cell += 1
        position += 1
        if (byte === comma) continue
        if (byte === carriageReturn) {
          if (position >= length) return rowStart
          byte = bytes[position]
          position += 1
        }
        if (byte !== lineFeed) throw new NotPlain('a cell goes on behind its quotes, or a line ends in another way')
        break
      }
      rowStart = position
      if (cell === 1 && start[0] === end[0] && width > 1) continue
      if (cell < width) throw new NotPlain('a row ends before its last column')
      // Some exports end every row with a delimiter.
      if (cell > width && start[width] !== end[width]) throw new NotPlain('a row has more cells than the header')
      row.index += 1
      onRow(row)
    }
  }

  let unfinished = new Uint8Array()
  /** Text that is not UTF-8 may be another encoding, or a mix of two: the warehouse's reader decides. */
  function refuseOtherEncodings(chunk: Uint8Array): void {
    if (unfinished.length === 0 && isAscii(chunk)) return
    const bytes = unfinished.length === 0 ? chunk : joined(unfinished, chunk)
    const completeLength = bytes.length - unfinishedBytes(bytes)
    if (!isUtf8(bytes.subarray(0, completeLength))) throw new NotPlain('it is not written in UTF-8')
    unfinished = bytes.slice(completeLength)
  }

  return {
    write(chunk) {
      refuseOtherEncodings(chunk)
      const bytes = remaining.length === 0 ? chunk : joined(remaining, chunk)
      remaining = bytes.slice(read(bytes))
      if (remaining.length > longestRow) throw new NotPlain('a quote is never closed')
    },
    end() {
      if (unfinished.length > 0) throw new NotPlain('it is not written in UTF-8')
      if (remaining.length === 0) return
      const bytes = joined(remaining, new Uint8Array([lineFeed]))
      if (read(bytes) < bytes.length) throw new NotPlain('a quote is never closed')
      remaining = new Uint8Array()
    },
  }
}

/** The position of the quote that ends the cell, or the end of the bytes. */
function closingQuote(bytes: Uint8Array, from: number, cell: number, escaped: Uint8Array): number {
  escaped[cell] = 0
  for (let position = from; ; position += 2) {
    position = bytes.indexOf(quote, position)
    if (position < 0) return bytes.length
    if (bytes[position + 1] !== quote) return position
    escaped[cell] = 1
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(a.length + b.length)
  bytes.set(a)
  bytes.set(b, a.length)
  return bytes
}
