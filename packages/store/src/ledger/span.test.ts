import { expect, it } from 'vitest'
import { before, closeSpan, shiftOf, toCalendarMonths } from './span.ts'

const past = (from: string, to: string, compare: 'previous_period' | 'previous_year') =>
  before({ from, to }, shiftOf({ from, to }, compare))

it('shifts by months for windows of calendar months, else by days', () => {
  expect(past('2024-03-01', '2024-04-01', 'previous_period')).toEqual({ from: '2024-02-01', to: '2024-03-01' })
  expect(past('2024-01-01', '2024-04-01', 'previous_period')).toEqual({ from: '2023-10-01', to: '2024-01-01' })
  expect(past('2024-03-05', '2024-03-12', 'previous_period')).toEqual({ from: '2024-02-27', to: '2024-03-05' })
})

it('finds last year’s days across a leap day', () => {
  expect(past('2024-02-01', '2024-03-01', 'previous_year')).toEqual({ from: '2023-02-01', to: '2023-03-01' })
  expect(past('2025-02-01', '2025-03-01', 'previous_year')).toEqual({ from: '2024-02-01', to: '2024-03-01' })
})

it('closes open ends with the covered days', () => {
  const available = { from: '2024-01-10', to: '2024-02-10' }
  expect(closeSpan({}, available)).toEqual(available)
  expect(closeSpan({ start_date: '2024-02-01' }, available)).toEqual({ from: '2024-02-01', to: '2024-02-10' })
  expect(closeSpan({ start_date: '2024-05-01' }, available)).toEqual({ from: '2024-05-01', to: '2024-05-01' })
  expect(closeSpan({ end_date: '2023-05-01' }, available)).toEqual({ from: '2023-05-01', to: '2023-05-01' })
  expect(closeSpan({}, null)).toBeNull()
})

it('explains an invalid window', () => {
  expect(() => closeSpan({ start_date: '2024-03-01', end_date: '2024-03-01' }, null)).toThrow(/must be before/)
  expect(() => closeSpan({ start_date: '2020-01-01', end_date: '2024-01-01' }, null)).toThrow(
    /1461 days; the limit is 1100/,
  )
})

it('converts billing periods to the months that begin in the window', () => {
  expect(toCalendarMonths({ from: '2024-01-15', to: '2024-03-02' })).toEqual({ from: '2024-02-01', to: '2024-04-01' })
})
