/** From the spans of a trace to the sums of their minute. */
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { resourceOf, spanOf } from '../testing/observed-view.ts'
import { flushVisits } from './flush-visits.ts'
import { edgeKey, fewTargets, MinuteFacts } from './minute-facts.ts'
import { Nodes, outside } from './nodes.ts'
import { gapRatio } from './note-caller.ts'
import { Traces, traceLimits } from './traces.ts'

/** The sums of traces whose spans all lie in one minute; node 1 is the first name that comes. */
function flushed(...spans: Partial<Span>[]) {
  const facts = new MinuteFacts(0)
  const nodes = new Nodes(50)
  const dropped: [number, string][] = []
  const context = {
    nodes,
    minuteOf: (timeMs: number) => (timeMs < 60_000 ? facts : undefined),
    drop: (items: number, reason: string) => void dropped.push([items, reason]),
  }
  const traces = new Traces(
    nodes,
    traceLimits,
    (trace, visits) => flushVisits(trace, visits, context),
    (items, reason) => dropped.push([items, reason]),
  )
  for (const [index, span] of spans.entries())
    traces.add(spanOf({ spanId: `s${index}`, startMs: 1000 + index, ...span }))
  traces.finish()
  return { facts, dropped }
}
/** A chain of spans of one operation, each the child of the one before. */
const chain = (count: number, more: Partial<Span> = {}): Partial<Span>[] =>
  Array.from({ length: count }, (_, index) => ({ parentSpanId: index === 0 ? '' : `s${index - 1}`, ...more }))
/** One caller, and calls of it that end as given. */
const calls = (statuses: readonly Span['status'][], caller: Partial<Span> = {}): Partial<Span>[] => [
  { name: 'work', ...caller },
  ...statuses.map((status) => ({ parentSpanId: 's0', name: 'call', resource: resourceOf('target'), status })),
]
const failed = (count: number) => new Array<Span['status']>(count).fill('error')

