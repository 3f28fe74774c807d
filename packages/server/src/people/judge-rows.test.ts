import type { Role } from '@kept/domain/permission.ts'
import { expect, it } from 'vitest'
import { judgeRows, type Known } from './judge-rows.ts'
import { readPeopleFile } from './read-people-file.ts'

const known: Known = {
  members: new Map([
    ['ada@example.com', { role: 'user' as Role, whyNot: () => null }],
    ['boss@example.com', { role: 'admin' as Role, whyNot: () => 'Only another admin may.' }],
  ]),
  invited: new Map([['wait@example.com', 'user' as Role]]),
  whyNotInvite: (role) => (role === 'admin' ? 'You cannot give that.' : null),
}
const judge = async (text: string) => judgeRows(await readPeopleFile(Buffer.from(text)), known)

it('says what each row would do', async () => {
  const { people, errors } = await judge(
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

it('names line, column and reason of every mistake', async () => {
  const { people, errors } = await judge(
    'email,role\nx@example.com,king\nnot an address,user\n,user\ny@example.com,user\nY@example.com,user\nz@example.com,admin\nboss@example.com,user\n',
  )
  expect(people.map(({ email }) => email)).toEqual(['y@example.com'])
  expect(errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)).toEqual([
    '2 role: The role must be admin, user or billing_admin.',
    '3 email: This is not an e-mail address.',
    '4 email: An address is needed.',
    '6 email: The same address stands on line 5.',
    '7 role: You cannot give that.',
    '8 role: Only another admin may.',
  ])
})

it.each([
  ['name,role\nAda,user\n', 'The first line must name a column "email".'],
  ['email,role\n', 'There is nobody in the file.'],
  [
    `email\n${Array.from({ length: 1001 }, (_, n) => `p${n}@example.com`).join('\n')}`,
    'There are more than 1000 people; split the file.',
  ],
])('refuses a file as a whole: %#', async (text, reason) => {
  expect((await judge(text)).errors.map((error) => error.reason)).toEqual([reason])
})

it.each([
  [Buffer.alloc(0), 'The file is empty; it needs a line of headings and a row for each person.'],
  [Buffer.from('email\n"open@example.com\n'), /^The file cannot be read as CSV/],
  [Buffer.from([0x65, 0x6d, 0xff, 0xfe]), /not in UTF-8/],
  [Buffer.from('email\0'), /neither CSV in UTF-8 nor an Excel workbook/],
  [Buffer.from('PK\u0003\u0004 and then nothing'), /too large unpacked|cannot be read as an Excel workbook/],
  [Buffer.from('d0cf11e0a1b11ae10000', 'hex'), /old kind/],
])('says in one sentence why a file cannot be read: %#', async (body, sentence) => {
  await expect(readPeopleFile(body)).rejects.toThrow(sentence)
})
