/** Dates of a column: row after row says the same one, which is read once. */
import { secondsOf } from './cells.ts'
import type { Row } from './rows.ts'

/** No plain date is longer. */
const longest = 32

export function openClock(width: number) {
  const bytesOf = new Uint8Array(width * longest)
  const lengthOf = new Int32Array(width).fill(-1)
  const secondsAt = new Float64Array(width)
  const rowOf = new Float64Array(width).fill(-1)
  return {
    secondsOf(row: Row, column: number): number {
      // Asked for again in the same row.
      if (rowOf[column] === row.index) return secondsAt[column] ?? 0
      const { bytes, start, end } = row
      const from = start[column] ?? 0
      const length = (end[column] ?? 0) - from
      const offset = column * longest
      if (length === lengthOf[column]) {
        // From its end, where two dates differ first.
        let index = length - 1
        while (index >= 0 && bytes[from + index] === bytesOf[offset + index]) index -= 1
        if (index < 0) {
          rowOf[column] = row.index
          return secondsAt[column] ?? 0
        }
      }
      const seconds = secondsOf(row, column)
      // Only now: of a date that cannot be read, nothing is known when it is asked for again.
      rowOf[column] = row.index
      secondsAt[column] = seconds
      lengthOf[column] = length > longest ? -1 : length
      if (length > longest) return seconds
      for (let index = 0; index < length; index += 1) bytesOf[offset + index] = bytes[from + index] ?? 0
      return seconds
    },
  }
}
