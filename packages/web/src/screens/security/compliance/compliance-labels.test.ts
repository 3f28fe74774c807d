import { describe, expect, it, test } from 'vitest'
import {
  coverageOf,
  groupRequirements,
  groupUnknown,
  markOf,
  monthsSentence,
  reviewsSentence,
  sharedPrefix,
} from './compliance-labels.ts'

describe('groupRequirements', () => {
  it('groups in the order of the framework', () => {
    const requirement = (id: string, group: string) => ({
      ...{ id, group, title: '', status: 'unknown' as const, detail: '', checks: [], evidence: [], months: [] },
      ...{ owner_id: null, owner_name: '', next_review: null, is_review_overdue: false },
    })
    const groups = groupRequirements([
      requirement('AC-1', 'Access'),
      requirement('AU-1', 'Audit'),
      requirement('AC-2', 'Access'),
    ])
    expect(groups.map(({ group, requirements }) => [group, requirements.map(({ id }) => id)])).toEqual([
      ['Access', ['AC-1', 'AC-2']],
      ['Audit', ['AU-1']],
    ])
  })
})

test('names what the identifiers of a group share', () => {
  expect(sharedPrefix(['CC6.1', 'CC6.2'])).toBe('CC6')
  expect(sharedPrefix(['AC-1', 'AC-2'])).toBe('AC')
  expect(sharedPrefix(['A.5.1', 'A.5.23'])).toBe('A.5')
  expect(sharedPrefix(['CC6.1', 'A1.2'])).toBe('')
  expect(sharedPrefix([])).toBe('')
})

test('puts failing checks first, and those without a result together by the reason', () => {
  const check = (check_id: string, status: 'pass' | 'fail' | 'unknown', detail: string) => ({
    ...{ check_id, status, detail, title: check_id, scan_id: '', observed_at: '', is_stale: false },
  })
  const { evaluated, unknown } = groupUnknown([
    check('a', 'pass', ''),
    check('b', 'unknown', 'No inventory.'),
    check('c', 'fail', ''),
    check('d', 'unknown', 'No inventory.'),
  ])
  expect(evaluated.map(({ check_id }) => check_id)).toEqual(['c', 'a'])
  expect(unknown.map(({ checks }) => checks.map(({ check_id }) => check_id))).toEqual([['b', 'd']])
})

test('says how much of a framework is covered', () => {
  expect(coverageOf({ met: 1, partly: 0, failing: 1, expired: 1, not_applicable: 4, unknown: 2 })).toEqual({
    covered: '1 of 5 requirements is met or partly met.',
    failing: '1 fails',
    others: '1 has expired evidence, 2 have nothing yet',
  })
  expect(coverageOf({ met: 2, partly: 1, failing: 0, expired: 0, not_applicable: 0, unknown: 0 })).toMatchObject({
    covered: '3 of 3 requirements are met or partly met.',
    failing: '',
    others: '',
  })
})

test('marks a requirement that only expired evidence would show', () => {
  const evidence = (is_stale: boolean) => [{ is_stale }] as Parameters<typeof markOf>[0]['evidence']
  expect(markOf({ status: 'unknown', evidence: evidence(true) })).toBe('expired')
  expect(markOf({ status: 'partly', evidence: evidence(true) })).toBe('partly')
  expect(markOf({ status: 'unknown', evidence: [] })).toBe('unknown')
})

it('says how many months are covered, and how many reviews are late', () => {
  expect(monthsSentence(['covered', 'nothing', 'failing'])).toBe('1 of 3 months is covered, in 1 a check fails.')
  expect(monthsSentence(['covered', 'covered', 'nothing'])).toBe('2 of 3 months are covered.')
  const late = { is_review_overdue: true }
  expect(reviewsSentence([{ is_review_overdue: false }])).toBe('')
  expect(reviewsSentence([late])).toBe('1 review is overdue.')
  expect(reviewsSentence([late, late])).toBe('2 reviews are overdue.')
})
