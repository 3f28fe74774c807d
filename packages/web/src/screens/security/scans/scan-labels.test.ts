import { describe, expect, it } from 'vitest'
import { changeSummary, isActive, summaryOf } from './scan-labels.ts'

describe('summaryOf', () => {
  it('leaves out what there is none of', () => {
    expect(summaryOf({ failed: 3, unknown: 40, passed: 12 })).toBe('3 fail, 40 unknown, 12 pass')
    expect(summaryOf({ failed: 0, unknown: 0, passed: 5 })).toBe('0 fail, 5 pass')
  })
})

describe('changeSummary', () => {
  it('counts new failures and what was fixed', () => {
    expect(changeSummary({ new_failures: ['a'], grown: ['d'], fixed: ['b', 'c'] })).toBe(
      '1 new failure, 1 failing for more, 2 fixed',
    )
    expect(changeSummary({ new_failures: [], grown: [], fixed: [] })).toBe('')
  })
})

describe('isActive', () => {
  it('is true until a scan has ended', () => {
    expect((['queued', 'running', 'completed', 'failed'] as const).map((status) => isActive({ status }))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
