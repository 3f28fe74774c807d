import { describe, expect, it } from 'vitest'
import { isComplete, isCovered, mergeSpans } from './covered-days.ts'

const covered = mergeSpans([
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2024-03-01', to: '2024-04-01' },
  { from: '2026-09-03', to: '2026-10-01' },
  { from: '2026-09-10', to: '2026-09-12' },
])

describe('mergeSpans', () => {
  it('joins loads that touch or overlap', () => {
    expect(covered).toEqual([
      { from: '2024-03-01', to: '2024-04-01' },
      { from: '2026-09-03', to: '2026-10-31' },
    ])
    expect(mergeSpans([])).toEqual([])
  })
})

describe('isCovered', () => {
  it('distinguishes days with and without a bill', () => {
    const days = ['2024-02-29', '2024-03-01', '2024-03-31', '2024-04-01', '2026-10-30', '2026-10-31']
    expect(days.map((date) => isCovered(covered, date))).toEqual([false, true, true, false, true, false])
  })
})

describe('isWhole', () => {
  it('tolerates gaps at the edges of bills, but no missing bill', () => {
    expect(isComplete(covered, { from: '2026-09-01', to: '2026-10-01' })).toBe(true)
    expect(isComplete(covered, { from: '2026-10-01', to: '2026-11-01' })).toBe(true)
    expect(isComplete(covered, { from: '2026-08-01', to: '2026-09-01' })).toBe(false)
    expect(isComplete(covered, { from: '2026-08-04', to: '2026-09-04' })).toBe(false)
    expect(isComplete(covered, { from: '2024-03-20', to: '2024-04-20' })).toBe(false)
    expect(isComplete([], { from: '2024-03-20', to: '2024-04-20' })).toBe(false)
  })
})
