import { expect, test } from 'vitest'
import { nextStep, type OnboardingState, type StepName, skippedKey, stepNames, stepsOf } from './steps.ts'

const all = (value: boolean) => Object.fromEntries(stepNames.map((name) => [name, value])) as OnboardingState['may']
const newOrganization: OnboardingState = {
  organization: { id: 'one', name: "Vera Newcomer's organization" },
  person: 'Vera Newcomer',
  billed: null,
  ...{ teams: [], budgets: [], people: 1, may: all(true), skipped: {} },
}
const next = (change: Partial<OnboardingState>) => nextStep(stepsOf({ ...newOrganization, ...change }))
const skipped = (...names: StepName[]) => Object.fromEntries(names.map((name) => [skippedKey(name, 'one'), true]))

test('a step is done once its result exists', () => {
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

test('a skipped step is not done, in this organization only, and is done once its result exists', () => {
  expect(next({ skipped: skipped('organization', 'bill') })).toBe('teams')
  expect(next({ skipped: { [skippedKey('organization', 'two')]: true } })).toBe('organization')
  expect(stepsOf({ ...newOrganization, skipped: skipped(...stepNames) }).map(({ state }) => state)).toEqual(
    stepNames.map(() => 'skipped'),
  )
  expect(stepsOf({ ...newOrganization, budgets: ['All'], skipped: skipped('budget') })[3]?.state).toBe('done')
})

test('steps without permission are left out', () => {
  expect(stepsOf({ ...newOrganization, may: { ...all(false), bill: true } }).map(({ name }) => name)).toEqual(['bill'])
  expect(next({ may: all(false) })).toBeNull()
})
