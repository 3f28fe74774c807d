import { randomUUID } from 'node:crypto'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { invitationToken } from '../testing/mails.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { seedDemoPeople } from './seed-demo-people.ts'

let kept: TestKept
let admin: TestUser
let bob: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  bob = await createTestUser(kept, { name: 'bob', in: 'own' })
})
afterAll(() => kept.close())

async function preview(body: string | Buffer, name = 'people.csv') {
  const response = await fetch(`${kept.url}/v1/users/import?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'application/octet-stream' },
    body,
  })
  return {
    status: response.status,
    ...((await response.json()) as { data: { id: string; errors: unknown[] }; message?: string }),
  }
}
const total = async () => (await admin.client.users.list({})).meta.total

describe('a user import', () => {
  it('is previewed without changes, and committed exactly as previewed', async () => {
    const before = await total()
    const email = `${randomUUID()}@example.com`
    const { data } = await preview(
      `email,full name,role\n${email},Ann,user\nbob@example.com,,billing_admin\nboss@example.com,,admin\n`,
    )
    expect(data).toMatchObject({
      name: 'people.csv',
      rows: 3,
      counts: { invite: 1, update: 1, unchanged: 1 },
      error_count: 0,
      status: 'previewed',
    })
    expect(await total()).toBe(before)
    expect((await admin.client.users.commitImport({ id: data.id })).data.status).toBe('committed')
    expect((await admin.client.users.get({ id: bob.userId })).data.role).toBe('billing_admin')
    expect(await total()).toBe(before + 1)
    expect(await invitationToken(kept, email)).toMatch(/^[\w-]{43}$/)
    await expect(admin.client.users.commitImport({ id: data.id })).rejects.toMatchObject({
      status: 409,
      message: 'This file was already imported.',
    })
  })

  it('with one invalid row changes nothing', async () => {
    const before = await total()
    const { data } = await preview(
      `email,role\n${randomUUID()}@example.com,user\nno-address,user\nboss@example.com,user\n`,
    )
    expect(data.errors).toEqual([
      { line: 3, column: 'email', value: 'no-address', reason: 'This is not a valid email address.' },
      {
        line: 4,
        column: 'role',
        value: 'user',
        reason: "You can't change your own role or access. Ask another admin.",
      },
    ])
    await expect(admin.client.users.commitImport({ id: data.id })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Nothing was imported. 2 rows have errors/),
    })
    expect(await total()).toBe(before)
  })

  it('is rejected when users have changed since the preview, and for other users', async () => {
    const email = `${randomUUID()}@example.com`
    const first = (await preview(`email\n${email}\n`)).data
    const second = (await preview(`email\n${email}\n`)).data
    const other = await createTestUser(kept, { name: 'other-admin', in: 'own', role: 'admin' })
    await expect(other.client.users.commitImport({ id: first.id })).rejects.toMatchObject({ status: 403 })
    const outcomes = await Promise.allSettled(
      [first, second, first].map(({ id }) => admin.client.users.commitImport({ id })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await admin.client.users.list({ search: email })).meta.total).toBe(1)
  })

  it('may be an Excel workbook', async () => {
    const email = `${randomUUID()}@example.com`
    const workbook = await writeWorkbook([
      ['Email', 'Name', 'Role'].map((value) => ({ value })),
      [email, '李 雷', 'User'].map((value) => ({ value })),
    ]).toBuffer()
    const { data } = await preview(workbook, 'people.xlsx')
    expect(data).toMatchObject({
      rows: 1,
      counts: { invite: 1 },
      preview: [{ line: 2, email, full_name: '李 雷', role: 'user' }],
    })
  })

  it('of the wrong type or size is rejected in one sentence', async () => {
    expect(await preview('')).toMatchObject({ status: 400, message: expect.stringContaining('empty') })
    expect(await preview(Buffer.alloc(3 * 1024 * 1024, 'a'))).toMatchObject({ status: 413 })
    // A zip that claims to unpack to 4 GB is not unpacked.
    const bomb = Buffer.from(await writeWorkbook([[{ value: 'email' }]]).toBuffer())
    bomb.writeUInt32LE(0xffff_fff0, bomb.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
    expect(await preview(bomb)).toMatchObject({
      status: 400,
      message: expect.stringContaining('workbook is too large'),
    })
  })
})

describe('the user list as a file', () => {
  const get = (format?: string) =>
    fetch(`${kept.url}/v1/users/export${format === undefined ? '' : `?format=${format}`}`, { headers: admin.headers })

  it('is CSV without formulas, Excel with text cells, or PDF', async () => {
    const name = '=HYPERLINK("http://evil.example")'
    await kept.world.database.shared
      .updateTable('users')
      .set({ full_name: name })
      .where('id', '=', bob.userId)
      .execute()
    const csv = await get('csv')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/)
    const text = await csv.text()
    expect(text.split('\r\n')[0]).toBe('Name,Email,Role,Status,2FA,Since,Last seen')
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const rows = await readSheet(Buffer.from(await (await get('excel')).arrayBuffer()))
    expect(rows.length).toBe((await total()) + 1)
    expect(rows.flat()).toContain(name)
    const pdf = Buffer.from(await (await get('pdf')).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.length).toBeGreaterThan(2000)
  })

  it('contains the filtered list, in its order', async () => {
    const mails = async (filter: string) =>
      (await (await get(`csv&${filter}`)).text())
        .split('\r\n')
        .slice(1, -1)
        .map((line) => /[^,]+@[^,]+/.exec(line.replace(/"[^"]*(""[^"]*)*"/g, ''))?.[0])
    const down = await mails('sort=email&order=desc')
    expect(down).toEqual(down.toSorted().toReversed())
    expect(await mails(`search=${encodeURIComponent(bob.email)}`)).toEqual([bob.email])
    expect(await mails('role=billing_admin&search=no-such-name')).toEqual([])
  })

  it.each([undefined, '', 'xml', 'CSV', 'csv,pdf'])('rejects any other format: %s', async (format) => {
    const answer = await get(format)
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
      400,
      'Unsupported export format',
    ])
  })
})

it('gives the demo organization users with a history, once', async () => {
  const { id } = await ensureOrganization(kept.world.database, { slug: 'demo', name: 'Demo', demo: true })
  kept.server.services.config.demo = true
  const scope = { organizationId: id }
  expect(await seedDemoPeople(kept.server.services, scope)).toBe(true)
  expect(await seedDemoPeople(kept.server.services, scope)).toBe(false)
  const admin = await createTestUser(kept, {
    name: 'demo-admin',
    emailDomain: 'demo.kept.invalid',
    in: scope,
    role: 'admin',
    demo: true,
  })
  const { data, meta } = await admin.client.users.list({ sort: 'last_seen_at', order: 'desc' })
  expect(meta.total).toBe(9)
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['active', 'disabled', 'invited']))
  const priya = data.find(({ full_name }) => full_name === 'Priya Raman')
  expect((await admin.client.users.activity({ id: priya?.id ?? '' })).meta.total).toBeGreaterThan(2)
  await expect(admin.client.users.remove({ id: admin.userId })).rejects.toMatchObject({
    status: 403,
    message: "The demo can't do this. Create an account to try it with your own data.",
  })
})
