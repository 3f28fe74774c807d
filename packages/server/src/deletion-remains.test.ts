/** What remains of a deleted organization: searched in every table of both engines and in every file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRetained } from '@kept/store/organizations/organization-tables.ts'
import { setAccountDeletion } from '@kept/store/people/account-deletion.ts'
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { endJobs } from './testing/end-jobs.ts'
import { plant } from './testing/plant.ts'
import { shapesWith } from './testing/plant-shapes.ts'
import { filesWith, databaseTablesWith as schemaTablesWith, warehouseTablesWith } from './testing/search-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-violet'
const day = 86_400_000
let time = new Date()
let kept: TestKept
let admin: TestUser
let member: TestUser
let id: string

beforeAll(async () => {
  kept = await openKept({}, { now: () => time })
  const { database, otherScope } = kept.world
  id = otherScope.organizationId
  admin = await createTestUser(kept, { name: 'keeper', in: 'other', role: 'admin' })
  member = await createTestUser(kept, { name: 'reader', in: 'other', role: 'user' })
  await plant(kept, otherScope, admin, canary)
  await plantRows(database, otherScope, canary, shapesWith(canary))
  const uploads = kept.server.services.folder.uploads
  mkdirSync(uploads, { recursive: true })
  const { rows } = await database.scoped(otherScope, async (tx) => ({
    rows: await tx.selectFrom('upload').select('id').execute(),
  }))
  for (const upload of rows) writeFileSync(join(uploads, upload.id), `${canary} ${id} ${admin.email}`)
  await endJobs(kept.world.database)
}, 120_000)
afterAll(() => kept.close())

const deletion = (method: string, body?: object, user = admin) =>
  fetch(`${kept.url}/v1/organizations/${id}/deletion`, {
    method,
    headers: { ...user.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
/** Of the public schema by name, of others with it. */
const databaseTablesWith = async (world: TestKept['world'], text: string) =>
  (await schemaTablesWith(world, text)).map((table) => table.replace(/^public\./, ''))
/** Which tables have the text, but those; polled, because the last emails leave the queue when they are sent. */
const expectTables = (text: string, stays: (table: string) => boolean = () => false) =>
  expect.poll(async () => (await databaseTablesWith(kept.world, text)).filter((table) => !stays(table)), {
    message: text,
  })

/** An ended job, as the queue keeps it: with its input and its error. */
async function plantEndedJob(name: string, state: 'completed' | 'failed', data: object, output = {}): Promise<void> {
  const { pool } = kept.world.database
  const values = [name, state, JSON.stringify(data), JSON.stringify(output)]
  await pool.query(
    'INSERT INTO jobs.job (name, state, data, output, completed_on) VALUES ($1, $2, $3, $4, now())',
    values,
  )
}

const request = { name: 'Elsewhere', reason: 'privacy' }

/** The job as it runs at that time; sessions would have ended by then. */
async function carryOutAt(at: number): Promise<void> {
  const now = time
  time = new Date(at)
  await carryOutDeletions(kept.server.services)
  time = now
}

/** Without what a request and its cancellation add: events and messages about them. */
async function hashes() {
  const hashed = await hashOrganization(kept.world.database, kept.world.otherScope)
  const isMessage = (table: string) => /^(audit_\w+|notification|live_event|alert_\w+|idempotency_key)$/.test(table)
  return Object.entries(hashed).filter(([table]) => !isMessage(table))
}

it('waits for 14 days, and is undone over HTTP as if it had not been requested', async () => {
  const before = await hashes()
  expect((await deletion('POST', request, member)).status).toBe(403)
  const response = await deletion('POST', request)
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: { due_at: string; requested_at: string } }
  expect(Date.parse(data.due_at) - Date.parse(data.requested_at)).toBe(14 * day)
  expect((await deletion('POST', request)).status).toBe(409)
  await carryOutAt(Date.parse(data.due_at) - 1)
  expect(await (await deletion('GET')).json()).toMatchObject({ data: { reason: 'privacy', due_at: data.due_at } })
  expect((await deletion('DELETE', undefined, member)).status).toBe(403)
  expect((await deletion('DELETE')).status).toBe(200)
  expect(await (await deletion('GET')).json()).toEqual({ data: null })
  expect(await (await deletion('DELETE')).json()).toMatchObject({
    message: 'No deletion of this organization was requested.',
  })
  await carryOutAt(Date.parse(data.due_at) + 1)
  expect(await hashes()).toEqual(before)
  expect((await admin.client.organizations.list({})).data).toMatchObject([{ id }])
})

