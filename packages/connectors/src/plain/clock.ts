/** Dates of a column: consecutive rows often have the same one, which is parsed once. */
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
      // Requested again in the same row.
      if (rowOf[column] === row.index) return secondsAt[column] ?? 0
      const { bytes, start, end } = row
      const from = start[column] ?? 0
      const length = (end[column] ?? 0) - from
      const offset = column * longest
      if (length === lengthOf[column]) {
        // From the end, where two dates differ first.
        let index = length - 1
        while (index >= 0 && bytes[from + index] === bytesOf[offset + index]) index -= 1
        if (index < 0) {
          rowOf[column] = row.index
          return secondsAt[column] ?? 0
        }
      }
      const seconds = secondsOf(row, column)
      // Set only now: after a parse error nothing must be remembered.
      rowOf[column] = row.index
      secondsAt[column] = seconds
      lengthOf[column] = length > longest ? -1 : length
      if (length > longest) return seconds
      for (let index = 0; index < length; index += 1) bytesOf[offset + index] = bytes[from + index] ?? 0
      return seconds
    },
  }
}
