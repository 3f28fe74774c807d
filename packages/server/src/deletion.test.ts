/** An organization and a person are deleted, and no canary of them is left in either engine or any file. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isRetained, listWarehouseTables } from '@kept/store/organizations/organization-tables.ts'
import { findAccountDeletion } from '@kept/store/people/account-deletion.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { openSigningKey } from './platform/signing-key.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { writeCheckpoint } from './security/checkpoint-job.ts'
import { proveAuditLog } from './security/prove-audit-log.ts'
import { exportAccount } from './testing/export-account.ts'
import { mailTo } from './testing/mailbox.ts'
import { plant } from './testing/plant.ts'
import { plantEmptyTables } from './testing/plant-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'Canary Crimson'
const day = 86_400_000
let time = new Date()
let kept: TestKept
let admin: TestUser
let observer: TestUser

beforeAll(async () => {
  kept = await openKept({}, { now: () => time })
  admin = await createTestUser(kept, { name: 'keeper', in: 'other', role: 'admin' })
  observer = await createTestUser(kept, { name: 'observer', in: 'own', role: 'admin' })
}, 120_000)
afterAll(() => kept.close())

/** The queue is left out: emails that wait in it are deleted after an hour. Tables of Postgres whose rows have the text, by name; of one organization, or of all. */
async function databaseTablesWith(text: string, organizationId?: string): Promise<string[]> {
  const owner = await kept.world.openOwner()
  try {
    const { rows: tables } = await owner.query<{ schema: string; name: string; owned: boolean }>(
      `SELECT n.nspname AS schema, c.relname AS name, EXISTS (SELECT FROM pg_attribute
         WHERE attrelid = c.oid AND attname = 'organization_id') AS owned
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname = 'public'`,
    )
    const matches: string[] = []
    for (const { schema, name, owned } of tables) {
      if (organizationId !== undefined && !owned) continue
      const { rowCount } = await owner.query(
        `SELECT 1 FROM ${schema}."${name}" AS line WHERE line::text ILIKE $1
         ${organizationId === undefined ? '' : 'AND organization_id = $2'} LIMIT 1`,
        [`%${text}%`, ...(organizationId === undefined ? [] : [organizationId])],
      )
      if (rowCount) matches.push(name)
    }
    return matches.sort()
  } finally {
    await owner.end()
  }
}

async function warehouseTablesWith(organizationId: string): Promise<string[]> {
  const matches: string[] = []
  for (const name of await listWarehouseTables(kept.world.warehouse)) {
    const rows = await kept.world.warehouse.inspect(
      `SELECT 1 FROM ${name} WHERE organization_id = {id:UUID} LIMIT 1 SETTINGS apply_deleted_mask = 0`,
      { id: organizationId },
    )
    if (rows.length > 0) matches.push(name)
  }
  return matches.sort()
}

function filesWith(text: string): string[] {
  const folder = kept.server.services.config.dataFolder
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    // A job may delete a file after it was listed.
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false
    return name.includes(text) || readFileSync(path, 'latin1').includes(text)
  })
}

const proofOf = async (organizationId: string) => {
  const { config, secrets } = kept.server.services
  const { publicKey } = openSigningKey(config.dataFolder, secrets)
  const files = openCheckpointFiles(config.dataFolder)
  return proveAuditLog({ database: kept.world.database, files, publicKey, now: () => time }, { organizationId })
}

