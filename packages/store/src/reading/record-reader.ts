/**
 * The cells of a CSV, by their positions in its bytes. Only the plain form: a cell is quoted completely or has no quote,
 * every record has the same number of cells, lines end in LF or CRLF, and blank lines are at the end. Anything else is
 * refused, because readers differ on what it means.
 */

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]
const ended = -1
const notPlain = -2

export class RecordReader {
  /** The bytes that the positions refer to, while `onRecord` runs. */
  bytes: Uint8Array = new Uint8Array()
  /** First byte of each cell, and the byte after its last one, without quotes. */
  readonly start: Int32Array
  readonly end: Int32Array
  private readonly isSpecial = new Uint8Array(256)
  private readonly delimiter: number
  private readonly width: number
  private readonly onRecord: () => boolean
  private isAfterBlank = false

  /** `width`: cells of a record, at least two. `onRecord` returns false to refuse the record. */
  constructor(delimiter: string, width: number, onRecord: () => boolean) {
    this.delimiter = delimiter.charCodeAt(0)
    this.width = width
    this.onRecord = onRecord
    this.start = new Int32Array(width)
    this.end = new Int32Array(width)
    for (const byte of [this.delimiter, lineFeed, carriageReturn, quote]) this.isSpecial[byte] = 1
  }

  /** Reads the complete records and returns the number of their bytes; undefined when they are not plain. */
  read(bytes: Uint8Array, isLast: boolean): number | undefined {
    this.bytes = bytes
    let at = 0
    while (at < bytes.length) {
      const next = this.record(at, isLast)
      if (next === notPlain) return undefined
      if (next === ended) return at
      at = next
    }
    return at
  }

  /** Where the next record begins; `ended` when this one continues after the bytes. */
  private record(from: number, isLast: boolean): number {
    const { bytes, width, delimiter } = this
    const blank = this.lineEnd(from, isLast)
    if (blank !== notPlain) {
      this.isAfterBlank ||= blank !== ended
      return blank
    }
    if (this.isAfterBlank) return notPlain
    let at = from
    for (let cell = 0; cell < width; cell += 1) {
      at = this.cell(cell, at, isLast)
      if (at < 0) return at
      if (cell === width - 1) break
      if (bytes[at] !== delimiter) return notPlain
      at += 1
    }
    const next = at === bytes.length ? at : this.lineEnd(at, isLast)
    if (next < 0) return next
    return this.onRecord() ? next : notPlain
  }

  /** The byte after the line break that begins here. */
  private lineEnd(at: number, isLast: boolean): number {
    const { bytes } = this
    if (bytes[at] === lineFeed) return at + 1
    if (bytes[at] !== carriageReturn) return notPlain
    if (at + 1 === bytes.length && !isLast) return ended
    return bytes[at + 1] === lineFeed ? at + 2 : notPlain
  }

  /** The byte after the cell. */
  private cell(cell: number, from: number, isLast: boolean): number {
    const { bytes, isSpecial } = this
    const length = bytes.length
    if (bytes[from] === quote) return this.quotedCell(cell, from + 1, isLast)
    let at = from
    while (at < length && isSpecial[bytes[at] as number] === 0) at += 1
    if (at === length && !isLast) return ended
    this.start[cell] = from
    this.end[cell] = at
    return at
  }

  private quotedCell(cell: number, from: number, isLast: boolean): number {
    const { bytes } = this
    const length = bytes.length
    for (let at = from; at < length; at += 1) {
      if (bytes[at] !== quote) continue
      if (at + 1 === length && !isLast) return ended
      if (bytes[at + 1] === quote) {
        at += 1
        continue
      }
      this.start[cell] = from
      this.end[cell] = at
      return at + 1
    }
    return isLast ? notPlain : ended
  }
}
