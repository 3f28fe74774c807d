/** SVG paths of lines and bands. An unknown value is a gap in the path. */

/** Splits the values into runs without gaps, each with the index of its first value. */
function runs<Value>(values: readonly (Value | null)[]): { from: number; values: Value[] }[] {
  const segments: { from: number; values: Value[] }[] = []
  values.forEach((value, index) => {
    if (value === null) return
    const last = segments.at(-1)
    if (last && last.from + last.values.length === index) last.values.push(value)
    else segments.push({ from: index, values: [value] })
  })
  return segments
}

type XScale = (index: number) => number
type Height = (amount: number) => number

export function lineThrough(values: readonly (number | null)[], x: XScale, y: Height): string {
  return runs(values)
    .map(({ from, values: run }) => join(run.map((value, index) => [x(from + index), y(value)])))
    .join('')
}

/** Returns a closed path along the upper edges and back along the lower edges. */
export function bandBetween(edges: readonly ([number, number] | null)[], x: XScale, y: Height): string {
  return runs(edges)
    .map(({ from, values: run }) => {
      const upper = run.map(([, high], index) => [x(from + index), y(high)] as const)
      const lower = run.map(([low], index) => [x(from + index), y(low)] as const)
      return `${join([...upper, ...lower.toReversed()])}z`
    })
    .join('')
}

function join(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')
}
