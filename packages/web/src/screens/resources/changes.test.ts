import { addDays } from '@kept/foundation/calendar/day.ts'
import { expect, test } from 'vitest'
import { changesOf, costSteps } from './changes.ts'

const daysOf = (amounts: readonly string[]) =>
  amounts.map((effective, index) => ({ date: addDays('2026-10-01', index), effective }))

test('finds the day on which a cost changed for good, and no single odd day', () => {
  const weeks = [...Array<string>(14).fill('2'), ...Array<string>(14).fill('3')]
  expect(costSteps(daysOf(weeks))).toEqual([{ day: '2026-10-15', before: '2', after: '3' }])
  expect(costSteps(daysOf(Array<string>(28).fill('2')))).toEqual([])
  expect(costSteps([])).toEqual([])
})

test('lists what happened, the newest first', () => {
  const resource = {
    ...{ created_at: '2026-09-30T10:00:00Z', first_charged_on: '2026-10-01' },
    ...{ state: 'stopped', state_since: '2026-10-20T08:00:00Z' },
  }
  const weeks = [...Array<string>(14).fill('3'), ...Array<string>(14).fill('1.5')]
  expect(changesOf(resource, daysOf(weeks), 'USD')).toEqual([
    { day: '2026-10-20', label: 'State: stopped' },
    { day: '2026-10-15', label: 'Cost fell from $3.00 to $1.50 a day' },
    { day: '2026-10-01', label: 'First charged' },
    { day: '2026-09-30', label: 'Created' },
  ])
})
