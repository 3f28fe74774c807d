/** What a resource was asked for: of what it counts, only what came in. */
import { describe, expect, it } from 'vitest'
import { metricPoints, observedView, service, viewMinute } from '../testing/observed-view.ts'
import { explainedByLoad, loadGrowth, loadOf } from './load.ts'

const counts = (metric: string, value: number, series = '') =>
  metricPoints(metric, new Array<number>(3).fill(value), { kind: 'delta', series })

describe('loadOf', () => {
  it.each([
    ['requests of one name', [counts('requests', 5)], 5],
    ['the first of two names', [counts('requests', 5), counts('calls', 7)], 5],
    ['all that came in', [counts('calls', 5, 'span.kind=SERVER'), counts('calls', 2, 'span.kind=CONSUMER')], 7],
    [
      'what came in beside what went out',
      [counts('calls', 9, 'span.kind=CLIENT'), counts('calls', 2, 'span.kind=SERVER')],
      2,
    ],
    ['nothing where only calls of its own are counted', [counts('http.client.requests', 9)], undefined],
    ['nothing where nothing is counted', [counts('restarts', 9)], undefined],
  ])('is %s', (_, points, perMinute) => {
    expect(loadOf(service.id, observedView({ points: points.flat() }))?.get(viewMinute)).toBe(perMinute)
  })
})

describe('explainedByLoad', () => {
  const load = new Map(Array.from({ length: 40 }, (_, minute) => [minute, minute % 8 < 4 ? 100 : 20]))
  const delayed = (lag: number, sign = 1) =>
    [...load].map(([minute, value]) => ({ minute: minute + lag, value: 5 + (sign * value) / 20 }))
  it('finds what follows it, also after some minutes', () => {
    expect(explainedByLoad(delayed(0), load, { fewest: 20 })).toBeCloseTo(1, 9)
    expect(explainedByLoad(delayed(2), load, { fewest: 20, longestLag: 4 })).toBeCloseTo(1, 9)
    expect(explainedByLoad(delayed(2), load, { fewest: 20 })).toBeLessThan(0.1)
  })
  it('says nothing of what goes the other way, and of too little', () => {
    expect(explainedByLoad(delayed(0, -1), load, { fewest: 20 })).toBe(0)
    expect(explainedByLoad(delayed(0).slice(0, 19), load, { fewest: 20 })).toBe(0)
  })
})

it('grows by the minutes of a window against those before', () => {
  const load = new Map(Array.from({ length: 35 }, (_, minute) => [minute, minute < 30 ? 40 : 120]))
  expect(loadGrowth(load, { minute: 34, minutes: 5, before: 60 })).toBe(3)
  expect(loadGrowth(new Map(), { minute: 34, minutes: 5, before: 60 })).toBeNaN()
})
