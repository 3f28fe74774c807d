import { expect, test } from 'vitest'
import { countsOf, failuresOf } from './test-report.ts'

const report = {
  testResults: [
    {
      name: '/house/packages/one.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'adds up', status: 'passed' },
        { fullName: 'is exact', status: 'failed', failureMessages: ['expected 1 to be 2\n  at line 3'] },
        { fullName: 'is for another day', status: 'skipped' },
      ],
    },
    { name: '/house/e2e/two.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
  ],
}

test('counts what passed and failed, a file that could not be loaded included', () => {
  expect(countsOf(report)).toEqual({ passed: 1, failed: 2 })
})

test('names every failure with its file and what went wrong', () => {
  expect(failuresOf(report, '/house')).toEqual([
    'packages/one.test.ts: is exact\n    expected 1 to be 2\n      at line 3',
    'e2e/two.test.ts\n    No such module',
  ])
})
