import { describe, expect, it } from 'vitest'
import { RateHistory } from './rate-history.ts'

const learned = (visits: readonly number[], failures = 0, limit = 10) => {
  const history = new RateHistory(limit)
  visits.forEach((count, minute) => {
    history.note(1, minute, count, failures)
  })
  return history
}

describe('RateHistory', () => {
  it('tells the usual runs a minute before a minute', () => {
    const history = learned([10, 12, 11, 900, 900, 900, 900])
    expect(history.healthyRate(1, 3)).toBe(11)
    expect(history.healthyRate(1, 2)).toBeUndefined()
    expect(history.healthyRate(2, 3)).toBeUndefined()
  })
  it('learns nothing from minutes in which most runs fail, or beyond its limit', () => {
    expect(learned([10, 10, 10], 6).healthyRate(1, 9)).toBeUndefined()
    expect(learned([10, 10, 10], 5).healthyRate(1, 9)).toBe(10)
    expect(learned([10, 10, 10], 0, 0).healthyRate(1, 9)).toBeUndefined()
  })
  it('reaches far back in little room', () => {
    const history = learned(Array.from({ length: 100 }, (_, minute) => (minute < 50 ? 5 : 50)))
    expect(history.healthyRate(1, 40)).toBe(5)
    expect(history.healthyRate(1, 100)).toBe(50)
  })
})
