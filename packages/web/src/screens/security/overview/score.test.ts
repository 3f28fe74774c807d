import { expect, it } from 'vitest'
import { changeSentence, nextGain, trendRows } from './score.ts'

const check = (id: string, severity: 'critical' | 'low', status: 'pass' | 'fail') => ({
  ...{ id, severity, status, title: id, detail: '', href: '' },
})

it('finds the failing check that is worth most', () => {
  const checks = [check('a', 'low', 'fail'), check('b', 'critical', 'fail'), check('c', 'critical', 'pass')]
  const score = { value: 47, earned: 10, possible: 21 }
  expect(nextGain({ score, checks })).toMatchObject({ check: { id: 'b' }, score: 95 })
  expect(nextGain({ score, checks: [check('c', 'critical', 'pass')] })).toBeUndefined()
})

it('leaves a gap for a day without a record', () => {
  expect(trendRows([])).toEqual([])
  const days = [
    { day: '2026-02-27', score: 70 },
    { day: '2026-03-01', score: 82 },
  ]
  expect(trendRows(days).map(({ score }) => score)).toEqual([70, null, 82])
})

it.each([
  [4, '78 on Oct 27, 2026, 4 points more now'],
  [-1, '78 on Oct 27, 2026, 1 point less now'],
  [0, '78 on Oct 27, 2026, the same now'],
])('compares with the score of a month ago: %i', (points, expected) => {
  expect(changeSentence({ days: [], change: { day: '2026-10-27', score: 78, points } })).toBe(expected)
})

it('says nothing of a month that was not recorded', () => {
  expect(changeSentence({ days: [], change: null })).toBe('')
})
