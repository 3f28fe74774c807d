/** A small line chart: points within 0..width by 0..height, with gaps where figures are missing. */
interface PreparedSparkline {
  /** SVG path; a missing figure starts a new line. */
  path: string
  /** Figures between two gaps, which need a dot. */
  dots: { x: number; y: number }[]
  last: { x: number; y: number } | null
}

/** Returns the path. The scale includes zero, so that small changes look small. */
export function prepareSparkline(values: readonly (number | null)[], width: number, height: number): PreparedSparkline {
  const numbers = values.filter((value) => value !== null)
  const low = Math.min(0, ...numbers)
  const high = Math.max(0, ...numbers)
  const span = high - low || 1
  const toPoint = (value: number, index: number) => ({
    x: round(values.length > 1 ? (index / (values.length - 1)) * width : width / 2),
    y: round(height - ((value - low) / span) * height),
  })
  const points = values.map((value, index) => (value === null ? null : toPoint(value, index)))
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
