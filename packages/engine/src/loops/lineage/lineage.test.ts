import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stronglyConnected } from './components.ts'
import { gainOf, lowerGain } from './gain.ts'
import { fixEdge, shortestCycle } from './shortest-cycle.ts'

const graph = (edges: [number, number][]) => {
  const successors = new Map<number, number[]>()
  for (const [from, to] of edges) {
    successors.set(from, [...(successors.get(from) ?? []), to])
    if (!successors.has(to)) successors.set(to, [])
  }
  return successors
}

describe('stronglyConnected', () => {
  it('agrees with reachability both ways', () => {
    const edge = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }))
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 25 }), (edges) => {
        const successors = graph(edges)
        const reach = (from: number) => {
          const visited = new Set([from])
          const todo = [from]
          for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
            for (const next of successors.get(node) ?? []) if (!visited.has(next) && visited.add(next)) todo.push(next)
          }
          return visited
        }
        const componentOf = new Map(
          stronglyConnected(successors).flatMap((nodes, index) => nodes.map((node) => [node, index] as const)),
        )
        expect(componentOf.size).toBe(successors.size)
        for (const a of successors.keys()) {
          for (const b of successors.keys()) {
            expect(componentOf.get(a) === componentOf.get(b)).toBe(reach(a).has(b) && reach(b).has(a))
          }
        }
      }),
    )
  })
  it('walks a chain of 100,000 without running out of stack', () => {
    const successors = new Map(Array.from({ length: 100_000 }, (_, i) => [i, [(i + 1) % 100_000]]))
    expect(stronglyConnected(successors)).toHaveLength(1)
  })
})

describe('gain', () => {
  it('of a chain of sixteen is 15/16, as AWS stops it', () => {
    const flows = [{ from: 1, to: 1, count: 15_000 }]
    expect(gainOf(flows, new Map([[1, 16_000]]))).toBeCloseTo(0.9375, 9)
  })
  it('goes around circles of several nodes', () => {
    const flows = [
      { from: 1, to: 2, count: 100 },
      { from: 2, to: 1, count: 64 },
    ]
    expect(
      gainOf(
        flows,
        new Map([
          [1, 100],
          [2, 100],
        ]),
      ),
    ).toBeCloseTo(0.8, 6)
  })
  it('is bounded from below by its bootstrap, the closer the more was seen', () => {
    const low = (scale: number) => lowerGain([{ from: 1, to: 1, count: 99 * scale }], new Map([[1, 100 * scale]]), 1)
    expect(low(1)).toBeLessThan(low(100))
    expect(low(100)).toBeLessThan(0.99)
    expect(low(100)).toBeGreaterThan(0.985)
  })
})

describe('the circle shown', () => {
  const flows = [
    { from: 1, to: 2, count: 50 },
    { from: 2, to: 3, count: 50 },
    { from: 3, to: 1, count: 49 },
    { from: 2, to: 4, count: 5 },
    { from: 4, to: 1, count: 5 },
  ]
  it('is the shortest through the heaviest edge', () => {
    expect(shortestCycle(flows).map(({ from, to }) => `${from}${to}`)).toEqual(['12', '23', '31'])
  })
  it('is cut where the gain falls most', () => {
    const visits = new Map([
      [1, 50],
      [2, 50],
      [3, 50],
      [4, 5],
    ])
    expect(fixEdge(shortestCycle(flows), flows, visits)).toEqual({ from: 1, to: 2, count: 50 })
  })
})
