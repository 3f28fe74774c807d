import type { Person } from '@kept/contract/routes/users/people.ts'
import { expect, test } from 'vitest'
import { undoOf } from './undo.ts'

const person = (id: string, role: Person['role'], status: Person['status'] = 'active') =>
  ({ id, role, custom_role: null, status }) as Person

test('undo restores every user in as few calls as there were states', () => {
  const before = [person('a', 'user'), person('b', 'billing_admin'), person('c', 'user'), person('d', 'admin')]
  expect(undoOf(before, { role: 'admin' })).toEqual([
    { user_ids: ['a', 'c'], updates: { role: 'user' } },
    { user_ids: ['b'], updates: { role: 'billing_admin' } },
  ])
})

test('a custom role comes back', () => {
  const auditor = { ...person('a', 'user'), custom_role: { id: 'r1', name: 'Auditor' } }
  const before = [auditor, person('b', 'user')]
  expect(undoOf(before, { role: 'admin' })).toEqual([
    { user_ids: ['a'], updates: { custom_role_id: 'r1' } },
    { user_ids: ['b'], updates: { role: 'user' } },
  ])
  expect(undoOf(before, { custom_role_id: 'r1' })).toEqual([{ user_ids: ['b'], updates: { role: 'user' } }])
})

test('a status goes back to what it was', () => {
  const before = [person('a', 'user'), person('b', 'user', 'disabled')]
  expect(undoOf(before, { status: 'disabled' })).toEqual([{ user_ids: ['a'], updates: { status: 'active' } }])
  expect(undoOf(before, { status: 'active' })).toEqual([{ user_ids: ['b'], updates: { status: 'disabled' } }])
})
