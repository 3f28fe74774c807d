/** A line the size of a word: points in a box of 0..width by 0..height, cut where a figure is missing. */
export interface PreparedSparkline {
  /** SVG path; a missing figure lifts the pen. */
  path: string
  /** Figures that stand alone between gaps: a line cannot show them, a dot does. */
  dots: { x: number; y: number }[]
  last: { x: number; y: number } | null
}

/** The base is zero, so that a small change looks small. */
export function prepareSparkline(values: readonly (number | null)[], width: number, height: number): PreparedSparkline {
  const known = values.filter((value) => value !== null)
  const low = Math.min(0, ...known)
  const high = Math.max(0, ...known)
  const span = high - low || 1
  const place = (value: number, index: number) => ({
    x: round(values.length > 1 ? (index / (values.length - 1)) * width : width / 2),
    y: round(height - ((value - low) / span) * height),
  })
  const points = values.map((value, index) => (value === null ? null : place(value, index)))
  const path = points
    .map((point, index) => (point ? `${points[index - 1] ? 'L' : 'M'}${point.x} ${point.y}` : ''))
    .join('')
  return {
    path,
    dots: points.filter(
      (point, index) => point !== null && !points[index - 1] && !points[index + 1],
    ) as PreparedSparkline['dots'],
    last: points.findLast((point) => point !== null) ?? null,
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
