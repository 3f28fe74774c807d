import { describe, expect, it } from 'vitest'
import { EdgeHistory } from './edge-history.ts'
import { edgeKey } from './minute-facts.ts'

const noted = (minutes: readonly number[], ratioAt = (_minute: number) => 2, failing = (_minute: number) => false) => {
  const history = new EdgeHistory(10)
  for (const minute of minutes) history.note(1, minute, ratioAt(minute), failing(minute))
  return history
}
const minutesUpTo = (count: number) => Array.from({ length: count }, (_, minute) => minute)

describe('EdgeHistory.baseline', () => {
  it('needs four minutes before the one it is asked for', () => {
    const history = noted(minutesUpTo(10))
    expect(history.baseline(1, 3)).toBeUndefined()
    expect(history.baseline(1, 4)).toBe(2)
  })
  it('is not moved by some minutes of a loop before it was recognized', () => {
    expect(noted(minutesUpTo(12), (minute) => (minute < 6 ? 2 : 90)).baseline(1, 12)).toBe(2)
    expect(noted(minutesUpTo(12), () => 90).baseline(1, 12)).toBe(90)
  })
  it('thins out the older half evenly, so that a short memory reaches far back', () => {
    // Of 61 minutes, every other one of the first 30 is retained.
    const history = noted(minutesUpTo(61), (minute) => (minute < 30 && minute % 2 === 0 ? 5 : 9))
    expect(history.baseline(1, 30)).toBe(5)
    expect(noted(minutesUpTo(60), (minute) => (minute % 2 === 0 ? 5 : 9)).baseline(1, 30)).toBe(5)
  })
  it('knows nothing of other edges, nor of more edges than its limit', () => {
    const history = new EdgeHistory(1)
    for (const minute of minutesUpTo(12)) for (const edge of [1, 2]) history.note(edge, minute, edge, false)
    expect([history.baseline(1, 99), history.baseline(2, 99)]).toEqual([1, undefined])
  })
})

describe('EdgeHistory.baselineOf', () => {
  it('adds up the edges of a caller that are of a kind, as they were before', () => {
    const history = new EdgeHistory(10)
    for (const minute of minutesUpTo(12))
      for (const [to, ratio] of [
        [3, 1],
        [4, 2],
        [5, 70],
      ] as const)
        history.note(edgeKey(2, to), minute, ratio, false)
    expect(history.baselineOf(2, 12, (to) => to < 5)).toBe(3)
    expect(history.baselineOf(2, 2, () => true)).toBeUndefined()
    expect(history.baselineOf(7, 12, () => true)).toBeUndefined()
  })
})

describe('EdgeHistory.healthyBaseline', () => {
  it('is the median of the minutes without failures, from three on', () => {
    const ratioAt = (minute: number) => [1, 50, 2, 60, 3][minute] ?? 0
    const failing = (minute: number) => minute % 2 === 1
    expect(noted(minutesUpTo(4), ratioAt, failing).healthyBaseline(1)).toBeUndefined()
    expect(noted(minutesUpTo(5), ratioAt, failing).healthyBaseline(1)).toBe(2)
  })
})
