import { expect, it } from 'vitest'
import { monthsCovered, shownMonths } from './months-covered.ts'

it('shows the month of today and the eleven before it', () => {
  const months = shownMonths('2026-03-31')
  expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
})

it('covers the months that evidence observed, and the month of a scan; a failing check outweighs both', () => {
  const months = ['2025-12', '2026-01', '2026-02', '2026-03']
  const evidence = [{ observed_from: '2025-12-31T00:00:00.000Z', observed_until: '2026-01-01T00:00:00.000Z' }]
  const check = (status: string) => ({ status, observed_at: '2026-03-02T04:17:00.000Z' })
  expect(monthsCovered(months, { evidence, checks: [] })).toEqual(['covered', 'covered', 'nothing', 'nothing'])
  expect(monthsCovered(months, { evidence: [], checks: [check('pass')] }).at(-1)).toBe('covered')
  expect(monthsCovered(months, { evidence, checks: [check('pass'), check('fail')] }).at(-1)).toBe('failing')
  expect(monthsCovered(months, { evidence: [], checks: [check('unknown')] }).at(-1)).toBe('nothing')
})
