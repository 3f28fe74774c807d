/** What single spans add to their minute: polls, keys tried again, webhooks and records processed. */
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { resourceOf, service, spanOf } from '../testing/observed-view.ts'
import { MinuteFacts } from './minute-facts.ts'
import { Nodes } from './nodes.ts'
import { SpanNotes } from './note-span.ts'

function noted(...spans: Partial<Span>[]) {
  const nodes = new Nodes(50)
  const notes = new SpanNotes(nodes)
  const facts = new MinuteFacts(0)
  for (const span of spans) notes.note(spanOf(span), facts)
  return { facts, notes, nodes }
}
const only = <Value>(map: Map<unknown, Value>): Value => {
  expect(map.size).toBe(1)
  return [...map.values()][0] as Value
}

describe('polls', () => {
  const call = (facts: Span['facts'] = {}, more: Partial<Span> = {}): Partial<Span> => ({
    ...{ kind: 'client', name: 'GET /flags', facts: { method: 'GET', ...facts } },
    ...more,
  })
  const pollOf = (...spans: Partial<Span>[]) => only(noted(...spans).facts.polls)

  it('weigh a sampled call by its probability', () => {
    expect(pollOf(call(), call({}, { probability: 0.25 }))).toMatchObject({
      ...{ spanCount: 2, calls: 5, durationMs: 20, sampled: true, clientName: 'svc' },
    })
    expect(pollOf(call()).sampled).toBe(false)
  })
  it.each([
    ['not modified', [{ statusCode: 304 }], 1, 1],
    ['no content', [{ statusCode: 204 }], 1, 1],
    ['nothing that tells', [{ statusCode: 200 }], 0, 0],
    ['the first of an answer', [{ contentHash: 'a' }], 0, 0],
    ['the same answer', [{ contentHash: 'a' }, { contentHash: 'a' }], 1, 1],
    [
      'another answer of the same size',
      [
        { contentHash: 'a', bodySize: 9 },
        { contentHash: 'b', bodySize: 9 },
      ],
      1,
      0,
    ],
    [
      'parts of one thing',
      [
        { statusCode: 206, bodySize: 9 },
        { statusCode: 206, bodySize: 9 },
      ],
      2,
      0,
    ],
    ['content after nothing new', [{ statusCode: 304 }, { statusCode: 200 }, { statusCode: 304 }], 3, 2],
    ['the same size, which is another matter', [{ bodySize: 9 }, { bodySize: 9 }], 0, 0],
    ['an empty answer', [{ bodySize: 0 }], 1, 1],
    ['back to the first answer', [{ contentHash: 'a' }, { contentHash: 'b' }, { contentHash: 'a' }], 2, 0],
  ])('compare answers: %s', (_, answers, comparedCount, unchanged) => {
    expect(pollOf(...answers.map((facts) => call(facts)))).toMatchObject({ comparedCount, unchanged })
  })
  it.each([
    ['the same size', 9, 1],
    ['another size', 8, 0],
  ])('compare sizes apart: %s', (_, bodySize, sameSize) => {
    expect(pollOf(call({ bodySize: 9 }), call({ bodySize }))).toMatchObject({ sameSizeCompared: 1, sameSize })
  })
  it('leave out who checks health, whatever the path', () => {
    expect(noted(call({ statusCode: 204, probe: true })).facts.polls.size).toBe(0)
  })
  it('take an error for a change', () => {
    expect(pollOf(call({ statusCode: 304 }, { status: 'error' }))).toMatchObject({ comparedCount: 1, unchanged: 0 })
  })
  it('count the calls that write', () => {
    expect(pollOf(call(), call({ method: 'post' })).writes).toBe(1)
    const posted = (endpoint: string) => pollOf(call({ method: 'POST', endpoint }, { name: 'POST' })).writes
    expect(['q.example/v1/tasks/claim', 'q.example/v1/jobs:next', 'q.example/v1/orders'].map(posted)).toEqual([0, 0, 1])
  })
  it('are told of by their client, or by a server that names it', () => {
    const address = { clientAddress: '10.0.0.9' }
    expect(pollOf(call(address, { kind: 'server' })).clientName).toBe('10.0.0.9')
    expect(noted(call(address, { kind: 'server', parentSpanId: 'p' })).facts.polls.size).toBe(0)
    expect(noted(call({}, { kind: 'server' })).facts.polls.size).toBe(0)
    expect(noted(call(address), call(address, { resource: resourceOf('other') })).facts.polls.size).toBe(2)
  })
  it('may be of an unspecified kind where they look like a call', () => {
    const unspecified = (facts: Span['facts']) =>
      noted({ kind: 'unspecified', name: 'GET /flags', facts }).facts.polls.size
    expect([unspecified({ method: 'GET' }), unspecified({ statusCode: 200 }), unspecified({})]).toEqual([1, 1, 0])
  })
  it.each([
    ['a probe', call({}, { name: 'GET /healthz' })],
    ['the endpoint of a probe', call({ endpoint: 'host/ready' })],
    ['a database', call({ database: 'postgresql' })],
    ['a statement', call({ statement: 'SELECT 1' })],
    ['a statement for a name', call({}, { name: 'select * from flags' })],
    ['a consumer', call({}, { kind: 'consumer' })],
  ])('are not %s', (_, span) => {
    expect(noted(span).facts.polls.size).toBe(0)
  })
})

