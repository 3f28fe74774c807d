/** Many statements under one caller: a loop within a request, not yet within a background job. */
import type { Span, SpanKind } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { emptyResource } from '../aggregate/nodes.ts'
import { LoopDetector } from '../loop-detector.ts'

const start = 1_772_524_800_000
const resource = { ...emptyResource, id: 'statements', name: 'statements' }

function span(more: Partial<Span>): Span {
  return {
    ...{ traceId: '', spanId: '', parentSpanId: '', resource, name: '', kind: 'client', status: 'unset' },
    ...{ startMs: start, durationMs: 2, probability: 1, links: [], facts: {} },
    ...more,
  } as Span
}

/** Callers one after the other for eight minutes, each with `statements` of them. */
function incidentsOf(kind: SpanKind, callers: number, statements: number) {
  const detector = new LoopDetector()
  const length = 480_000 / callers
  for (let caller = 0; caller < callers; caller += 1) {
    const traceId = `t${caller}`
    const spanId = `c${caller}`
    detector.span(span({ traceId, spanId, name: 'make statements', kind, startMs: start + caller * length }))
    for (let n = 0; n < statements; n += 1)
      detector.span(
        span({
          ...{ traceId, spanId: `${spanId}-${n}`, parentSpanId: spanId, name: 'SELECT ledger' },
          startMs: start + (caller + n / statements) * length,
          facts: { database: 'postgresql', statement: 'SELECT * FROM ledger WHERE account = ?' },
        }),
      )
  }
  detector.finish()
  return detector.incidents.all.map(({ latest, confirmedMinute }) => [latest.type, confirmedMinute !== undefined])
}

describe('statements in a loop', () => {
  it('are only suspected where each request makes hundreds, and nothing is known of before', () => {
    expect(incidentsOf('server', 48, 300)).toEqual([['database_query_loop', false]])
  })
  it('are only suspected where a background job makes them for the first time', () => {
    expect(incidentsOf('internal', 1, 6000)).toEqual([['database_query_loop', false]])
  })
})

describe('operations whose names hold ids', () => {
  it('are one operation, so that a recursion through them is seen', () => {
    const detector = new LoopDetector()
    for (let step = 0; step < 4000; step += 1) {
      const [trace, depth] = [Math.floor(step / 80), step % 80]
      detector.span(
        span({
          ...{ traceId: `t${trace}`, spanId: `${trace}-${depth}`, kind: 'server' },
          parentSpanId: depth === 0 ? '' : `${trace}-${depth - 1}`,
          name: `process photo-${1_000_000 + step * 77}.jpg`,
          startMs: start + trace * 10_000 + depth * 80,
        }),
      )
    }
    detector.finish()
    expect(detector.incidents.all.map(({ latest }) => latest.type)).toEqual(['recursive_function'])
    expect(detector.nodes.list).toHaveLength(2)
  })
})
