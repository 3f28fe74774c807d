import type { AssignedRole } from '@kept/domain/custom-role.ts'
import { expect, it } from 'vitest'
import { readPeopleFile } from './read-people-file.ts'
import { type ExistingPeople, validateRows } from './validate-rows.ts'

const builtIn = (role: AssignedRole['role']): AssignedRole => ({ role, custom_role: null })
const auditor = { id: 'a1', name: 'Cost auditor', permissions: ['costs:read' as const] }
const existing: ExistingPeople = {
  members: new Map([
    ['ada@example.com', { role: builtIn('user'), skipReasons: () => null }],
    ['boss@example.com', { role: builtIn('admin'), skipReasons: () => 'Only another admin can do this.' }],
  ]),
  invited: new Map([['wait@example.com', builtIn('user')]]),
  customRoles: [],
  inviteRefusal: ({ role }) => (role === 'admin' ? 'You cannot assign this role.' : null),
}
const evaluate = async (text: string) => validateRows(await readPeopleFile(Buffer.from(text)), existing)

it('returns the effect of each row', async () => {
  const { people, errors } = await evaluate(
    '\uFEFFEmail;Full name;Role;Team\r\nADA@example.com;Ada;Billing Admin;x\r\nboss@example.com;;admin;\r\n"new@example.com";"Ann; Lee";;\r\nwait@example.com;;user;\r\n',
  )
  expect(errors).toEqual([])
  expect(people.map(({ line, email, full_name, role, action }) => [line, email, full_name, role, action])).toEqual([
    [2, 'ada@example.com', 'Ada', 'billing_admin', 'update'],
    [3, 'boss@example.com', '', 'admin', 'unchanged'],
    [4, 'new@example.com', 'Ann; Lee', 'user', 'invite'],
    [5, 'wait@example.com', '', 'user', 'unchanged'],
  ])
})

it('reads the name of a custom role in any case', async () => {
  const rows = await readPeopleFile(
    Buffer.from('email,role\nada@example.com,cost AUDITOR\nnew@example.com,Cost auditor\nx@example.com,king\n'),
  )
  const { people, errors } = validateRows(rows, { ...existing, customRoles: [auditor] })
  expect(people.map(({ action, role, custom_role }) => [action, role, custom_role?.name])).toEqual([
    ['update', 'user', 'Cost auditor'],
    ['invite', 'user', 'Cost auditor'],
  ])
  expect(errors.map(({ reason }) => reason)).toEqual([
    'The role must be admin, user, billing_admin or the name of a custom role.',
  ])
})

it('names line, column and reason of every mistake', async () => {
  const { people, errors } = await evaluate(
    'email,role\nx@example.com,king\nnot an address,user\n,user\ny@example.com,user\nY@example.com,user\nz@example.com,admin\nboss@example.com,user\n',
  )
  expect(people.map(({ email }) => email)).toEqual(['y@example.com'])
  expect(errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '2 role: The role must be admin, user or billing_admin.',
    '3 email: This is not a valid email address.',
    '4 email: Enter an email address.',
    '6 email: Line 5 has the same address.',
    '7 role: You cannot assign this role.',
    '8 role: Only another admin can do this.',
  ])
})

it.each([
  ['name,role\nAda,user\n', 'The header row must have a column "email".'],
  ['email,role\n', 'The file has no users.'],
  [
    `email\n${Array.from({ length: 1001 }, (_, n) => `p${n}@example.com`).join('\n')}`,
    'The file has more than 1000 users. Split it.',
  ],
])('rejects the entire file: %#', async (text, reason) => {
  expect((await evaluate(text)).errors.map((error) => error.reason)).toEqual([reason])
})

it.each([
  [Buffer.alloc(0), 'The file is empty. Add a header row and one row per user.'],
  [Buffer.from('email\n"open@example.com\n'), /^The file is not valid CSV/],
  [Buffer.from([0x65, 0x6d, 0xff, 0xfe]), /not UTF-8/],
  [Buffer.from('email\0'), /must be CSV \(UTF-8\) or an Excel workbook/],
  [Buffer.from('PK\u0003\u0004 and then nothing'), /too large|can.t be read/],
  [Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /xls format is not supported/],
])('explains why a file cannot be read: %#', async (body, sentence) => {
  await expect(readPeopleFile(body)).rejects.toThrow(sentence)
})