describe('deletion of an organization', () => {
  it('can be canceled, and everyone is notified', async () => {
    const id = kept.world.otherScope.organizationId
    await expect(admin.client.deletion.requestOrganization({ id, name: 'Wrong', reason: 'privacy' })).rejects.toThrow(
      'Type the name of the organization, "Elsewhere", to delete it.',
    )
    const { data } = await admin.client.deletion.requestOrganization({ id, name: 'Elsewhere', reason: 'privacy' })
    expect(Date.parse(data.due_at) - Date.parse(data.requested_at)).toBe(14 * day)
    const { data: notifications } = await admin.client.notifications.list({})
    expect(notifications[0]?.title).toMatch(/^Elsewhere will be deleted on /)
    await admin.client.deletion.cancelOrganization({ id })
    expect((await admin.client.deletion.getOrganization({ id })).data).toBeNull()
    await expect(
      observer.client.deletion.requestOrganization({ id, name: 'Elsewhere', reason: 'other' }),
    ).rejects.toThrow()
  })

  it('exports everything first', async () => {
    const id = kept.world.otherScope.organizationId
    await plant(kept, kept.world.otherScope, admin, canary.replace(' ', '-').toLowerCase())
    const response = await fetch(`${kept.url}/v1/organizations/${id}/export`, { headers: admin.headers })
    expect(response.status).toBe(200)
    const archive = gunzipSync(Buffer.from(await response.arrayBuffer())).toString('latin1')
    for (const part of [
      'manifest.json',
      'database/users/00001.jsonl',
      'database/membership/00001.jsonl',
      'warehouse/cost_line/00001.jsonl',
      'canary-crimson',
    ])
      expect(archive).toContain(part)
    expect(archive).not.toContain(kept.world.scope.organizationId)
  })

  it('leaves nothing, continues after an interruption, and both chains verify', async () => {
    const { database, otherScope } = kept.world
    const id = otherScope.organizationId
    const { config, secrets } = kept.server.services
    const signer = () => openSigningKey(config.dataFolder, secrets)
    const files = openCheckpointFiles(config.dataFolder)
    await writeCheckpoint({ database, files, signer, now: () => time }, otherScope)
    expect((await plantEmptyTables(kept, otherScope, canary)).warehouse).toEqual([])
    expect(await warehouseTablesWith(id)).toEqual(await listWarehouseTables(kept.world.warehouse))
    const uploads = kept.server.services.folder.uploads
    mkdirSync(uploads, { recursive: true })
    const upload = await database.scoped(otherScope, (tx) =>
      tx.selectFrom('upload').select('id').executeTakeFirstOrThrow(),
    )
    writeFileSync(join(uploads, upload.id), canary)
    await admin.client.deletion.requestOrganization({ id, name: 'Elsewhere', reason: 'privacy' })
    await carryOutDeletions(kept.server.services)
    expect((await admin.client.deletion.getOrganization({ id })).data?.reason).toBe('privacy')

    time = new Date(time.getTime() + 14 * day + 1)
    // Interrupted at each scoped transaction in turn, until one run gets through.
    const { scoped } = database
    let runs = 0
    for (let allowed = 0; ; allowed += 23) {
      let left = allowed
      database.scoped = (scope, work) => {
        if (scope.organizationId === id && left-- <= 0) throw new Error('killed')
        return scoped(scope, work)
      }
      runs += 1
      const failed = await carryOutDeletions(kept.server.services).then(
        () => false,
        (error: Error) => {
          if (error.message !== 'killed') throw error
          return true
        },
      )
      if (!failed) break
    }
    database.scoped = scoped
    expect(runs).toBeGreaterThan(3)

    const remaining = await databaseTablesWith('', id)
    expect(remaining.filter((name) => !isRetained(name))).toEqual([])
    expect(remaining).toContain('savings_ledger_entry')
    expect(await warehouseTablesWith(id)).toEqual([])
    expect(filesWith(canary)).toEqual([])
    expect(await databaseTablesWith('Elsewhere')).toEqual([])
    const left = await databaseTablesWith('canary')
    expect(left.filter((name) => name.startsWith('audit'))).toEqual([])
    expect(await proofOf(id)).toMatchObject({ intact: true, failure_reason: '', checkpoints: 1 })
    const { rows } = await kept.world.database.scoped(otherScope, async (tx) => ({
      rows: await tx.selectFrom('audit_event').selectAll().orderBy('seq').execute(),
    }))
    expect(rows.filter(({ session_id }) => session_id !== null)).toEqual([])
    expect(rows.at(-1)).toMatchObject({ action: 'organization.deleted', details: { reason: 'privacy' } })
    expect((await fetch(`${kept.url}/v1/organizations/${id}`, { headers: admin.headers })).status).toBe(401)
  }, 240_000)
})