describe('the sums of a node', () => {
  it('count visits, iterations and depth of a chain', () => {
    expect(flushed(...chain(4)).facts.nodes.get(1)).toMatchObject({
      ...{ spanCount: 4, visits: 4, roots: 1, iterations: 3, maxDepth: 3, maxRepeats: 3, traces: 1, cyclicTraces: 1 },
      ...{ failures: 0, durationMs: 40, deepestTrace: 't' },
    })
  })
  it('weigh sampled spans by their probability', () => {
    const { facts } = flushed(...chain(4, { probability: 0.5, status: 'error' }))
    expect(facts.nodes.get(1)).toMatchObject({
      ...{ spanCount: 4, visits: 8, roots: 2, iterations: 6, failures: 8, traces: 2, cyclicTraces: 2 },
    })
    expect([facts.sampled, flushed(...chain(1)).facts.sampled]).toEqual([true, false])
  })
  it('are served where a request began them, and not where a queue, a stream or a timer did', () => {
    const served = (trigger?: string) =>
      flushed({ facts: trigger === undefined ? {} : { trigger } }).facts.nodes.get(1)?.served
    expect([undefined, 'http', 'other', 'pubsub', 'datasource', 'timer'].map(served)).toEqual([1, 1, 1, 0, 0, 0])
  })
  it('name the few targets of failed calls', () => {
    const call = (target: string, status: Span['status'], kind: Span['kind'] = 'client') => ({
      ...{ kind, status, facts: { target } },
    })
    const { facts } = flushed(call('db', 'error'), call('cache', 'unset'), call('queue', 'error', 'server'))
    expect([...(facts.nodes.get(1)?.failedTargets ?? [])]).toEqual(['db'])
    const each = flushed(...Array.from({ length: 20 }, (_, index) => call(`device-${index}`, 'error')))
    expect(each.facts.nodes.get(1)?.failedTargets?.size).toBe(fewTargets)
  })
  it('count a batch of records as as many callers', () => {
    const batch = (batchSize?: number) =>
      flushed(...calls(['unset', 'unset'], batchSize === undefined ? {} : { facts: { batchSize } })).facts.edges.get(
        edgeKey(1, 2),
      )?.parents
    expect([batch(), batch(50), batch(0)]).toEqual([1, 50, 1])
  })
  it('tell failed things apart by address or id, and not by who was asked', () => {
    const call = (kind: Span['kind'], facts: Span['facts']) => ({ kind, facts, status: 'error' as const })
    const { facts } = flushed(
      call('client', { target: 'https://shop.example/orders/1' }),
      call('client', { target: 'https://shop.example/orders/1' }),
      call('client', { target: 'shop.example' }),
      call('consumer', { messageId: 'm1' }),
      call('server', { target: '/orders/2' }),
    )
    const { failedThings = [], thingFailures } = facts.nodes.get(1) ?? {}
    expect([...failedThings]).toEqual(['https://shop.example/orders/1', 'm1'])
    expect(thingFailures).toBe(3)
  })
  it('return where they end within the run that led to them, and that one succeeds', () => {
    const within = (durationMs: (index: number) => number, status: Span['status'] = 'unset') =>
      flushed(...chain(4).map((span, index) => ({ ...span, status, durationMs: durationMs(index) }))).facts.nodes.get(1)
        ?.returned
    expect(within((index) => 40 - 5 * index)).toBe(3)
    expect(within((index) => 40 - 5 * index, 'error')).toBeUndefined()
    expect(within(() => 40)).toBeUndefined()
  })
  it('are cyclic from the third return on', () => {
    expect(flushed(...chain(3)).facts.nodes.get(1)?.cyclicTraces).toBe(0)
    expect(flushed(...chain(3)).facts.cyclicVisits.size).toBe(0)
    const { facts } = flushed(...chain(4))
    expect([...facts.cyclicVisits]).toEqual([[1, 4]])
    expect([...facts.cyclicEdges]).toEqual([
      [edgeKey(outside, 1), 1],
      [edgeKey(1, 1), 3],
    ])
  })
  it('bridge steps whose names never repeat', () => {
    const services = ['a', 'b', 'c'].map((name) => resourceOf(name))
    const around = (nameOf: (step: number) => string) =>
      Array.from({ length: 30 }, (_, index) => {
        const [step, isCall] = [Math.floor(index / 2), index % 2 === 1]
        const resource = services[step % 3] ?? resourceOf('a')
        const parentSpanId = index === 0 ? '' : `s${index - 1}`
        return {
          parentSpanId,
          resource,
          name: isCall ? 'call' : nameOf(step),
          kind: isCall ? 'client' : 'server',
        } as const
      })
    // Nodes in the order of their first names: a's server and call are 1 and 2, b's 3 and 4, c's 5 and 6.
    expect([...flushed(...around((step) => `on ${'abcdefghijklmno'[step]}`)).facts.cyclicBridges]).toEqual([
      [edgeKey(6, 2), 2],
      [edgeKey(2, 4), 2],
      [edgeKey(4, 6), 2],
    ])
    expect(flushed(...around(() => 'on')).facts.cyclicBridges.size).toBe(0)
  })
  it('take the largest memory and the highest carried count', () => {
    const facts = [{ memoryMb: 128, lineageCount: 2 }, { memoryMb: 64, lineageCount: 1 }, {}]
    expect(flushed(...facts.map((spanFacts) => ({ facts: spanFacts }))).facts.nodes.get(1)).toMatchObject({
      ...{ memoryMb: 128, maxCarried: 2, traces: 1, roots: 3 },
    })
  })
  it('show the trace of the deepest lineage', () => {
    const other = chain(3).map((span, index) => ({
      ...{ ...span, traceId: 'deep', spanId: `d${index}` },
      parentSpanId: index === 0 ? '' : `d${index - 1}`,
    }))
    expect(flushed(...chain(2), ...other).facts.nodes.get(1)?.deepestTrace).toBe('deep')
    expect(flushed(...other, ...chain(2)).facts.nodes.get(1)?.deepestTrace).toBe('deep')
  })
  it('do not take a span without its parent for a root', () => {
    expect(flushed({ parentSpanId: 'unseen' }).facts.nodes.get(1)?.roots).toBe(0)
  })
  it('drop spans that came too late', () => {
    expect(flushed({ startMs: 70_000 }).dropped).toEqual([[1, 'spans that came after their minute was evaluated']])
  })
})

