/** How many times as much happened as traces show, by what counts all of it. */
import type { SpanFacts } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { MinuteFacts } from './aggregate/minute-facts.ts'
import { Nodes } from './aggregate/nodes.ts'
import { BatchNotes } from './aggregate/note-batch.ts'
import { seenShare, timesSeen } from './seen-share.ts'
import { metricPoints, observedView, resourceOf, service, spanOf, viewMinute } from './testing/observed-view.ts'

const minutes = 5

describe('offsets of a stream', () => {
  /** One record in so many is kept, of partitions with a thousand records each. */
  const defaultFacts = (partition: string, offset: number): SpanFacts => ({
    ...{ partition, offset, checkpoint: String(offset) },
  })
  function shareOf(
    every: number,
    more: { probability?: number; redelivered?: boolean; facts?: typeof defaultFacts } = {},
  ) {
    const nodes = new Nodes(10)
    const notes = new BatchNotes(nodes)
    const facts = new MinuteFacts(viewMinute)
    for (const partition of ['0', '1'])
      for (let offset = 0; offset < 1000; offset += every)
        for (let time = more.redelivered ? 2 : 1; time > 0; time -= 1)
          notes.note(
            spanOf({
              ...{ kind: 'consumer', name: 'orders process', probability: more.probability ?? 1 },
              ...{ traceId: `${partition}/${offset}/${time}` },
              facts: { destination: 'orders', ...(more.facts ?? defaultFacts)(partition, 5_000_000 + offset) },
            }),
            facts,
          )
    const view = observedView({
      nodes,
      facts: new Map([[viewMinute, (minute) => Object.assign(minute, { batches: facts.batches })]]),
    })
    return seenShare(view, service.id, minutes)
  }
  it('show how many records were left out', () => {
    const { times, low, high } = shareOf(20)
    expect(times).toBeCloseTo(20, 6)
    expect([low, high].map((share) => Number(share.toFixed(2)))).toEqual([0.84, 1.16])
  })
  it('show the same where records come twice', () => {
    expect(shareOf(10, { redelivered: true }).times).toBeCloseTo(10, 6)
  })
  it('are not taken from other checkpoints, such as pages and times, and not across partitions', () => {
    const pages = (_partition: string, offset: number) => ({ checkpoint: String(offset) })
    const times = (partition: string, offset: number) => ({ partition, checkpoint: String(offset) })
    const unknown = (_partition: string, offset: number) => ({ offset, checkpoint: String(offset) })
    expect([pages, times, unknown].map((facts) => shareOf(20, { facts }).times)).toEqual([1, 1, 1])
  })
  it('show nothing where all were seen, where transactions take every second one, and where spans say it', () => {
    expect([shareOf(1).times, shareOf(2).times, shareOf(20, { probability: 0.05 }).times]).toEqual([1, 1, 1])
  })
})

describe('counts of a queue', () => {
  function timesOf(received: number, visits: readonly number[], more: { messages?: number; unsized?: number } = {}) {
    const nodes = new Nodes(10)
    const ids = visits.map((_, index) =>
      nodes.idOf(
        spanOf({
          ...{ kind: 'consumer', name: 'orders process', facts: { destination: 'orders' } },
          resource: index === 0 ? service : resourceOf(`other-${index}`),
        }),
      ),
    )
    const view = observedView({
      nodes,
      points: metricPoints('NumberOfMessagesReceived', new Array(minutes).fill(received / minutes), {
        resource: resourceOf('orders'),
      }),
      facts: new Map([
        [
          viewMinute,
          (facts) => {
            for (const [index, count] of visits.entries())
              facts.nodes.set(ids[index] ?? 0, {
                ...{ spanCount: count, visits: count, failures: 0, durationMs: 1, roots: count, iterations: 0 },
                ...{ continued: 0, served: 0, maxDepth: 0, maxRepeats: 0, maxCarried: 0, cyclicTraces: 0 },
                ...{ traces: count, deepestTrace: 't', memoryMb: 0 },
                ...(more.messages !== undefined && { messages: more.messages }),
                ...(more.unsized !== undefined && { unsizedVisits: more.unsized }),
              })
          },
        ],
      ]),
    })
    return timesSeen(view, service.id, minutes)
  }
  it('stand for what its consumers did, all of them together', () => {
    expect(timesOf(1000, [100])).toBe(10)
    expect(timesOf(1000, [100, 400])).toBe(2)
    expect(timesOf(1000, [100, 900])).toBe(1)
  })
  it('are of messages: a batch counts by its size, and a function that does not tell its size tells nothing', () => {
    expect(timesOf(1000, [100], { messages: 1000 })).toBe(1)
    expect(timesOf(1000, [100], { messages: 500 })).toBe(2)
    expect(timesOf(1000, [100], { messages: 100, unsized: 100 })).toBe(1)
  })
})
