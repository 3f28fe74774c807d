import { expect, it } from 'vitest'
import { whyOfAnomaly, whyOfPeriod } from './why-questions.ts'

it('whyOfPeriod compares a day with the same weekday, and a month with the month before', () => {
  expect(whyOfPeriod('2026-11-16', 'day')).toEqual({
    window: { from: '2026-11-16', to: '2026-11-17' },
    past: { from: '2026-11-09', to: '2026-11-10' },
  })
  expect(whyOfPeriod('2026-02-01', 'month')).toEqual({ window: { from: '2026-02-01', to: '2026-03-01' }, past: null })
  expect(whyOfPeriod('2026-02-02', 'week').window).toEqual({ from: '2026-02-02', to: '2026-02-09' })
})

it('whyOfAnomaly compares an incident with the same weekdays, without common days', () => {
  const question = whyOfAnomaly({
    scope: [
      { dimension: 'service', value: 'AWS Glue', name: '' },
      { dimension: 'unknown', value: 'x', name: '' },
    ],
    currency: 'USD',
    first_day: '2026-11-10',
    last_day: '2026-11-17',
  })
  expect(question).toEqual({
    window: { from: '2026-11-10', to: '2026-11-18' },
    past: { from: '2026-10-27', to: '2026-11-04' },
    currency: 'USD',
    filters: [{ dimension: 'service', op: 'is', values: ['AWS Glue'] }],
  })
})