describe('the sums of an edge', () => {
  const edgeOf = (...spans: Partial<Span>[]) => flushed(...spans).facts.edges.get(edgeKey(1, 2))

  it('count calls for each caller', () => {
    expect(edgeOf(...calls(['ok', 'error', 'ok']))).toMatchObject({
      ...{ spanCount: 3, count: 3, failures: 1, parents: 1, maxPerCaller: 3, durationMs: 30, stuck: 0 },
    })
    expect(flushed({}).facts.edges.get(edgeKey(outside, 1))).toMatchObject({ count: 1, parents: 0, maxPerCaller: 0 })
  })
  it('are stuck after ten failures of one caller without a success', () => {
    expect(edgeOf(...calls(failed(9)))?.stuck).toBe(0)
    expect(edgeOf(...calls(failed(10)))?.stuck).toBe(1)
    expect(edgeOf(...calls(failed(15)))?.stuck).toBe(1)
    expect(edgeOf(...calls(['ok', ...failed(12)]))?.stuck).toBe(0)
    expect(edgeOf(...calls([...failed(12), 'ok', ...failed(12)]))?.stuck).toBe(0)
  })
  it('count another operation after each success', () => {
    expect(edgeOf(...calls(failed(6)))?.operations).toBe(1)
    expect(edgeOf(...calls(['error', 'error', 'ok', 'error', 'ok', 'error']))?.operations).toBe(3)
  })
  it('tell failures between which something else succeeds', () => {
    const elsewhere = (other: Partial<Span>) => {
      const pair: Partial<Span>[] = [...calls(['error']).slice(1), { parentSpanId: 's0', name: 'store', ...other }]
      return edgeOf({ name: 'work' }, ...pair, ...pair, ...pair)?.elsewhere
    }
    expect(elsewhere({})).toBe(2)
    expect(elsewhere({ status: 'error' })).toBeUndefined()
    expect(elsewhere({ facts: { database: 'postgresql' } })).toBeUndefined()
    expect(edgeOf(...calls(failed(4)))?.elsewhere).toBeUndefined()
  })
  it('measure how the gaps between attempts grow', () => {
    const at = (times: readonly number[], statuses: readonly Span['status'][]) =>
      edgeOf(
        ...calls(statuses).map((span, index) => (index === 0 ? span : { ...span, startMs: times[index - 1] ?? 0 })),
      )
    expect(at([1000, 1100, 1300, 1700], failed(4))?.gapRatios).toEqual([2, 2])
    expect(at([1000, 1100, 1300, 1700], ['ok', 'ok', 'ok', 'ok'])?.gapRatios).toEqual([])
  })
  it.each([
    ['a background job', { kind: 'internal' }, { jobs: 1, bulk: 0 }],
    ['a request', { kind: 'server', durationMs: 59_999 }, { jobs: 0, bulk: 0 }],
    ['a request at work for minutes', { kind: 'server', durationMs: 60_000 }, { jobs: 1, bulk: 0 }],
    ['a part of something unseen', { kind: 'internal', parentSpanId: 'unseen' }, { jobs: 0 }],
    ['a bulk resource', { resource: resourceOf('etl', { bulk: true }) }, { bulk: 1 }],
    ['work marked as bulk', { facts: { bulk: true } }, { bulk: 1 }],
  ] as [string, Partial<Span>, object][])('know what calls: %s', (_, caller, expected) => {
    expect(edgeOf(...calls(['ok', 'ok'], caller))).toMatchObject(expected)
  })
})

describe('gapRatio', () => {
  it('compares each gap with the one before', () => {
    const group = { lastStartMs: 0, lastGapMs: 0 }
    expect([10, 20, 25, 25, 35].map((startMs) => gapRatio(group, startMs))).toEqual([
      undefined,
      undefined,
      0.5,
      undefined,
      2,
    ])
  })
})
