/** Lines and bands as outlines. What is unknown is a gap: a line ends before it and begins anew after it. */

/** Neighbours that are known, each run with the place it begins at. */
function runs<Value>(values: readonly (Value | null)[]): { from: number; values: Value[] }[] {
  const found: { from: number; values: Value[] }[] = []
  values.forEach((value, place) => {
    if (value === null) return
    const last = found.at(-1)
    if (last && last.from + last.values.length === place) last.values.push(value)
    else found.push({ from: place, values: [value] })
  })
  return found
}

type Place = (place: number) => number
type Height = (amount: number) => number

export function lineThrough(values: readonly (number | null)[], x: Place, y: Height): string {
  return runs(values)
    .map(({ from, values: run }) => join(run.map((value, index) => [x(from + index), y(value)])))
    .join('')
}

/** Along the upper edges and back along the lower ones. */
export function bandBetween(edges: readonly ([number, number] | null)[], x: Place, y: Height): string {
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
