import { type Flow, gainOf } from './gain.ts'

/** The shortest circle through the heaviest edge: what a person needs to see of a component. */
export function shortestCycle(flows: readonly Flow[]): Flow[] {
  const heaviest = flows.reduce<Flow | undefined>(
    (best, flow) => (best && best.count >= flow.count ? best : flow),
    undefined,
  )
  if (!heaviest || heaviest.from === heaviest.to) return heaviest ? [heaviest] : []
  const bySource = new Map<number, Flow[]>()
  for (const flow of flows) bySource.set(flow.from, [...(bySource.get(flow.from) ?? []), flow])
  const cameBy = new Map<number, Flow>()
  const queue = [heaviest.to]
  const visited = new Set(queue)
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    if (node === heaviest.from) break
    for (const flow of (bySource.get(node) ?? []).toSorted((a, b) => b.count - a.count)) {
      if (visited.has(flow.to)) continue
      visited.add(flow.to)
      cameBy.set(flow.to, flow)
      queue.push(flow.to)
    }
  }
  const returnPath: Flow[] = []
  for (let node = heaviest.from; node !== heaviest.to; ) {
    const flow = cameBy.get(node)
    if (!flow) return [heaviest]
    returnPath.unshift(flow)
    node = flow.from
  }
  return [heaviest, ...returnPath]
}

/** The edge of the circle without which the gain falls furthest below one: where to cut. */
export function fixEdge(
  cycle: readonly Flow[],
  flows: readonly Flow[],
  visits: ReadonlyMap<number, number>,
): Flow | undefined {
  let best: { flow: Flow; gain: number } | undefined
  for (const flow of cycle) {
    const gain = gainOf(
      flows.filter((other) => other !== flow),
      visits,
    )
    if (!best || gain < best.gain) best = { flow, gain }
  }
  return best?.flow
}
