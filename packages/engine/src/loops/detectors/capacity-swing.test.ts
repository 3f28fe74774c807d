/** What a controller that cannot settle does, and one that follows a noisy load does not. */
import { describe, expect, it } from 'vitest'
import { metricPoints, observedView } from '../testing/observed-view.ts'
import { type Change, loadFeature, swingOf } from './capacity-swing.ts'

/** To and fro, each size kept for so many minutes. */
const toAndFro = (dwells: readonly number[]): Change[] => {
  let minute = 0
  return [0, ...dwells].map((dwell, index) => {
    minute += dwell
    return { timeMs: minute * 60_000, delta: index % 2 === 0 ? 1 : -1, generation: '' }
  })
}
const unevenness = (dwells: readonly number[]) => swingOf(toAndFro(dwells))?.unevenness ?? Number.NaN

describe('swingOf', () => {
  it('needs three changes', () => {
    expect(swingOf(toAndFro([1]))).toBeUndefined()
    expect(swingOf(toAndFro([1, 1]))).toMatchObject({ turns: 2, reversing: 1, unevenness: 0, dwellMs: 60_000 })
  })
  it('tells a controller of its own time from one that follows chance', () => {
    expect(unevenness([5, 6, 5, 5, 6, 5, 5, 6])).toBeLessThan(0.3)
    // Half of them between one and three, as of the times of a Poisson process with few long ones.
    expect(unevenness([1, 2, 2, 1, 3, 2, 6, 2, 1, 2])).toBeGreaterThan(0.3)
    expect(unevenness([5, 6, 9, 5, 12, 7, 5, 16])).toBeGreaterThan(0.3)
  })
  it('does not take the steps of reports for unevenness', () => {
    // Every twenty seconds, seen by reports of fifteen; the same spread between reports is uneven.
    const seen = [15, 15, 30, 15, 30, 15, 15, 30, 15, 30].map((seconds) => seconds / 60)
    expect(unevenness(seen)).toBeLessThan(0.3)
    expect(unevenness(seen.map((dwell, index) => dwell + index / 1000))).toBeGreaterThan(0.3)
  })
  it('leaves out steps of one machine beside swings of many', () => {
    const steps = [6, 1, -7, 1, 6, -1, -6, 1, 6, -7].map((delta, index) => ({
      ...{ timeMs: index * 60_000, delta, generation: '' },
    }))
    expect(swingOf(steps)).toMatchObject({ turns: 5, reversing: 1 })
    expect(swingOf(steps.filter(({ delta }) => Math.abs(delta) === 1))).toMatchObject({ turns: 2 })
  })
  it('leaves out what was kept before the onset', () => {
    expect(unevenness([40, 5, 5, 6, 5, 5])).toBeLessThan(0.3)
    expect(unevenness([5, 5, 40, 6, 5, 5])).toBeGreaterThan(0.3)
  })
})

describe('loadFeature', () => {
  it('reads requests that are exported as a level which only grows by what they rise', () => {
    const isBusy = (minute: number) => minute % 12 < 6
    const minutes = Array.from({ length: 60 }, (_, minute) => minute)
    const sizes = minutes.map((minute) => (isBusy(minute) ? 9 : 3))
    const explained = (rate: (minute: number) => number) => {
      let total = 5_000_000
      const requests = minutes.map((minute) => {
        total += rate(minute)
        return total
      })
      const view = observedView({
        points: [...metricPoints('desired_replicas', sizes), ...metricPoints('ingress_requests', requests)],
      })
      const capacity = view.activeSeries.find(({ role }) => role === 'capacity')
      return capacity && loadFeature(capacity, view, 60).map(({ name, is_met }) => [name, is_met])
    }
    expect(explained((minute) => (isBusy(minute) ? 3900 : 1100))).toEqual([['not_load', false]])
    expect(explained((minute) => 2500 + (minute % 5))).toEqual([['not_load', true]])
  })
})
