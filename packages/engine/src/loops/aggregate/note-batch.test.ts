/** Records that come again: copies for others and steps of one processing are none that keep coming back. */
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { spanOf, viewMinute } from '../testing/observed-view.ts'
import { MinuteFacts } from './minute-facts.ts'
import { Nodes } from './nodes.ts'
import { BatchNotes } from './note-batch.ts'

const startMs = viewMinute * 60_000
const work = (facts: Span['facts'], more: Partial<Span> = {}): Span =>
  spanOf({ kind: 'consumer', name: 'orders process', facts: { destination: 'orders', ...facts }, ...more })
const noted = (...spans: Span[]) => {
  const facts = new MinuteFacts(viewMinute)
  const notes = new BatchNotes(new Nodes(10))
  for (const span of spans) notes.note(span, facts)
  return [...facts.batches.values()]
}

describe('BatchNotes', () => {
  it('knows a record by its partition and by the group that reads it', () => {
    const offsets = ['0', '1'].map((partition) => work({ checkpoint: '7', partition }))
    expect(noted(...offsets)).toMatchObject([{ processed: 2, redone: 0, lowestOffset: 7, highestOffset: 7 }])
    const groups = ['a', 'b'].map((consumerGroup) => work({ messageId: 'm', consumerGroup }))
    expect(noted(...groups)).toMatchObject([
      { processed: 1, redone: 0 },
      { processed: 1, redone: 0 },
    ])
  })
  it('takes steps inside one processing for no deliveries', () => {
    const step = work({ messageId: 'm' }, { kind: 'internal', spanId: 'step' })
    expect(noted(work({ messageId: 'm' }), step, step)).toMatchObject([{ processed: 1, redone: 0 }])
    expect(noted(work({ messageId: 'm' }), { ...step, traceId: 'other' })).toMatchObject([{ processed: 2, redone: 1 }])
  })
  it.each([
    ['copies in one breath', [0, 100, 200, 300], 3, 0],
    ['the third time after minutes', [0, 60_000, 120_000], 2, 1],
    ['the second time after minutes', [0, 120_000], 1, 0],
  ])('tells what keeps coming back from %s', (_, times, redone, returning) => {
    const spans = times.map((ms, index) => work({ messageId: 'm' }, { traceId: `t${index}`, startMs: startMs + ms }))
    expect(noted(...spans)).toMatchObject([{ redone, returning }])
  })
  it('counts what fails for the twentieth time, and not what is only seen again', () => {
    const twentyTwo = (status: Span['status']) =>
      Array.from({ length: 22 }, (_, index) => work({ messageId: 'm' }, { traceId: `t${index}`, status }))
    expect(noted(...twentyTwo('error'))).toMatchObject([{ endless: 3 }])
    expect(noted(...twentyTwo('ok'))[0]?.endless).toBeUndefined()
  })
  it.each([
    [{ receiveCount: 1 }, 0, 0, 0],
    [{ receiveCount: 2 }, 1, 0, 0],
    [{ receiveCount: 3 }, 1, 1, 0],
    [{ receiveCount: 5 }, 1, 1, 1],
    [{ receiveCount: 3, maxReceiveCount: 3 }, 1, 1, 1],
  ])('believes the count of a queue: %j', (facts, redone, returning, poison) => {
    expect(noted(work(facts))).toMatchObject([{ redone, returning, poison }])
  })
})