describe('keys tried again', () => {
  const attempts = (statuses: readonly Span['status'][], more: Partial<Span> = {}) =>
    statuses.map((status, index) => ({
      ...{ status, traceId: `t${index}`, startMs: 1000 * 2 ** index, facts: { operationKey: 'order-7' } },
      ...more,
    }))
  const keysOf = (...spans: Partial<Span>[]) => only(noted(...spans).facts.keys)
  const failed = (count: number) => new Array<Span['status']>(count).fill('error')

  it('are one operation and its attempts', () => {
    expect(keysOf(...attempts(['error', 'error', 'ok']))).toMatchObject({
      ...{ attempts: 3, logical: 1, failures: 2, successes: 1, stuck: 0, maxAttempts: 0 },
      gapRatios: [2],
    })
    const other = { ...spanOf(), facts: { operationKey: 'order-8' } }
    expect(keysOf(...attempts(['error', 'ok']), other)).toMatchObject({ attempts: 3, logical: 2 })
  })
  it('weigh a sampled attempt by its probability', () => {
    expect(keysOf(...attempts(['error', 'ok'], { probability: 0.5 }))).toMatchObject({
      ...{ attempts: 4, logical: 2, failures: 2, successes: 2 },
    })
  })
  it('are stuck after ten attempts without a success', () => {
    expect(keysOf(...attempts(failed(9)))).toMatchObject({ stuck: 0, maxAttempts: 0, trace: 't0' })
    expect(keysOf(...attempts(failed(10)))).toMatchObject({ stuck: 1, maxAttempts: 10, trace: 't9' })
    expect(keysOf(...attempts(failed(12)))).toMatchObject({ stuck: 1, maxAttempts: 12, trace: 't11' })
    expect(keysOf(...attempts(['ok', ...failed(11)]))).toMatchObject({ stuck: 0, maxAttempts: 0 })
  })
  it('are told of by a log too, each key by itself', () => {
    const facts = new MinuteFacts(0)
    const notes = new SpanNotes(new Nodes(5))
    for (const key of ['a', 'a', 'b']) notes.noteLogKey(facts, 3, key, 5, true, 't')
    expect(facts.keys.get(3)).toMatchObject({ attempts: 3, logical: 2, failures: 3, successes: 0 })
  })
})

describe('webhooks', () => {
  const delivery = (facts: Span['facts'], more: Partial<Span> = {}): Partial<Span> => ({
    ...{ name: 'POST /webhooks/orders', kind: 'server', facts },
    ...more,
  })
  const webhookOf = (...spans: Partial<Span>[]) => only(noted(...spans).facts.webhooks)

  it('are counted with their failures, ids and hops', () => {
    expect(
      webhookOf(
        delivery({ deliveryId: 'd1', hops: 3 }),
        delivery({ deliveryId: 'd1' }, { status: 'error', probability: 0.5 }),
        delivery({ deliveryId: 'd2', hops: 1 }),
        delivery({}),
      ),
    ).toMatchObject({ spanCount: 4, deliveries: 5, withId: 4, repeatedIds: 2, failures: 2, maxHops: 3, durationMs: 40 })
  })
  it('count the returns of each object and event as seen', () => {
    const event = { objectKey: 'order-7', eventName: 'updated' }
    const { keys } = webhookOf(
      delivery(event, { probability: 0.1 }),
      delivery(event),
      delivery({ ...event, eventName: 'paid' }),
      delivery({}),
    )
    expect([...keys]).toEqual([
      ['order-7\nupdated', 2],
      ['order-7\npaid', 1],
    ])
  })
  it.each([
    ['a delivery ID', { name: 'receive', facts: { deliveryId: 'd' } }, 1],
    ['hops', { name: 'receive', facts: { hops: 1 } }, 1],
    ['who delivers', { name: 'POST /events', facts: { deliverer: 'Zendesk Webhook' } }, 1],
    ['their endpoint', { name: 'POST', facts: { endpoint: 'host/hooks/pay' } }, 1],
    ['the name of a consumer', { name: 'webhook', kind: 'consumer' }, 1],
    ['the name of an unspecified span', { name: 'web-hook', kind: 'unspecified' }, 1],
    ['a name that only sounds like it', { name: 'POST /hookshot' }, 0],
    ['the name of inner work', { name: 'webhook', kind: 'internal' }, 0],
    ['the sender, not', { name: 'webhook', kind: 'client', facts: { deliveryId: 'd' } }, 0],
    ['the producer, not', { name: 'webhook', kind: 'producer', facts: { hops: 2 } }, 0],
  ] as [string, Partial<Span>, number][])('are known by %s', (_, span, count) => {
    const { facts, notes } = noted(span)
    expect([facts.webhooks.size, notes.webhookNodes.size]).toEqual([count, count])
  })
})