it('leaves the ledger, the erased audit log and the books, with the reason, and nothing else', async () => {
  const { world } = kept
  const folder = kept.server.services.config.dataFolder
  expect(await warehouseTablesWith(world, canary)).not.toEqual([])
  expect(filesWith(folder, canary)).not.toEqual([])
  await plantEndedJob('import', 'completed', { organization_id: id })
  await plantEndedJob('deletions', 'failed', {}, { message: `scope ${id}` })
  await plantEndedJob('access-review-mail', 'failed', { to: admin.email, title: 'Decide (Elsewhere)', body: '' })
  await plantEndedJob('access-review-mail', 'failed', { to: admin.email, title: 'Decide (Another)', body: '' })
  for (const text of [id, 'Elsewhere', admin.email])
    expect(await databaseTablesWith(world, text)).toContain('jobs.job_common')
  await deletion('POST', request)
  time = new Date(time.getTime() + 14 * day + 1)
  await carryOutDeletions(kept.server.services)
  expect((await deletion('DELETE')).status).toBe(401)

  expect(await warehouseTablesWith(world, id)).toEqual([])
  expect(await warehouseTablesWith(world, canary)).toEqual([])
  expect(filesWith(folder, canary)).toEqual([])
  // Without a mail server, emails are files: the last one tells each member that the organization was deleted.
  for (const text of ['Elsewhere', admin.email, member.email])
    expect(
      filesWith(folder, text).filter((name) => !name.startsWith('mail')),
      text,
    ).toEqual([])
  // The ID is in the name of its checkpoints, which the erased log is verified against.
  expect(filesWith(folder, id).filter((name) => !name.startsWith('audit-checkpoints'))).toEqual([])

  const staysWithId = (table: string) => isRetained(table) || ['organization', 'data_version'].includes(table)
  await expectTables(id, staysWithId).toEqual([])
  // Neither ledger nor log has a text of the organization; the operator's books have what is on an invoice. The canary
  // stands where a checkpoint and the ledger's head have their hash.
  const isBook = (table: string) =>
    isRetained(table) && /^billing_|^audit_checkpoint$|^savings_ledger_head$/.test(table)
  await expectTables(canary, isBook).toEqual([])
  await expectTables('Elsewhere').toEqual([])
  // Accounts stay with their users, who delete them on their own.
  await expectTables(member.email, (table) => ['users', 'account'].includes(table)).toEqual([])
  // What failed of another organization stays until the queue forgets it.
  await expectTables(admin.email, (table) => ['users', 'account'].includes(table)).toEqual(['jobs.job_common'])
})

it('leaves nothing of an account but the last email', async () => {
  const { world } = kept
  const folder = kept.server.services.config.dataFolder
  await plantEndedJob('account-email', 'failed', { kind: 'password_reset', email: member.email })
  const due = { requested_at: new Date(time.getTime() - 14 * day), due_at: time, requested_from: null }
  await setAccountDeletion(world.database, member.userId, due)
  await carryOutDeletions(kept.server.services)
  await expectTables(member.email).toEqual([])
  const names = filesWith(folder, member.email)
  expect(names.filter((name) => !name.startsWith('mail'))).toEqual([])
  await expect.poll(() => filesWith(folder, member.email)).toHaveLength(1)
})

it('keeps the reason beside the entries of the ledger', async () => {
  const owner = await kept.world.openOwner()
  try {
    const organization = await owner.query('SELECT name, deletion_reason FROM organization WHERE id = $1', [id])
    expect(organization.rows).toEqual([
      { name: expect.stringMatching(/^Deleted on \d{4}-\d{2}-\d{2}$/), deletion_reason: 'privacy' },
    ])
    const ledger = await owner.query(
      'SELECT count(*)::int AS count FROM savings_ledger_entry WHERE organization_id = $1',
      [id],
    )
    expect(ledger.rows[0]?.count).toBeGreaterThan(0)
    const events = await owner.query(
      'SELECT action, actor_name, details FROM audit_event WHERE organization_id = $1 ORDER BY seq DESC',
      [id],
    )
    expect(events.rows[0]).toMatchObject({ action: 'organization.deleted', details: { reason: 'privacy' } })
    for (const { actor_name } of events.rows) expect(actor_name).toMatch(/^(Deleted (user|API key)|Operator|Kept)/)
  } finally {
    await owner.end()
  }
})
