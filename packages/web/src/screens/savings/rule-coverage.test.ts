import { expect, test } from 'vitest'
import { coverageOf } from './rule-coverage.ts'

test.each([
  ['savings', { recommendations: 2, evaluated_count: 9, skip_reasons: [] }],
  [
    'nothing',
    { recommendations: 0, evaluated_count: 0, skip_reasons: ['No load balancers on the bill in this window.'] },
  ],
  ['incomplete', { recommendations: 2, evaluated_count: 9, skip_reasons: ['Needs CPU metrics (3 of 12 have none).'] }],
  ['no_data', { recommendations: 0, evaluated_count: 0, skip_reasons: ['Needs an inventory.'] }],
] as const)('is %s', (coverage, outcome) => {
  expect(coverageOf({ rule: 'any', ...outcome, skip_reasons: [...outcome.skip_reasons] })).toBe(coverage)
})
