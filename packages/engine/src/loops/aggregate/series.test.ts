import type { MetricPoint } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { emptyResource } from './nodes.ts'
import { countedIn, lastMinutes, type Series, SeriesStore } from './series.ts'

const resource = { ...emptyResource, id: 'svc', name: 'svc' }
const point = (minute: number, value: number, more: Partial<MetricPoint> = {}): MetricPoint => ({
  ...{ resource, metric: 'requests', series: '', unit: '', kind: 'delta' },
  timeMs: minute * 60_000,
  value,
  ...more,
})

function stored(...points: MetricPoint[]): Series {
  const store = new SeriesStore(100)
  for (const item of points) store.add(item)
  const [series] = [...store.all()]
  if (!series) throw new Error('no series')
  return series
}

describe('SeriesStore.add', () => {
  it('sums the points of one minute and of one half hour', () => {
    const series = stored(point(29, 4), point(29.5, 1), point(29.9, 7), point(30, 2))
    expect(series.minutes).toEqual([
      { minute: 29, sum: 12, count: 3, min: 1, max: 7, last: 7 },
      { minute: 30, sum: 2, count: 1, min: 2, max: 2, last: 2 },
    ])
    expect(series.halfHours).toEqual([
      { index: 0, sum: 12, count: 3, min: 1, max: 7 },
      { index: 1, sum: 2, count: 1, min: 2, max: 2 },
    ])
  })
  it('counts the rise of a cumulative counter, and all of it after a reset', () => {
    const cumulative = [10, 15, 15, 4].map((value, index) => point(index + 1, value, { kind: 'cumulative' }))
    expect(stored(...cumulative).minutes.map(({ minute, sum }) => [minute, sum])).toEqual([
      [2, 5],
      [3, 0],
      [4, 4],
    ])
  })
  it('drops a point older than the last one, and takes one of the same time', () => {
    expect(stored(point(2, 1), point(1, 5), point(2, 3)).minutes.map(({ sum }) => sum)).toEqual([4])
  })
  it('measures the usual step between points, two hours at most', () => {
    expect(stored(point(1, 1)).stepMinutes).toBe(1)
    expect(stored(point(1, 1), point(6, 1)).stepMinutes).toBe(5)
    expect(stored(point(1, 1), point(6, 1), point(21, 1)).stepMinutes).toBeCloseTo(5 * 0.9 + 15 * 0.1, 9)
    expect(stored(point(1, 1), point(500, 1)).stepMinutes).toBe(120)
    expect(stored(point(1, 1), point(6, 1), point(500, 1)).stepMinutes).toBeCloseTo(5 * 0.9 + 120 * 0.1, 9)
  })
  it('notes each change of a capacity, and no fraction as one', () => {
    const sizes = [2, 2, 5, 5.5, 4].map((value, index) =>
      point(index + 1, value, { metric: 'desired_capacity', kind: 'gauge' }),
    )
    expect(stored(...sizes).changes).toEqual([
      { timeMs: 180_000, delta: 3 },
      { timeMs: 300_000, delta: -1.5 },
    ])
    expect(stored(point(1, 2), point(2, 5)).changes).toEqual([])
  })
  it('turns memory into mebibytes', () => {
    const series = stored(point(1, 3 * 1024 ** 2, { metric: 'memory_usage', unit: 'By', kind: 'gauge' }))
    expect(series.minutes[0]?.last).toBe(3)
  })
  it('keeps the series of instances and attributes apart, up to its limit', () => {
    const store = new SeriesStore(2)
    store.add(point(1, 1))
    store.add(point(1, 1, { series: 'other' }))
    store.add(point(1, 1, { resource: { ...resource, instance: 'third' } }))
    store.add(point(2, 1))
    expect([store.size, store.dropped, store.ofResource('svc').length, store.ofResource('none')]).toEqual([2, 1, 2, []])
  })
  it('retains at least the last three hours and four days, and never twice as much', () => {
    const minutes = stored(...Array.from({ length: 361 }, (_, minute) => point(minute, 1))).minutes
    expect([minutes.length, minutes[0]?.minute]).toEqual([180, 181])
    expect(stored(...Array.from({ length: 360 }, (_, minute) => point(minute, 1))).minutes).toHaveLength(360)
    const halfHours = stored(...Array.from({ length: 385 }, (_, index) => point(index * 30, 1))).halfHours
    expect([halfHours.length, halfHours[0]?.index]).toEqual([192, 193])
    expect(stored(...Array.from({ length: 384 }, (_, index) => point(index * 30, 1))).halfHours).toHaveLength(384)
  })
  it('retains the last thousand changes of a capacity', () => {
    const sizes = (count: number) =>
      stored(...Array.from({ length: count }, (_, i) => point(i + 1, i, { metric: 'desired_capacity', kind: 'gauge' })))
    expect(sizes(2001).changes).toHaveLength(2000)
    expect(sizes(2002).changes).toHaveLength(1000)
    expect(sizes(2002).changes.at(-1)?.timeMs).toBe(2002 * 60_000)
  })
})

describe('lastMinutes and countedIn', () => {
  const everyMinute = stored(...[1, 2, 3, 4, 5].map((minute) => point(minute, minute)))
  it('take the minutes up to and with the one given', () => {
    expect(lastMinutes(everyMinute, 4, 2).map(({ minute }) => minute)).toEqual([3, 4])
    expect(lastMinutes(everyMinute, 9, 2)).toEqual([])
    expect([countedIn(everyMinute, 4, 2), countedIn(everyMinute, 5, 9), countedIn(everyMinute, 9, 2)]).toEqual([
      7,
      15,
      undefined,
    ])
  })
  it('count a longer step by its share', () => {
    const everyTen = stored(point(10, 100), point(20, 60), point(30, 80))
    expect(countedIn(everyTen, 30, 5)).toBe(40)
    expect(countedIn(everyTen, 30, 20)).toBe(140)
    // The window is the step itself: the point nine minutes ago is in it, the one ten minutes ago is not.
    expect(countedIn(everyTen, 39, 5)).toBe(40)
    expect(countedIn(everyTen, 40, 5)).toBeUndefined()
  })
})
