import { evidenceSpanSchema } from '@kept/domain/loop.ts'
import type { Span } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { emptyResource } from './aggregate/nodes.ts'
import { evidenceSpans } from './evidence-spans.ts'

const span = (spanId: string, parentSpanId: string, startMs: number, more: Partial<Span> = {}): Span => ({
  traceId: 't',
  spanId,
  parentSpanId,
  resource: { ...emptyResource, name: 'checkout' },
  name: 'run',
  kind: 'server',
  status: 'error',
  startMs,
  durationMs: 1.23456,
  probability: 1,
  links: [],
  facts: {},
  ...more,
})

it('shows the deepest lineage before its siblings, bounded, as the schema has it', () => {
  const siblings = Array.from({ length: 50 }, (_, index) => span(`s${index}`, 'a', 10 + index))
  const chain = ['b', 'c', 'd'].map((id, index) => span(id, ['a', 'b', 'c'][index] as string, 100 + index))
  const evidence = evidenceSpans([...siblings, span('a', '', 1), ...chain], 6)
  expect(evidence.map(({ span_id: id }) => id)).toEqual(['a', 's0', 's1', 'b', 'c', 'd'])
  for (const evidenceSpan of evidence) expect(evidenceSpanSchema.strict().parse(evidenceSpan)).toEqual(evidenceSpan)
})

it('ends where parents form a circle, and cuts what is too long', () => {
  const evidence = evidenceSpans([
    span('a', 'b', 1),
    span('b', 'a', 2, { facts: { statement: 'x'.repeat(9_000), statusCode: 503 } }),
  ])
  expect(evidence).toHaveLength(2)
  expect(evidence[1]?.attributes.statement).toHaveLength(200)
  expect(evidence[1]?.attributes.statusCode).toBe(503)
})
