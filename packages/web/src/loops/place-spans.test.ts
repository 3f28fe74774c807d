import type { EvidenceSpan } from '@kept/domain/loop.ts'
import { expect, it } from 'vitest'
import { placeSpans } from './place-spans.ts'

const span = (span_id: string, parent_span_id: string, second: number, duration_ms: number): EvidenceSpan => ({
  trace_id: 't',
  span_id,
  parent_span_id,
  name: 'run',
  service: 'fn',
  kind: 'server',
  status: 'unset',
  started_at: `2026-03-03T08:00:0${second}Z`,
  duration_ms,
  attributes: {},
})

it('puts a span below its parent, and in the time of its trace', () => {
  expect(placeSpans([span('a', '', 0, 4000), span('b', 'a', 1, 2000), span('c', 'b', 3, 1)])).toMatchObject([
    { depth: 0, left: 0, width: 100 },
    { depth: 1, left: 25, width: 50 },
    { depth: 2, left: 75, width: 0.8 },
  ])
})

it('ends where parents form a circle', () => {
  expect(placeSpans([span('a', 'b', 0, 1), span('b', 'a', 0, 1)]).map(({ depth }) => depth)).toEqual([1, 1])
})