describe('deletion of an account', () => {
  it('replaces the person everywhere, and the audit log verifies', async () => {
    const { database, scope } = kept.world
    const organizationId = scope.organizationId
    const leaver = await createTestUser(kept, { name: 'canary-leaver', in: 'own', role: 'admin' })
    const { email } = leaver
    const other = await createTestUser(kept, { name: 'successor', in: 'own', role: 'admin' })
    await other.client.users.update({ id: leaver.userId, role: 'admin' })
    await leaver.client.users.invite({ email: 'someone@example.com' })
    await leaver.client.apiKeys.create({ name: 'of the leaver', scopes: ['costs:read'] })
    expect(await databaseTablesWith(email)).not.toEqual([])
    expect(await databaseTablesWith(leaver.sessionId)).toContain('audit_event')
    expect(await databaseTablesWith('canary-leaver', organizationId)).toContain('alert_event')

    await expect(leaver.client.deletion.requestAccount({ email: 'wrong@example.com' })).rejects.toThrow(
      'Type your email',
    )
    await leaver.client.deletion.requestAccount({ email })
    expect((await exportAccount(kept.url, leaver)).text).toContain(email)
    time = new Date(time.getTime() + 14 * day + 1)
    await carryOutDeletions(kept.server.services)

    expect((await databaseTablesWith(email)).filter((name) => name !== 'job')).toEqual([])
    expect(await databaseTablesWith('canary-leaver', organizationId)).toEqual([])
    expect(await databaseTablesWith(leaver.sessionId)).toEqual([])
    expect(await proofOf(organizationId)).toMatchObject({ intact: true, failure_reason: '' })
    const events = await database.scoped(scope, (tx) =>
      tx
        .selectFrom('audit_event')
        .select(['actor_name', 'summary', 'erased'])
        .where('erased', 'is not', null)
        .execute(),
    )
    expect(events.length).toBeGreaterThan(2)
    expect(events.some(({ actor_name }) => actor_name.startsWith('Deleted user'))).toBe(true)
  }, 120_000)

  it('is open to those who can sign in only with the identity provider of their one organization', async () => {
    const bound = { in: 'own', bound: true, method: 'identity_provider' } as const
    const member = await createTestUser(kept, { name: 'member', ...bound })
    expect((await exportAccount(kept.url, member)).text).toContain(member.email)
    await member.client.deletion.requestAccount({ email: member.email })

    await createTestUser(kept, { name: 'guest', in: 'other' })
    const guest = await createTestUser(kept, { name: 'guest', ...bound })
    const refusal = { status: 403, message: expect.stringContaining('Sign in with your password or passkey') }
    const owner = await createTestUser(kept, { name: 'owner', ...bound })
    await setPasswordHash(kept.world.database, owner.userId, 'a hash', new Date())
    for (const user of [guest, owner]) {
      const { status, body } = await exportAccount(kept.url, user)
      expect({ status, ...body }).toMatchObject(refusal)
      await expect(user.client.deletion.requestAccount({ email: user.email })).rejects.toMatchObject(refusal)
    }
  })

  it('that such a session requested is canceled where the account is of more than that organization by then', async () => {
    const { database } = kept.world
    const bound = { in: 'own', bound: true, method: 'identity_provider' } as const
    const alone = await createTestUser(kept, { name: 'alone', ...bound })
    const joined = await createTestUser(kept, { name: 'joined', ...bound })
    const owner = await createTestUser(kept, { name: 'late-owner', ...bound })
    for (const { client, email } of [alone, joined, owner]) await client.deletion.requestAccount({ email })
    await createTestUser(kept, { name: 'joined', in: 'other' })
    await setPasswordHash(database, owner.userId, 'a hash', new Date())
    time = new Date(time.getTime() + 14 * day + 1)
    await carryOutDeletions(kept.server.services)
    expect(await findPerson(database, { id: alone.userId })).toBeUndefined()
    for (const { userId, email } of [joined, owner]) {
      expect(await findPerson(database, { id: userId })).toMatchObject({ email })
      expect(await findAccountDeletion(database, userId)).toBeUndefined()
      const mail = await mailTo(kept.server.services, email, /will not be deleted/)
      expect(mail.text).toContain('Sign in with your password or passkey to request it again.')
    }
  })

  it('is refused for the last admin', async () => {
    const last = await createTestUser(kept, { name: 'last', in: null })
    await last.client.organizations.create({ name: 'Alone' })
    await expect(last.client.deletion.requestAccount({ email: last.email })).rejects.toThrow(
      'You are the last admin of "Alone"',
    )
  })
})
