/**
 * The gain of a circle: how many visits one visit causes, going around. At 1 it feeds itself; a chain of mean length n
 * has gain 1 - 1/n, so that the sixteen at which AWS stops a recursion is 15/16.
 */
export interface Flow {
  from: number
  to: number
  count: number
}

/** Spectral radius of children per visit, by power iteration; `visits` are of the nodes of the component. */
export function gainOf(flows: readonly Flow[], visits: ReadonlyMap<number, number>): number {
  const nodes = [...visits.keys()]
  const indexOf = new Map(nodes.map((node, index) => [node, index]))
  const cells = flows
    .map(({ from, to, count }) => ({
      from: indexOf.get(from),
      to: indexOf.get(to),
      weight: count / Math.max(1, visits.get(from) ?? 0),
    }))
    .filter(
      (cell): cell is { from: number; to: number; weight: number } => cell.from !== undefined && cell.to !== undefined,
    )
  let vector = new Float64Array(nodes.length).fill(1)
  let growth = 0
  // A circle of k nodes turns the vector around with period k; averaged with itself it settles (the matrix plus one).
  for (let step = 0; step < 50; step += 1) {
    const next = Float64Array.from(vector)
    for (const { from, to, weight } of cells) next[to] = (next[to] as number) + weight * (vector[from] as number)
    const norm = next.reduce((largest, value) => Math.max(largest, value), 0)
    if (norm === 0) return 0
    growth = norm
    vector = next.map((value) => value / norm)
  }
  return Math.max(0, growth - 1)
}

/**
 * The lower bound of the 90 % interval of the gain, by a Poisson bootstrap; the same seed, the same bound. Resampled is
 * how often a chain ended: of a hundred visits with ninety-nine children one end was seen, not ninety-nine accidents.
 */
export function lowerGain(flows: readonly Flow[], visits: ReadonlyMap<number, number>, seed: number): number {
  const next = generator(seed)
  const caused = new Map<number, number>()
  for (const { from, count } of flows) caused.set(from, (caused.get(from) ?? 0) + count)
  const gains: number[] = []
  for (let round = 0; round < 40; round += 1) {
    const scales = new Map<number, number>()
    for (const [from, count] of caused) {
      const visitCount = visits.get(from) ?? 0
      // Half an end is lent to all: that none was seen does not mean that there is none.
      const sampled =
        count <= visitCount
          ? Math.max(0, visitCount - poisson(visitCount - count + 0.5, next))
          : visitCount + poisson(count - visitCount, next)
      scales.set(from, sampled / count)
    }
    gains.push(
      gainOf(
        flows.map((flow) => ({ ...flow, count: flow.count * (scales.get(flow.from) ?? 1) })),
        visits,
      ),
    )
  }
  return gains.sort((a, b) => a - b)[2] ?? 0
}

/** Poisson; its normal form where the count is large and the difference cannot be seen. */
function poisson(mean: number, next: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
    return Math.max(0, mean + Math.sqrt(mean) * normal)
  }
  const limit = Math.exp(-mean)
  let count = 0
  for (let product = next(); product > limit; product *= next()) count += 1
  return count
}

/** mulberry32: small, and enough for a bootstrap. */
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}