describe('records processed', () => {
  const record = (facts: Span['facts'], more: Partial<Span> = {}): Partial<Span> => ({
    ...{ name: 'process', kind: 'consumer', facts: { destination: 'orders', ...facts } },
    ...more,
  })
  const batchOf = (...spans: Partial<Span>[]) => only(noted(...spans).facts.batches)

  it('are counted with failures and bulk, weighed by their probability', () => {
    expect(batchOf(record({ bulk: true }), record({}, { status: 'error', probability: 0.25 }))).toMatchObject({
      ...{ processed: 5, failures: 4, bulk: 1, redone: 0, poison: 0, durationMs: 20, destination: 'orders' },
    })
  })
  it.each([
    ['once', [{ messageId: 'm1' }], 0],
    ['the same message again', [{ messageId: 'm1' }, { messageId: 'm1' }], 1],
    ['two messages', [{ messageId: 'm1' }, { messageId: 'm2' }], 0],
    ['the same checkpoint again', [{ checkpoint: 'c1' }, { checkpoint: 'c1' }], 1],
    ['the first delivery by count', [{ receiveCount: 1 }], 0],
    ['the second delivery by count', [{ receiveCount: 2 }], 1],
    ['of another queue', [{ messageId: 'm1' }, { messageId: 'm1', destination: 'other' }], 0],
  ])('are done again or not: %s', (_, messages, redone) => {
    const { facts } = noted(...messages.map((message) => record(message)))
    expect([...facts.batches.values()].reduce((sum, batch) => sum + batch.redone, 0)).toBe(redone)
  })
  it.each([
    [{ receiveCount: 4 }, 0],
    [{ receiveCount: 5 }, 1],
    [{ receiveCount: 2, maxReceiveCount: 3 }, 0],
    [{ receiveCount: 3, maxReceiveCount: 3 }, 1],
    [{}, 0],
  ])('are above their delivery limit or not: %o', (facts, poison) => {
    expect(batchOf(record(facts)).poison).toBe(poison)
  })
  it('count how often each checkpoint comes', () => {
    const { checkpoints } = batchOf(record({ checkpoint: 'c', messageId: 'm' }), record({ messageId: 'm' }), record({}))
    expect([...checkpoints]).toEqual([
      ['c', 1],
      ['m', 1],
    ])
  })
  it.each([
    ['a receive count', { kind: 'internal', facts: { receiveCount: 1 } }, 1],
    ['a checkpoint', { kind: 'internal', facts: { checkpoint: 'c' } }, 1],
    ['a message that is processed', { kind: 'internal', name: 'process', facts: { messageId: 'm' } }, 1],
    ['a message by itself, not', { kind: 'internal', name: 'run', facts: { messageId: 'm' } }, 0],
    ['its sender, not', { kind: 'producer', name: 'process', facts: { messageId: 'm' } }, 0],
    ['its client, not', { kind: 'client', name: 'receive', facts: { messageId: 'm' } }, 0],
  ] as [string, Partial<Span>, number][])('are known by %s', (_, span, count) => {
    expect(noted(span).facts.batches.size).toBe(count)
  })
  it('belong to the resource that processes them', () => {
    expect(batchOf(record({})).resource).toBe(service)
  })
})
