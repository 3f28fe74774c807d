import { expect, test } from 'vitest'
import { placeCycle } from './cycle-layout.ts'

test('a function that calls itself is one node with a loop', () => {
  const { nodes, edges } = placeCycle([{ from: 'a run', to: 'a run', count: 9 }], null)
  expect(nodes.map(({ lines }) => lines)).toEqual([['a', 'run']])
  expect(edges).toHaveLength(1)
  expect(edges[0]?.path).toMatch(/^M .* C /)
})

test('nodes stand in the order the loop goes around, whatever order its edges come in', () => {
  const { nodes, edges } = placeCycle(
    [
      { from: 'a', to: 'b', count: 1 },
      { from: 'c', to: 'a', count: 3 },
      { from: 'b', to: 'c', count: 2 },
    ],
    'c → a',
  )
  expect(nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(edges.filter(({ isFix }) => isFix).map(({ key }) => key)).toEqual(['c → a'])
  for (const { x, y } of nodes) expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true])
})

test('no cycle is an empty picture, and a large one is cut', () => {
  expect(placeCycle([], null)).toEqual({ nodes: [], edges: [] })
  const largeCycle = Array.from({ length: 20 }, (_, n) => ({ from: `n${n}`, to: `n${(n + 1) % 20}`, count: 1 }))
  expect(placeCycle(largeCycle, null).nodes).toHaveLength(8)
})

test('there and back between two nodes leave room for both counts', () => {
  const pair = [
    { from: 'a', to: 'b', count: 2_076_096 },
    { from: 'b', to: 'a', count: 2_076_096 },
  ]
  const [forward, backward] = placeCycle(pair, null).edges
  // A count of nine figures is some 70 wide.
  expect(Math.abs((forward?.x ?? 0) - (backward?.x ?? 0))).toBeGreaterThan(80)
})
