import { expect, test } from 'vitest'
import { type Beginning, nextStep, passedKey, type StepName, stepNames, stepsOf } from './steps.ts'

const all = (value: boolean) => Object.fromEntries(stepNames.map((name) => [name, value])) as Beginning['may']
const newOrganization: Beginning = {
  organization: { id: 'one', name: "Vera Newcomer's organization" },
  person: 'Vera Newcomer',
  billed: null,
  ...{ teams: [], budgets: [], people: 1, may: all(true), passed: {} },
}
const next = (change: Partial<Beginning>) => nextStep(stepsOf({ ...newOrganization, ...change }))
const passed = (...names: StepName[]) => Object.fromEntries(names.map((name) => [passedKey(name, 'one'), true]))

test('what is there is done, whoever did it and wherever', () => {
  expect(next({})).toBe('organization')
  const withName = { organization: { id: 'one', name: 'Acme' } }
  expect(next(withName)).toBe('bill')
  const billed = { ...withName, billed: { first: 'Oct 1, 2026', last: 'Oct 31, 2026' } }
  expect(next(billed)).toBe('teams')
  expect(next({ ...billed, teams: ['payments'] })).toBe('budget')
  expect(next({ ...billed, teams: ['payments'], budgets: ['All'] })).toBe('people')
  expect(next({ ...billed, teams: ['payments'], budgets: ['All'], people: 2 })).toBeNull()
  expect(stepsOf({ ...newOrganization, ...billed }).find(({ name }) => name === 'bill')).toEqual({
    name: 'bill',
    state: 'done',
    description: 'Bills from Oct 1, 2026 to Oct 31, 2026',
  })
})

test('what was passed over is not done, in this organization alone, and comes back when it is there', () => {
  expect(next({ passed: passed('organization', 'bill') })).toBe('teams')
  expect(next({ passed: { [passedKey('organization', 'two')]: true } })).toBe('organization')
  expect(stepsOf({ ...newOrganization, passed: passed(...stepNames) }).map(({ state }) => state)).toEqual(
    stepNames.map(() => 'passed'),
  )
  expect(stepsOf({ ...newOrganization, budgets: ['All'], passed: passed('budget') })[3]?.state).toBe('done')
})

test('nobody is asked for what they may not do', () => {
  expect(stepsOf({ ...newOrganization, may: { ...all(false), bill: true } }).map(({ name }) => name)).toEqual(['bill'])
  expect(next({ may: all(false) })).toBeNull()
})
