import { expect, test } from 'vitest'
import { type Beginning, nextStep, stepsOf } from './steps.ts'

const fresh: Beginning = { imports: 0, people: 1, mayRename: true, mayImport: true, mayInvite: true, settled: {} }
const next = (change: Partial<Beginning>) => nextStep(stepsOf({ ...fresh, ...change }))

test('one after the other, and taken up where it was left', () => {
  expect(next({})).toBe('organization')
  expect(next({ settled: { organization: true } })).toBe('bill')
  expect(next({ settled: { organization: true }, imports: 1 })).toBe('people')
  expect(next({ settled: { organization: true, bill: true } })).toBe('people')
  expect(next({ settled: { organization: true }, imports: 1, people: 2 })).toBeNull()
})

test('nobody is asked for what they may not do', () => {
  expect(stepsOf({ ...fresh, mayRename: false, mayInvite: false }).map(({ name }) => name)).toEqual(['bill'])
  expect(next({ mayRename: false, mayImport: false, mayInvite: false })).toBeNull()
})
