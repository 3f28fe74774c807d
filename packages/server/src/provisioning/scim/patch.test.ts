/** What Entra and Okta send, beside what the standard says. */
import { expect, it } from 'vitest'
import { applyPatch } from './patch.ts'

const user = () => ({
  id: '1',
  userName: 'ann',
  active: true,
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [{ value: 'ann@corp.example', type: 'work' }],
})
const group = () => ({ id: 'g', displayName: 'G', members: [{ value: 'a' }, { value: 'b' }] })
const patch = (...Operations: object[]) => ({ Operations })

it('replaces as Entra does: capitals, texts for booleans, dotted keys, addresses of a type', () => {
  expect(applyPatch(user(), patch({ op: 'Replace', path: 'active', value: 'False' }))).toMatchObject({
    active: 'False',
  })
  expect(applyPatch(user(), patch({ op: 'Add', value: { 'name.givenName': 'Anna', externalId: '7' } }))).toMatchObject({
    name: { givenName: 'Anna', familyName: 'Lee' },
    externalId: '7',
  })
  const path = 'emails[type eq "work"].value'
  expect(applyPatch(user(), patch({ op: 'Replace', path, value: 'x@corp.example' }))).toMatchObject({
    emails: [{ value: 'x@corp.example', type: 'work' }],
  })
  const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'
  expect(applyPatch(user(), patch({ op: 'Add', path: extension, value: 'X' }))).toMatchObject({ userName: 'ann' })
})

it('replaces as Okta does: an object without a path', () => {
  expect(applyPatch(user(), patch({ op: 'replace', value: { active: false } }))).toMatchObject({ active: false })
})

it('adds and removes members by value, by filter, by list, and all of them', () => {
  const add = patch({ op: 'add', path: 'members', value: [{ value: 'c' }] })
  expect(applyPatch(group(), add).members).toEqual([{ value: 'a' }, { value: 'b' }, { value: 'c' }])
  const filtered = patch({ op: 'remove', path: 'members[value eq "a"]' })
  expect(applyPatch(group(), filtered).members).toEqual([{ value: 'b' }])
  const listed = patch({ op: 'Remove', path: 'members', value: [{ value: 'b' }] })
  expect(applyPatch(group(), listed).members).toEqual([{ value: 'a' }])
  expect(applyPatch(group(), patch({ op: 'remove', path: 'members' })).members).toBeUndefined()
  const replaced = patch({ op: 'replace', path: 'members', value: [{ value: 'z' }] })
  expect(applyPatch(group(), replaced).members).toEqual([{ value: 'z' }])
})

it('leaves the original as it was, and changes no prototype', () => {
  const original = user()
  applyPatch(original, patch({ op: 'replace', path: 'name.givenName', value: 'X' }))
  expect(original).toEqual(user())
  for (const path of ['__proto__.polluted', '__proto__', 'constructor.prototype.polluted'])
    try {
      applyPatch(user(), patch({ op: 'add', path, value: true }))
    } catch {}
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it.each([
  [{}],
  [{ Operations: [] }],
  [patch({ op: 'move', path: 'active' })],
  [patch({ op: 'remove' })],
  [patch({ op: 'add', value: 'x' })],
  [patch({ op: 'replace', path: 'a b', value: 'x' })],
  [patch({ op: 'replace', path: 'meta.version', value: 'x' })],
  [patch({ op: 'replace', path: 'emails[type eq].value', value: 'x' })],
])('refuses %j', (body) => {
  expect(() => applyPatch(user(), body)).toThrow()
})
