/** Deliveries that cause deliveries: a thousand in five minutes, half of them of objects that return. */
import { describe, expect, it } from 'vitest'
import { edgeKey, type MinuteFacts, type WebhookMinute } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import { defaultRule, observedView, resourceOf, service, spanOf, viewMinute } from '../testing/observed-view.ts'
import { webhook } from './webhook.ts'

const nodes = new Nodes(9)
const nodeOf = (name: string) => nodes.idOf(spanOf({ resource: resourceOf(name), name: 'POST /hook' }))
const received = (more: Partial<WebhookMinute> = {}): WebhookMinute => ({
  ...{ resource: service, node: nodeOf('svc'), spanCount: 1000, deliveries: 1000, repeatedIds: 0, withId: 1000 },
  ...{ failures: 0, durationMs: 5000, maxHops: 0, maxDepth: 0, keys: new Map([['o\ne', 1000]]), trace: 't' },
  ...{ alternated: 0, gaps: [] },
  ...more,
})
/** Each of these calls the other's receiver: too rarely to be a loop by that alone. */
const mutual = [
  ['svc', 'a'],
  ['a', 'svc'],
  ['b', 'svc'],
  ['svc', 'b'],
] as const
const oneCall = {
  ...{ spanCount: 1, count: 1, failures: 0, durationMs: 1, parents: 1, operations: 1, maxPerCaller: 1, stuck: 0 },
  ...{ gapRatios: [], bulk: 0, jobs: 0, trace: 't' },
}
/** What was received minute by minute, the last in the minute of the view. */
const evaluate = (...minutes: Partial<WebhookMinute>[][]) =>
  webhook.evaluate({
    view: observedView({
      nodes,
      webhookNodes: new Set(mutual.map(([, to]) => nodeOf(to))),
      facts: new Map(
        minutes.map((receivers, index) => [
          viewMinute - index,
          (facts: MinuteFacts) => {
            for (const receiver of receivers.map(received)) facts.webhooks.set(receiver.resource.id, receiver)
            for (const [from, to] of mutual) facts.edges.set(edgeKey(nodeOf(from), nodeOf(to)), { ...oneCall })
          },
        ]),
      ),
    }),
    rule: defaultRule('webhook_loop'),
  })
const only = (evaluations: LoopEvaluation[]): LoopEvaluation => {
  expect(evaluations).toHaveLength(1)
  return evaluations[0] as LoopEvaluation
}
const missing = ({ features }: LoopEvaluation) => features.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('webhook deliveries of objects that return', () => {
  it('are added up over the minutes', () => {
    const half = { spanCount: 500, deliveries: 500, withId: 500, durationMs: 2500, keys: new Map([['o\ne', 500]]) }
    expect(only(evaluate([half], [half]))).toMatchObject({
      ...{ volume: 1000, gate: true, shape: true, partial: true, excludedBy: null, cycle: [{ count: 1000 }] },
      metrics: { iterations: 1000, perMinute: 200, avgMs: 5 },
    })
    expect(only(evaluate([half], [{ ...half, deliveries: 499 }])).gate).toBe(false)
  })
  it.each([
    ['an object that returns five times', { spanCount: 5, keys: new Map([['o\ne', 5]]) }, [], true],
    ['an object that returns four times', { spanCount: 4, keys: new Map([['o\ne', 4]]) }, ['cycled_keys'], false],
    ['half of the deliveries', { spanCount: 10, keys: new Map([['o\ne', 5]]) }, [], true],
    ['less than half of the deliveries', { spanCount: 11, keys: new Map([['o\ne', 5]]) }, ['cycled_keys'], false],
    ['sixteen hops', { keys: new Map<string, number>(), maxHops: 16 }, [], false],
    ['fifteen hops', { keys: new Map<string, number>(), maxHops: 15 }, ['cycled_keys'], false],
    ['one delivery ID in twenty seen before', { repeatedIds: 50 }, [], true],
    ['more delivery IDs seen before', { repeatedIds: 51 }, ['fresh_ids'], true],
    ['no delivery IDs', { withId: 0 }, [], true],
  ])('look at %s', (_, more, names, partial) => {
    const evaluation = only(evaluate([more]))
    expect([missing(evaluation), evaluation.partial]).toEqual([names, partial])
  })
  it('are no loop where the provider retries what failed', () => {
    const reason = 'the provider retries failed deliveries'
    expect(only(evaluate([{ repeatedIds: 201, failures: 201 }])).excludedBy).toBe(reason)
    expect(only(evaluate([{ repeatedIds: 200, failures: 201 }])).excludedBy).toBeNull()
    expect(only(evaluate([{ repeatedIds: 201, failures: 200 }])).excludedBy).toBeNull()
  })
  it('are looked at from an eighth of the threshold on, or with two hops', () => {
    expect(evaluate([{ deliveries: 124 }])).toHaveLength(0)
    expect(evaluate([{ deliveries: 125 }])).toHaveLength(1)
    expect(evaluate([{ deliveries: 3, maxHops: 1 }])).toHaveLength(0)
    expect(only(evaluate([{ deliveries: 3, maxHops: 2 }])).gate).toBe(true)
  })
})

describe('two receivers of the same objects', () => {
  const end = (name: string, deliveries: number, object = 'o') => ({
    ...{ resource: resourceOf(name), node: nodeOf(name), deliveries, spanCount: deliveries },
    keys: new Map([[`${object}\n${name}`, deliveries]]),
  })
  it('are the two ends of one loop', () => {
    expect(only(evaluate([end('a', 600), end('b', 400)]))).toMatchObject({
      ...{ volume: 1000, gate: true, isQuiet: false, resourceIds: ['a', 'b'], systems: ['a', 'b'] },
      ...{ metrics: { iterations: 1000, perMinute: 200 }, cycle: [{ count: 600 }, { count: 400 }] },
      nodeRates: [
        [nodeOf('a'), 120],
        [nodeOf('b'), 80],
      ],
    })
    expect(only(evaluate([end('a', 600), end('b', 399)])).gate).toBe(false)
  })
  it('may be small each, from an eighth of the threshold on', () => {
    expect(only(evaluate([end('a', 375), end('b', 125)])).volume).toBe(500)
    expect(only(evaluate([end('a', 375), end('b', 124)])).volume).toBe(375)
  })
  it('of different objects are two loops', () => {
    expect(evaluate([end('a', 600), end('b', 500, 'other')]).map(({ volume }) => volume)).toEqual([600, 500])
  })
})
