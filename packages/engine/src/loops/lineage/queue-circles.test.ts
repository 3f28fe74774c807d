/** Circles of queues: which share of the messages of a queue was published where one of the circle was consumed. */
import { expect, it } from 'vitest'
import type { FlowMinute, MinuteFacts } from '../aggregate/minute-facts.ts'
import { observedView, resourceOf, service, viewMinute } from '../testing/observed-view.ts'
import { queueCirclesOf } from './queue-circles.ts'

const flow = (from: string, to: string, count: number, more: Partial<FlowMinute> = {}): FlowMinute => ({
  ...{ from, to, resource: service, node: 1, spanCount: count, publishers: count, count, failures: 0 },
  ...{ durationMs: 10 * count, trace: 't' },
  ...more,
})
/** Flows minute by minute, the last in the minute of the view. */
const circlesOf = (...byMinute: FlowMinute[][]) =>
  queueCirclesOf(
    observedView({
      facts: new Map(
        byMinute.map((flows, index) => [
          viewMinute - index,
          (facts: MinuteFacts) => {
            for (const item of flows) facts.flows.set(`${item.from}\n${item.to}\n${item.resource.id}`, item)
          },
        ]),
      ),
    }),
    5,
  )

it('finds two queues whose messages return, added up over the minutes', () => {
  const minute = [flow('', 'a', 10), flow('a', 'b', 90), flow('b', 'a', 80, { failures: 8 })]
  const [circle, ...others] = circlesOf(minute, minute)
  expect(others).toEqual([])
  expect(circle).toMatchObject({
    ...{ destinations: ['a', 'b'], published: 340, iterations: 180, perEntry: 17, minutes: 2, avgMs: 10 },
    failing: 16 / 340,
  })
  // Of 90 messages in a, 90 caused one in b; of 90 in b, 80 caused one in a.
  expect(circle?.gain).toBeCloseTo(Math.sqrt(80 / 90), 3)
  expect(circle?.gainLow).toBeLessThanOrEqual(circle?.gain ?? 0)
})

it('finds a queue whose consumer publishes to it', () => {
  const [circle] = circlesOf([flow('', 'a', 1), flow('a', 'a', 99)])
  expect(circle).toMatchObject({ destinations: ['a'], iterations: 99, perEntry: 99 })
  expect(circle?.gain).toBeCloseTo(0.99, 6)
})

it('counts the runs that publish nothing, where more begins than was published', () => {
  const facts = (runs: number) =>
    observedView({
      facts: new Map([
        [
          viewMinute,
          (minute: MinuteFacts) => {
            minute.flows.set('a', flow('a', 'a', 100))
            minute.consumed.set('a', runs)
          },
        ],
      ]),
    })
  // Each object is stored once more and then left: half of the runs publish.
  expect(queueCirclesOf(facts(200), 5)[0]?.gain).toBeCloseTo(0.5, 6)
  expect(queueCirclesOf(facts(100), 5)[0]?.gain).toBeCloseTo(1, 6)
  expect(queueCirclesOf(facts(60), 5)[0]?.gain).toBeCloseTo(1, 6)
})

it('finds none in a chain, whatever flows through it', () => {
  expect(circlesOf([flow('', 'a', 100), flow('a', 'b', 100), flow('b', 'c', 100)])).toEqual([])
})

it('looks at the minutes of its window only', () => {
  const there = [flow('a', 'b', 9)]
  const back = [flow('b', 'a', 9)]
  expect(circlesOf(there, [], [], [], back)).toHaveLength(1)
  expect(circlesOf(there, [], [], [], [], back)).toEqual([])
})

it('keeps two circles apart', () => {
  const circles = circlesOf([flow('a', 'a', 5), flow('b', 'b', 7), flow('a', 'b', 1)])
  expect(circles.map(({ destinations }) => destinations.join()).toSorted()).toEqual(['a', 'b'])
})

it('names who publishes, the most frequent first', () => {
  const [circle] = circlesOf([
    flow('a', 'b', 3, { resource: resourceOf('rare'), node: 7, trace: 'of rare' }),
    flow('b', 'a', 8, { resource: resourceOf('busy'), node: 8, trace: 'of busy' }),
  ])
  expect(circle?.resources.map(({ name }) => name)).toEqual(['busy', 'rare'])
  expect(circle).toMatchObject({ nodes: [8, 7], trace: 'of busy' })
})

it('tells where runs end, unless more messages wait than were begun', () => {
  const endOf = (publishers: number, runs: number) =>
    queueCirclesOf(
      observedView({
        facts: new Map([
          [
            viewMinute,
            (facts: MinuteFacts) => {
              facts.flows.set('a', flow('a', 'a', 100, { publishers }))
              facts.consumed.set('a', runs)
            },
          ],
        ]),
      }),
      5,
    )[0]?.endShare
  expect(endOf(50, 100)).toBe(0.5)
  expect(endOf(100, 100)).toBe(0)
  expect(endOf(50, 80)).toBeNaN()
  expect(endOf(50, 0)).toBeNaN()
})
