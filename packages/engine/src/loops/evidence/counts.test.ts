import { expect, it } from 'vitest'
import type { MinutePoint } from '../aggregate/series.ts'
import { metricPoints, observedView } from '../testing/observed-view.ts'
import { countsOf, risesOf } from './counts.ts'

const points = (levels: readonly number[]) =>
  levels.map((last, minute) => ({ minute, last, sum: last, count: 1, min: last, max: last }) satisfies MinutePoint)
const from = (length: number, level: (index: number) => number) => Array.from({ length }, (_, index) => level(index))

it('reads a level that only grows as a count of all there ever was', () => {
  const rises = risesOf(points(from(20, (index) => 5000 + index * 7)))
  expect([rises?.size, rises?.get(1), rises?.get(19)]).toEqual([19, 7, 7])
})

it.each([
  ['fell once', from(20, (index) => (index === 10 ? 0 : index * 7))],
  ['hardly moved', from(20, (index) => (index < 12 ? 5 : index))],
  ['is not known for long enough', from(19, (index) => index * 7)],
])('leaves a level as it is that %s', (_, levels) => {
  expect(risesOf(points(levels))).toBeUndefined()
})

it('counts the same of a counter, of a level that only grows, and of reports for each minute', () => {
  const last = (metric: string, values: readonly number[], kind: 'gauge' | 'delta') => {
    const [series] = observedView({ points: metricPoints(metric, values, { kind }) }).activeSeries
    return series && [...countsOf(series).values()].at(-1)
  }
  expect(
    last(
      'a',
      from(25, (index) => index * 3),
      'gauge',
    ),
  ).toBe(3)
  expect(
    last(
      'a',
      from(25, (index) => (index % 2 === 0 ? 4 : 9)),
      'gauge',
    ),
  ).toBe(4)
  expect(
    last(
      'a',
      from(25, (index) => index * 3),
      'delta',
    ),
  ).toBe(72)
})
