import { expect, it } from 'vitest'
import { nextGain } from './score.ts'

const check = (id: string, severity: 'critical' | 'low', status: 'pass' | 'fail') => ({
  ...{ id, severity, status, title: id, detail: '', href: '' },
})

it('finds the failing check that is worth most', () => {
  const checks = [check('a', 'low', 'fail'), check('b', 'critical', 'fail'), check('c', 'critical', 'pass')]
  const score = { value: 47, earned: 10, possible: 21 }
  expect(nextGain({ score, checks })).toMatchObject({ check: { id: 'b' }, score: 95 })
  expect(nextGain({ score, checks: [check('c', 'critical', 'pass')] })).toBeUndefined()
})
