/** What grows beside memory: what a store was given, or what a process forgot. */
import { expect, it } from 'vitest'
import { metricPoints, observedView, viewMinute } from '../testing/observed-view.ts'
import { heldThings, storedItems } from './held-things.ts'

const count = 60
const line = (from: number, step: number) => Array.from({ length: count }, (_, index) => from + step * index)
const flat = Array.from({ length: count }, (_, index) => 100 + (index % 3))

function evaluate(...others: readonly [metric: string, values: number[]][]) {
  const points = others.flatMap(([metric, values]) => metricPoints(metric, values))
  const view = observedView({ points: [...metricPoints('process_memory_mb', line(200, 5)), ...points] })
  const [series] = view.series.ofResource('svc')
  if (!series) throw new Error('There is a series of memory.')
  const from = viewMinute - count
  return { stored: storedItems(series, view, from), held: heldThings(series, view, from) }
}

it('tells a store that is filled by the count of what it keeps', () => {
  expect(evaluate(['redis_db_keys', line(10, 900)]).stored).toMatchObject([
    { name: 'not_stored', is_met: false, value: 1 },
  ])
  expect(evaluate(['redis_db_keys', flat]).stored).toEqual([])
  expect(evaluate(['tcp_packets', line(10, 900)]).stored).toEqual([])
})

it('tells a process that keeps more and more though no more is asked of it', () => {
  expect(evaluate(['go_goroutines', line(80, 9)], ['http_requests', flat]).held).toMatchObject({
    is_met: true,
    value: 1,
  })
  expect(evaluate(['go_goroutines', line(80, 9)]).held).toBeUndefined()
  expect(evaluate(['go_goroutines', flat], ['http_requests', flat]).held).toBeUndefined()
  expect(evaluate(['go_goroutines', line(80, 9)], ['http_requests', line(80, 9)]).held).toBeUndefined()
})
