/** Services that deliver webhooks to each other: who calls whose receiver, and how evenly. */
import { expect, it } from 'vitest'
import { type EdgeMinute, edgeKey, type MinuteFacts } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import { observedView, resourceOf, spanOf, viewMinute } from '../testing/observed-view.ts'
import { webhookCirclesOf } from './webhook-circles.ts'

const nodes = new Nodes(9)
const [a, b, c] = ['a', 'b', 'c'].map((name) =>
  nodes.idOf(spanOf({ resource: resourceOf(name), name: 'POST /hook' })),
) as [number, number, number]
const calls = (count: number, trace = 't'): EdgeMinute => ({
  ...{ spanCount: count, count, failures: 0, durationMs: count, parents: count, operations: count, maxPerCaller: 1 },
  ...{ stuck: 0, gapRatios: [], bulk: 0, jobs: 0, trace },
})
type Call = [from: number, to: number, count: number]

function circlesOf(edges: readonly Call[], { receivers = [a, b, c], firstMinute = viewMinute } = {}) {
  const fill = (facts: MinuteFacts) => {
    for (const [from, to, count] of edges) facts.edges.set(edgeKey(from, to), calls(count, `${from}>${to}`))
  }
  const facts = new Map([
    [viewMinute, fill] as const,
    ...(firstMinute < viewMinute ? [[firstMinute, () => {}] as const] : []),
  ])
  return webhookCirclesOf(observedView({ nodes, webhookNodes: new Set(receivers), facts }), 5)
}

it('finds two services that answer each other, and how evenly', () => {
  const [circle, ...others] = circlesOf([
    [a, b, 100],
    [b, a, 80],
  ])
  expect(others).toEqual([])
  expect(circle).toMatchObject({ resourceIds: ['a', 'b'], deliveries: 180, balance: 0.8, trace: `${a}>${b}` })
  expect(circle?.edges.map(({ from, count }) => [from, count])).toEqual([
    ['a', 100],
    ['b', 80],
  ])
})

it('finds none without answers, and none within one service', () => {
  expect(
    circlesOf([
      [a, b, 100],
      [c, b, 100],
    ]),
  ).toEqual([])
  expect(circlesOf([[a, a, 100]])).toEqual([])
})

it('looks at calls of receivers of webhooks only', () => {
  expect(
    circlesOf(
      [
        [a, b, 100],
        [b, a, 100],
      ],
      { receivers: [a] },
    ),
  ).toEqual([])
})

it('leaves out who calls the circle without being called by it', () => {
  const [circle] = circlesOf([
    [a, b, 10],
    [b, a, 10],
    [c, a, 90],
  ])
  expect(circle).toMatchObject({ resourceIds: ['a', 'b'], deliveries: 20, balance: 1 })
})

it('is new where telemetry was known for five minutes before, and unknown where it was not', () => {
  const mutual: Call[] = [
    [a, b, 1],
    [b, a, 1],
  ]
  const begin = viewMinute - 4
  expect(circlesOf(mutual, { firstMinute: begin - 5 })[0]?.over).toBe(Number.POSITIVE_INFINITY)
  expect(circlesOf(mutual, { firstMinute: begin - 4 })[0]?.over).toBeNaN()
})
