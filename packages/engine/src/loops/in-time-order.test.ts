import type { Span, TelemetrySink } from '@kept/domain/span.ts'
import { expect, it } from 'vitest'
import { InTimeOrder } from './in-time-order.ts'

const span = (traceId: string, startMs: number) => ({ traceId, startMs }) as Span

function listen() {
  const received: number[] = []
  const sink = { span: ({ startMs }: Span) => void received.push(startMs) } as TelemetrySink
  return { received, sink }
}

it('InTimeOrder forwards the spans of several services by their time, and counts each trace once', () => {
  const { received, sink } = listen()
  const inOrder = new InTimeOrder(sink)
  for (const service of [0, 1, 2])
    for (let trace = 9; trace >= 0; trace -= 1) inOrder.span(span(`t${trace}`, trace * 10 + service))
  expect(received).toEqual([])
  inOrder.finish()
  expect(received).toEqual(received.toSorted((a, b) => a - b))
  expect(received).toHaveLength(30)
  expect(inOrder.traces).toBe(10)
})

it('InTimeOrder holds no more than its limit, and loses nothing', () => {
  const { received, sink } = listen()
  const inOrder = new InTimeOrder(sink, 4)
  for (const startMs of [3, 1, 2, 4, 8, 6, 5, 7]) inOrder.span(span('t', startMs))
  expect(received).toEqual([1, 2, 3, 4, 5, 6])
  inOrder.finish()
  expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
