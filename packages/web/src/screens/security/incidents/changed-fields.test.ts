import { expect, it } from 'vitest'
import { changedFields, rebase } from './changed-fields.ts'

const opened = { severity: 'SEV3', commander: null as string | null, impact: { amount: '1', currency: 'USD' } }

it('sends what differs, whatever the order of its parts', () => {
  expect(changedFields(opened, { ...opened, impact: { currency: 'USD', amount: '1' } })).toEqual({})
  expect(changedFields(opened, { ...opened, commander: 'ada' })).toEqual({ commander: 'ada' })
  expect(changedFields({ ...opened, commander: 'ada' }, opened)).toEqual({ commander: null })
})

it('sends after a refusal what still differs, and nothing that only the other one changed', () => {
  const typed = { ...opened, severity: 'SEV2' }
  const current = { ...opened, severity: 'SEV1', commander: 'eve' }
  const base = rebase(opened, current, changedFields(opened, typed))
  expect(changedFields(base, typed)).toEqual({ severity: 'SEV2' })
  // Back to what it was when the form was opened is a change, too.
  expect(changedFields(base, opened)).toEqual({ severity: 'SEV3' })
  expect(changedFields(base, { ...typed, severity: 'SEV1' })).toEqual({})
})
