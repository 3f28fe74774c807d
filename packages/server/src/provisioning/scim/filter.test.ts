import { expect, it } from 'vitest'
import { ScimError } from './errors.ts'
import { parseFilter } from './filter.ts'

const ann = {
  userName: 'Ann@corp.example',
  externalId: '17',
  active: true,
  name: { familyName: 'Lee' },
  emails: [
    { value: 'ann@corp.example', type: 'work' },
    { value: 'ann@home.example', type: 'home' },
  ],
  members: [{ value: 'a' }, { value: 'b' }],
}
const matches = (filter: string) => parseFilter(filter)(ann)

it.each([
  'userName eq "ann@CORP.example"',
  'USERNAME Eq "ann@corp.example"',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann@corp.example"',
  'externalId eq "17" and active eq true',
  'active eq "True"',
  'name.familyName sw "L"',
  'emails.value co "home"',
  'emails[type eq "work"].value eq "ann@corp.example"',
  'emails[type eq "work" and value ew "corp.example"]',
  'members eq "b"',
  'members[value eq "a"]',
  'title pr or userName pr',
  'not (userName eq "bob")',
  '(externalId eq "1" or externalId eq "17") and not (active eq false)',
  'userName ne "bob"',
])('matches %s', (filter) => expect(matches(filter)).toBe(true))

it.each([
  'userName eq "bob"',
  'emails[type eq "home"].value eq "ann@corp.example"',
  'externalId eq "17" and active eq false',
  'title pr',
  'externalId ne "17"',
])('does not match %s', (filter) => expect(matches(filter)).toBe(false))

it.each([
  '',
  'userName',
  'userName eq',
  'userName like "x"',
  'userName eq "x',
  'userName eq x',
  '(userName eq "x"',
  'userName eq "x" )',
  'emails[type eq "x"',
  `${'('.repeat(100)}userName pr`,
])('refuses %s', (filter) => {
  expect(() => parseFilter(filter)).toThrow(ScimError)
})
