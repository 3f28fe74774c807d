import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNarrowed,
  type PeopleView,
  peopleQuery,
  readPeople,
  roles,
  sorts,
  statuses,
  writePeople,
} from './people-view.ts'

test('an empty address is the first page, by name', () => {
  const view = readPeople({})
  expect(view).toEqual({ text: '', role: '', status: '', sort: 'full_name', desc: false, page: 1, open: '' })
  expect(isNarrowed(view)).toBe(false)
  expect(peopleQuery(view, '')).toEqual({ page: 1, page_size: 25, sort: 'full_name', order: 'asc' })
})

test('nonsense counts as nothing', () => {
  expect(readPeople({ role: 'owner', status: 'x', sort: '-y', page: '-3' })).toMatchObject({
    role: '',
    status: '',
    sort: 'full_name',
    page: 1,
  })
})

test('law: what is written is read again', () => {
  const view: fc.Arbitrary<PeopleView> = fc.record({
    text: fc.string(),
    role: fc.constantFrom('', 'd2c1a3f0-0000-4000-8000-0123456789ab', ...roles),
    status: fc.constantFrom('' as const, ...statuses),
    sort: fc.constantFrom(...sorts),
    desc: fc.boolean(),
    page: fc.integer({ min: 1, max: 1000 }),
    open: fc.string(),
  })
  fc.assert(
    fc.property(view, (value) => {
      expect(readPeople(writePeople(value))).toEqual(value)
    }),
  )
})
