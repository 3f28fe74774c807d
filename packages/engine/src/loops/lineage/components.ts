/** Strongly connected components by Tarjan's algorithm, without recursion: a graph may be one long chain. O(V + E). */
export function stronglyConnected(successors: ReadonlyMap<number, readonly number[]>): number[][] {
  const { nodes, firstEdge, targets } = packed(successors)
  const count = nodes.length
  const index = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const onStack = new Uint8Array(count)
  const stack: number[] = []
  const components: number[][] = []
  const nextEdge = firstEdge.slice()
  let counter = 0
  const enter = (node: number) => {
    index[node] = low[node] = counter
    counter += 1
    stack.push(node)
    onStack[node] = 1
  }
  for (let root = 0; root < count; root += 1) {
    if (index[root] !== -1) continue
    enter(root)
    const path = [root]
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const edge = nextEdge[node] as number
      if (edge < (firstEdge[node + 1] as number)) {
        nextEdge[node] = edge + 1
        const child = targets[edge] as number
        if (index[child] === -1) {
          enter(child)
          path.push(child)
        } else if (onStack[child]) low[node] = Math.min(low[node] as number, index[child] as number)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[node] as number)
      if (low[node] !== index[node]) continue
      const component: number[] = []
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        onStack[member] = 0
        component.push(nodes[member] as number)
        if (member === node) break
      }
      components.push(component)
    }
  }
  return components
}

/** The graph in flat arrays: the targets of node i stand from firstEdge[i] to firstEdge[i + 1]. */
function packed(successors: ReadonlyMap<number, readonly number[]>) {
  const indexOf = new Map<number, number>()
  const nodes: number[] = []
  const number = (node: number) => {
    const existing = indexOf.get(node)
    if (existing !== undefined) return existing
    indexOf.set(node, nodes.length)
    nodes.push(node)
    return nodes.length - 1
  }
  for (const node of successors.keys()) number(node)
  const firstEdge = [0]
  const targets: number[] = []
  for (const children of successors.values()) {
    for (const child of children) targets.push(number(child))
    firstEdge.push(targets.length)
  }
  // Nodes that are only ever called stand at the end and have no edges.
  while (firstEdge.length <= nodes.length) firstEdge.push(targets.length)
  return { nodes, firstEdge: Int32Array.from(firstEdge), targets }
}
