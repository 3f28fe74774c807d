import { expect, it } from 'vitest'
import { scoreChange } from './score.ts'

const last = { day: '2026-03-31', score: 80 }

it.each([
  [
    'the day itself',
    [
      { day: '2026-02-28', score: 60 },
      { day: '2026-03-01', score: 70 },
    ],
    { day: '2026-03-01', score: 70, points: 10 },
  ],
  [
    'the last recorded day before it',
    [
      { day: '2026-02-25', score: 90 },
      { day: '2026-03-02', score: 50 },
    ],
    { day: '2026-02-25', score: 90, points: -10 },
  ],
  ['no record that is much older', [{ day: '2026-02-22', score: 90 }], null],
  ['no younger history', [{ day: '2026-03-02', score: 50 }], null],
])('compares with 30 days ago: %s', (_name, days, expected) => {
  expect(scoreChange([...days, last])).toEqual(expected)
})

it('has nothing to compare without a record', () => expect(scoreChange([])).toBeNull())
