/** Where the bars of a chart begin and end. The screen, the PDF and the HTML file of a report draw the same bars. */

interface Bar {
  /** From the start of the axis, in the unit of `length`. */
  start: number
  size: number
  isNegative: boolean
}

/** The axis contains zero; `zero` is its position. Missing values have no bar. */
export function barGeometry(
  values: readonly (string | null)[],
  length: number,
): { bars: (Bar | null)[]; zero: number } {
  const numbers = values.map((value) => (value === null || value === '' ? null : Number(value)))
  const existing = numbers.filter((value) => value !== null)
  const low = Math.min(0, ...existing)
  const high = Math.max(0, ...existing)
  const scale = high === low ? 0 : length / (high - low)
  const zero = 0 - low * scale
  const bars = numbers.map((value) => {
    if (value === null) return null
    const size = Math.abs(value) * scale
    return { start: value < 0 ? zero - size : zero, size, isNegative: value < 0 }
  })
  return { bars, zero }
}
