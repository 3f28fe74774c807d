import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  mayMove,
  moveRecommendation,
  type RecommendationMove,
  type RecommendationState,
  stepOfData,
  verificationDays,
} from './recommendation-life.ts'
import { type RecommendationStatus, recommendationStatuses } from './recommendation-status.ts'

const start = '2026-11-01T00:00:00Z'
const daysOn = (days: number) =>
  Temporal.Instant.from(start)
    .add({ hours: days * 24 })
    .toString()
const state = (overrides: Partial<RecommendationState> = {}): RecommendationState => ({
  status: 'open',
  dismissedReason: '',
  dismissedUntil: null,
  doneAt: null,
  absentSince: null,
  ...overrides,
})
const moves: RecommendationMove[] = ['accept', 'done', 'dismiss', 'reopen']

describe('what people may do', () => {
  it('follows one table: a move is either taken or refused in one sentence', () => {
    for (const status of recommendationStatuses) {
      for (const move of moves) {
        if (mayMove(status, move)) expect(recommendationStatuses).toContain(moveRecommendation(status, move))
        else expect(() => moveRecommendation(status, move)).toThrow(/\.$/)
      }
    }
    expect(() => moveRecommendation('gone', 'done')).toThrow('no longer seen')
    expect(() => moveRecommendation('open', 'reopen')).toThrow('open already')
    expect(moves.filter((move) => mayMove('gone', move))).toEqual([])
  })
})

describe('what the data does', () => {
  it('resolves what is marked as done once the data has lacked it for two weeks', () => {
    const claimed = state({ status: 'done', doneAt: start })
    const absent = stepOfData(claimed, false, daysOn(1))
    expect([absent.status, absent.absentSince]).toEqual(['verifying', daysOn(1)])
    expect(stepOfData(absent, false, daysOn(14)).status).toBe('verifying')
    expect(stepOfData(absent, false, daysOn(1 + verificationDays)).status).toBe('verified')
  })
  it('says when a claim does not hold, after the time a bill takes to show it', () => {
    const claimed = state({ status: 'done', doneAt: start })
    expect(stepOfData(claimed, true, daysOn(14)).status).toBe('done')
    expect(stepOfData(claimed, true, daysOn(15)).status).toBe('regressed')
  })
  it('resolves what disappears without a claim, and reopens what comes back', () => {
    expect(stepOfData(state({ status: 'accepted' }), false, start)).toMatchObject({
      status: 'verifying',
      doneAt: start,
    })
    expect(stepOfData(state({ status: 'verified' }), true, start).status).toBe('regressed')
    expect(stepOfData(state({ status: 'open' }), false, start).status).toBe('gone')
  })
  it('keeps a dismissal, and what is snoozed until its day', () => {
    const dismissed = state({ status: 'dismissed', dismissedReason: 'needed' })
    expect(stepOfData(dismissed, true, daysOn(99)).status).toBe('dismissed')
    const snoozed = state({ status: 'snoozed', dismissedReason: 'needed', dismissedUntil: '2026-11-10' })
    expect(stepOfData(snoozed, true, daysOn(8)).status).toBe('snoozed')
    expect(stepOfData(snoozed, true, daysOn(9))).toMatchObject({ status: 'open', dismissedReason: '' })
    expect(stepOfData({ ...snoozed, status: 'gone' }, true, daysOn(8)).status).toBe('snoozed')
  })
  it('never verifies what it sees, and says the same when it looks twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<RecommendationStatus>(...recommendationStatuses),
        fc.boolean(),
        fc.integer({ min: 0, max: 60 }),
        fc.option(fc.integer({ min: -30, max: 0 }), { nil: null }),
        (status, isDetected, days, absent) => {
          const before = state({ status, doneAt: start, absentSince: absent === null ? null : daysOn(absent) })
          const next = stepOfData(before, isDetected, daysOn(days))
          if (isDetected) expect(['verifying', 'verified', 'gone']).not.toContain(next.status)
          else expect(['open', 'dismissed', 'regressed']).not.toContain(next.status)
          expect(stepOfData(next, isDetected, daysOn(days)).status).toBe(
            // A waste that is absent long enough passes the watch at the second look at the latest.
            next.status === 'verifying' && absent !== null && days - absent >= verificationDays
              ? 'verified'
              : next.status,
          )
        },
      ),
    )
  })
})
