/** The positions of a cycle's nodes: on a circle in the order of the loop, with names shortened to what differs. */
export interface CycleEdge {
  from: string
  to: string
  count: number
}

interface PlacedNode {
  name: string
  /** The name without the service in front, or the other way round; two lines at most. */
  lines: string[]
  x: number
  y: number
}

interface PlacedEdge {
  key: string
  path: string
  count: number
  /** Where its count stands. */
  x: number
  y: number
  isFix: boolean
}

interface PlacedCycle {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
}

export const cycleSize = { width: 360, height: 240 }
const maxNodes = 8
const nodeRadius = 9
/** How far an edge is bent outwards; there and back between two nodes need room for both their counts. */
const [defaultBend, pairBend] = [28, 96]

export function placeCycle(cycle: readonly CycleEdge[], fixEdge: string | null): PlacedCycle {
  const names = orderOf(cycle).slice(0, maxNodes)
  const { width, height } = cycleSize
  const [cx, cy] = [width / 2, height / 2]
  const [rx, ry] = names.length === 1 ? [0, 0] : [100, 68]
  const nodes = names.map((name, index): PlacedNode => {
    const angle = (index / names.length) * 2 * Math.PI - Math.PI / 2
    return { name, lines: linesOf(name), x: cx + rx * Math.cos(angle), y: cy + ry * Math.sin(angle) }
  })
  const nodeByName = new Map(nodes.map((node) => [node.name, node]))
  const edges = cycle.flatMap((edge): PlacedEdge[] => {
    const [from, to] = [nodeByName.get(edge.from), nodeByName.get(edge.to)]
    if (!from || !to) return []
    const key = `${edge.from} → ${edge.to}`
    const isFix = fixEdge === key
    return [
      {
        key,
        count: edge.count,
        isFix,
        ...(from === to ? selfLoop(from) : arc(from, to, names.length === 2 ? pairBend : defaultBend)),
      },
    ]
  })
  return { nodes, edges }
}

/** The order in which the loop goes around, from its first edge on. */
function orderOf(cycle: readonly CycleEdge[]): string[] {
  const visited: string[] = []
  let next = cycle[0]?.from
  while (next !== undefined && !visited.includes(next)) {
    visited.push(next)
    const current: string = next
    next = cycle.find(({ from, to }) => from === current && !visited.includes(to))?.to
  }
  for (const { from, to } of cycle) for (const name of [from, to]) if (!visited.includes(name)) visited.push(name)
  return visited
}

function linesOf(name: string): string[] {
  const space = name.indexOf(' ')
  const parts = space > 0 ? [name.slice(0, space), name.slice(space + 1)] : [name]
  return parts.map((part) => (part.length > 22 ? `${part.slice(0, 21)}…` : part))
}

function selfLoop({ x, y }: { x: number; y: number }) {
  const [left, right, top] = [x - 34, x + 34, y - 70]
  return {
    path: `M ${x - nodeRadius} ${y - 4} C ${left} ${top}, ${right} ${top}, ${x + nodeRadius} ${y - 4}`,
    x,
    y: y - 60,
  }
}

/** Bent outwards, so that there and back do not lie on each other. */
function arc(from: { x: number; y: number }, to: { x: number; y: number }, maxBend: number) {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const [ux, uy] = [dx / length, dy / length]
  const bend = maxBend === pairBend ? maxBend : Math.min(maxBend, length / 4)
  const [mx, my] = [(from.x + to.x) / 2 + uy * bend, (from.y + to.y) / 2 - ux * bend]
  const start = { x: from.x + ux * nodeRadius, y: from.y + uy * nodeRadius }
  const end = { x: to.x - ux * (nodeRadius + 4), y: to.y - uy * (nodeRadius + 4) }
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    path: `M ${round(start.x)} ${round(start.y)} Q ${round(mx)} ${round(my)}, ${round(end.x)} ${round(end.y)}`,
    x: (mx + (from.x + to.x) / 2) / 2,
    y: (my + (from.y + to.y) / 2) / 2,
  }
}
