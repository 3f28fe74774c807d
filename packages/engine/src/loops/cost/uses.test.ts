import { expect, it } from 'vitest'
import { edgeKey } from '../aggregate/minute-facts.ts'
import { emptyResource } from '../aggregate/nodes.ts'
import type { View } from '../view.ts'
import { usesOf } from './uses.ts'

const [first, second, queue, log] = [1, 2, 3, 4]

/** Two functions that go around, ten visits each; what `edges` counts below them. */
function viewOf(edges: readonly (readonly [from: number, to: number, count: number])[]): View {
  const sum = { visits: 10, spanCount: 10, durationMs: 500, memoryMb: 0 }
  return {
    nodes: { get: (id: number) => ({ resource: { ...emptyResource, id: `r${id}` }, destination: '', runs: true }) },
    nodeSums: () => new Map([first, second, queue].map((node) => [node, sum])),
    edgeSums: () => new Map(edges.map(([from, to, count]) => [edgeKey(from, to), { count }])),
  } as unknown as View
}

const rates = (view: View) =>
  usesOf(
    view,
    5,
    new Map([
      [first, 100],
      [second, 60],
    ]),
  ).map(({ id, perMinute }) => [id, perMinute])

it('adds up what each part of a loop calls, and goes on below that', () => {
  const view = viewOf([
    [first, second, 10],
    [first, queue, 20],
    [second, queue, 5],
    [queue, log, 10],
  ])
  // 20 of 10 visits at 100 a minute, and 5 of 10 at 60.
  expect(rates(view)).toEqual([
    ['r1', 100],
    ['r2', 60],
    ['r3', 230],
    ['r4', 230],
  ])
})

it('says how long one run takes, where it was seen', () => {
  expect(usesOf(viewOf([[first, log, 1]]), 5, new Map([[first, 100]])).map(({ avgMs }) => avgMs)).toEqual([50, null])
})
