import { expect, it } from 'vitest'
import { describeReviewSchedule, lastDayOf, progressOf, stateOf } from './review-labels.ts'

const counts = { pending: 1, confirmed: 2, revoked: 1, retained: 0 }

it('counts what is decided', () => {
  expect(progressOf({ counts })).toBe('3 of 4 items decided, 1 revoked')
  expect(progressOf({ counts: { ...counts, revoked: 0, retained: 1 } })).toBe('3 of 4 items decided, 1 not revoked')
})

it('is overdue only while it is open', () => {
  expect(stateOf({ status: 'open', is_overdue: true }).label).toBe('Overdue')
  expect(stateOf({ status: 'completed', is_overdue: false }).label).toBe('Completed')
})

it('ends with its last day', () => {
  expect(lastDayOf({ due_at: '2027-01-01T00:00:00.000Z' })).toBe('2026-12-31')
})

it('says when the next review starts', () => {
  const schedule = { every_days: 90, decide_within_days: 14, next_start_at: '2026-03-01T00:00:00.000Z' }
  expect(describeReviewSchedule({ ...schedule, enabled: true })).toBe(
    'A review starts every 90 days, next on Mar 1, 2026, with 14 days to decide.',
  )
  expect(describeReviewSchedule({ ...schedule, enabled: false, next_start_at: null })).toBe(
    'Reviews start only by hand.',
  )
})
