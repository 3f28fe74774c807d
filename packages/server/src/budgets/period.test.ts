import { expect, it } from 'vitest'
import { periodOf } from './period.ts'

it('is the month, quarter, year or the last thirty days of a day', () => {
  expect(periodOf('monthly', '2026-02-28')).toEqual({ from: '2026-02-01', to: '2026-03-01', start: '2026-02-01' })
  expect(periodOf('quarterly', '2026-11-19')).toEqual({ from: '2026-10-01', to: '2027-01-01', start: '2026-10-01' })
  expect(periodOf('quarterly', '2026-04-01')).toMatchObject({ from: '2026-04-01', to: '2026-07-01' })
  expect(periodOf('yearly', '2026-12-31')).toMatchObject({ from: '2026-01-01', to: '2027-01-01' })
  expect(periodOf('rolling_30', '2026-11-19')).toEqual({ from: '2026-10-21', to: '2026-11-20', start: '2026-11-01' })
})
