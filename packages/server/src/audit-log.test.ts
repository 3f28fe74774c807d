/** The audit log over real HTTP: what requests record, who may read it, and exports that verify offline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import { readAuditEvents } from '@kept/store/audit/read.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAuditFile } from './cli/verify/audit-file.ts'
import { checkSignedFile } from './cli/verify/signed-file.ts'
import { renewDemoAuditLog } from './people/seed-demo-people.ts'
import { openSigningKey } from './platform/signing-key.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { writeCheckpoint } from './security/checkpoint-job.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { textOfPdf } from './testing/text-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let user: TestUser
let other: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  other = await createTestUser(kept, { name: 'otto', in: 'other', role: 'admin' })
})
afterAll(() => kept.close())

const list = (filter: object = {}) => admin.client.security.listAuditLogs({ organization: 'own', ...filter })
const newest = async (filter: object = {}) => (await list(filter)).data[0]
const budget = {
  name: 'ML',
  period: 'monthly' as const,
  amount: '100.00',
  currency: 'USD',
  filters: [],
  thresholds: [{ percent: 80, basis: 'actual' as const }],
}

async function exported(query: string, headers = admin.headers): Promise<Response> {
  return fetch(`${kept.url}/v1/security/own/audit-logs/export?${query}`, { headers })
}

async function verifyText(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kept-audit-'))
  try {
    writeFileSync(join(folder, 'audit.jsonl'), text)
    return await verifyAuditFile(join(folder, 'audit.jsonl'), { trustedKey: undefined, checkpoints: [] })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('what is recorded', () => {
  it('records a change with who, from where, and its fields before and after', async () => {
    const { data } = await admin.client.budgets.create(budget)
    expect(await newest()).toMatchObject({
      action: 'budget.created',
      outcome: 'allowed',
      actor_kind: 'person',
      actor_id: admin.userId,
      resource_type: 'budget',
      resource_id: data.id,
      resource_name: 'ML',
      summary: expect.stringContaining('"ML"'),
      ip: '127.0.0.1',
      request_id: expect.any(String),
      before: null,
      after: { name: 'ML', amount: '100.00' },
    })
    await admin.client.budgets.change({ id: data.id, amount: '250.00' })
    expect(await newest()).toMatchObject({
      action: 'budget.updated',
      resource_id: data.id,
      before: { amount: 100 },
      after: { amount: 250 },
    })
    await admin.client.budgets.remove({ id: data.id })
    expect(await newest()).toMatchObject({ action: 'budget.deleted', before: { name: 'ML' }, after: null })
  })

  it('records one event for a route that records its own', async () => {
    const before = (await list()).meta.total
    const { data } = await admin.client.apiKeys.create({ name: 'ci', scopes: ['costs:read'] })
    expect((await list()).meta.total).toBe(before + 1)
    const created = await newest()
    expect(created).toMatchObject({ action: 'api_key.created', user_agent: expect.any(String) })
    expect(JSON.stringify(created)).not.toContain(data.key)
  })

  it('names the session that an event came from, and none for a key', async () => {
    const { data } = await admin.client.budgets.create({ ...budget, name: 'Of a session' })
    expect(await newest()).toMatchObject({ action: 'budget.created', session_id: admin.sessionId })
    // Outside of the contract: an upload.
    const headers = { ...admin.headers, 'content-type': 'application/octet-stream' }
    await fetch(`${kept.url}/v1/metrics/import`, { method: 'POST', headers, body: 'no metrics' })
    expect(await newest({ actor: admin.userId })).toMatchObject({
      action: 'metrics.imported',
      outcome: 'failed',
      session_id: admin.sessionId,
    })
    const { data: key } = await admin.client.apiKeys.create({ name: 'no session', scopes: ['costs:read'] })
    await fetch(`${kept.url}/v1/budgets/${data.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key.key}` },
    })
    const [ofKey] = (await list({ actor: key.id })).data
    expect(ofKey).toMatchObject({ actor_kind: 'api_key', outcome: 'denied' })
    expect(ofKey).not.toHaveProperty('session_id')
    expect(await (await exported('format=csv')).text()).toContain(admin.sessionId)
  })

  it('records what was denied and what failed', async () => {
    await expect(user.client.apiKeys.create({ name: 'x', scopes: ['costs:read'] })).rejects.toMatchObject({
      status: 403,
    })
    expect(await newest()).toMatchObject({ action: 'api_key.created', outcome: 'denied', actor_id: user.userId })
    await expect(user.client.users.list({})).rejects.toMatchObject({ status: 403 })
    expect(await newest()).toMatchObject({ action: 'access.denied', outcome: 'denied' })
    await expect(user.client.users.list({})).rejects.toMatchObject({ status: 403 })
    expect((await list({ action: 'access.denied' })).meta.total).toBe(1)
    await expect(admin.client.budgets.remove({ id: admin.userId })).rejects.toMatchObject({ status: 404 })
    expect(await newest()).toMatchObject({
      action: 'budget.deleted',
      outcome: 'failed',
      resource_id: admin.userId,
      details: { code: 'not_found' },
    })
  })

  it('records nothing for reading', async () => {
    const before = (await list()).meta.total
    await admin.client.budgets.list({})
    await admin.client.users.list({})
    expect((await list()).meta.total).toBe(before)
  })
})

describe('filters', () => {
  it('select by who, what, on what and when', async () => {
    await user.client.budgets.create({ ...budget, name: 'By a user' })
    const { data } = await admin.client.budgets.create({ ...budget, name: 'Filtered' })
    const named = async (filter: Parameters<typeof list>[0]) =>
      (await list(filter)).data.map(({ resource_name }) => resource_name)
    const action = 'budget.created'
    expect(await named({ action, actor: admin.userId })).toContain('Filtered')
    expect(await named({ action, actor: admin.userId })).not.toContain('By a user')
    expect(await named({ action, actor: 'someone else' })).toEqual([])
    await admin.client.budgets.change({ id: data.id, amount: '5.00' })
    const changes = (await list({ resource: data.id })).data
    expect(changes.map((change) => change.action)).toEqual(['budget.updated', 'budget.created'])
    const [event] = changes
    const dayAfter = (days: number) =>
      new Date(Date.parse(event?.created_at ?? '') + days * 86_400_000).toISOString().slice(0, 10)
    const [today, tomorrow] = [dayAfter(0), dayAfter(1)]
    const filtered = { resource: 'budget', search: 'Filtered', action }
    expect(await named(filtered)).toEqual(['Filtered'])
    expect(await named({ ...filtered, start_date: today, end_date: tomorrow })).toEqual(['Filtered'])
    expect(await named({ ...filtered, start_date: tomorrow })).toEqual([])
    expect(await named({ ...filtered, end_date: today })).toEqual([])
    expect(await named({ ...filtered, page: 2, page_size: 1 })).toEqual([])
  })

  it('page through the newest 100,000 matches, and through all of a log without a filter', async () => {
    const filtered = { organization: 'own', outcome: 'allowed' as const, page_size: 200 }
    expect((await admin.client.security.listAuditLogs({ ...filtered, page: 500 })).data).toEqual([])
    await expect(admin.client.security.listAuditLogs({ ...filtered, page: 501 })).rejects.toMatchObject({
      status: 400,
      message: 'Pages of a filtered log end at its newest 100,000 matches. Narrow the filter, or export them.',
    })
    expect((await admin.client.security.listAuditLogs({ organization: 'own', page: 1_000_000 })).data).toEqual([])
  })

  it('refuse a day that no calendar has, in the list and in exports', async () => {
    for (const day of ['0000-01-01', '2026-02-30'])
      for (const path of ['audit-logs?', 'audit-logs/export?format=csv&', 'audit-logs/export?format=jsonl&']) {
        const response = await fetch(`${kept.url}/v1/security/own/${path}start_date=${day}`, {
          headers: kept.headers('own'),
        })
        const { message } = (await response.json()) as { message: string }
        expect([response.status, message]).toEqual([
          400,
          'The request is not valid: start_date: must be a date such as 2026-10-31.',
        ])
      }
  })
})

describe('who may read it', () => {
  it('answers 404 for another organization, as for one that does not exist', async () => {
    for (const organization of ['other', kept.world.otherScope.organizationId, 'nowhere'])
      await expect(admin.client.security.listAuditLogs({ organization })).rejects.toMatchObject({ status: 404 })
    const own = await newest()
    await expect(other.client.security.getAuditLog({ organization: 'other', id: own?.id ?? '' })).rejects.toMatchObject(
      { status: 404 },
    )
    const { status } = await fetch(`${kept.url}/v1/security/other/audit-logs/export`, { headers: admin.headers })
    expect(status).toBe(404)
  })

  it('needs security:read', async () => {
    await expect(user.client.security.overview({ organization: 'own' })).rejects.toMatchObject({ status: 403 })
    expect((await exported('format=csv', user.headers)).status).toBe(403)
  })
})

describe('verification', () => {
  it('exports JSON Lines that verify offline, and records the export', async () => {
    const text = await (await exported('format=jsonl')).text()
    expect(await verifyText(text)).toMatchObject({ agrees: true })
    const lines = text.trimEnd().split('\n')
    expect(await verifyText(lines.slice(0, -1).join('\n'))).toMatchObject({
      agrees: false,
      sentence: expect.stringContaining('Its end is missing'),
    })
    expect(await verifyText(text.replace('"ML"', '"XL"'))).toMatchObject({ agrees: false })
    expect(await newest()).toMatchObject({ action: 'audit_log.exported', after: { format: 'jsonl' } })
  })

  it('exports CSV with filters, and PDF', async () => {
    const csv = await (await exported('format=csv&action=budget.created')).text()
    expect(csv.split('\r\n')[0]).toContain('entry,time,actor')
    expect(csv).toContain('budget.created')
    expect(csv).not.toContain('api_key.created')
    const pdf = Buffer.from(await (await exported('format=pdf')).arrayBuffer())
    expect(textOfPdf(pdf)).toContain('budget.created')
    const { publicKey } = openSigningKey(kept.server.services.config.dataFolder, kept.server.services.secrets)
    const folder = mkdtempSync(join(tmpdir(), 'kept-audit-'))
    for (const [name, content] of Object.entries({ csv: Buffer.from(csv), pdf })) {
      const path = join(folder, name)
      writeFileSync(path, content)
      expect(await checkSignedFile(path, publicKey)).toMatchObject({ agrees: true })
      writeFileSync(path, Buffer.from(content.toString('latin1').replace('Own', 'Owm').replace('ML', 'XL'), 'latin1'))
      expect(await checkSignedFile(path, publicKey)).toMatchObject({ agrees: false })
    }
    rmSync(folder, { recursive: true })
    const wrong = await exported('format=jsonl&action=budget.created')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toMatchObject({ message: expect.stringContaining('Remove action') })
    expect(await (await exported('format=exe')).json()).toMatchObject({ message: 'Unsupported export format' })
  })

  it('says that an export failed, with nothing of a file', async () => {
    const owner = await kept.world.openOwner()
    try {
      await owner.query('ALTER TABLE audit_checkpoint RENAME TO audit_checkpoint_away')
      const failed = await exported('format=jsonl')
      expect(failed.status).toBe(503)
      expect(await failed.json()).toMatchObject({ message: 'Failed to export audit logs' })
    } finally {
      await owner.query('ALTER TABLE audit_checkpoint_away RENAME TO audit_checkpoint')
      await owner.end()
    }
    expect((await exported('format=jsonl')).status).toBe(200)
  })

  it('verifies the chain with its checkpoints, and names the first event that does not hold', async () => {
    const { services } = kept.server
    const { database, scope } = kept.world
    const files = openCheckpointFiles(services.config.dataFolder)
    const signer = () => openSigningKey(services.config.dataFolder, services.secrets)
    await writeCheckpoint({ database, files, signer, now: services.now }, scope)
    await admin.client.budgets.create({ ...budget, name: 'After the checkpoint' })
    const { data: proof } = await admin.client.security.verifyAuditLogs({ organization: 'own' })
    expect(proof).toMatchObject({ intact: true, broken_seq: null, checkpoints: 1 })
    expect(await verifyText(await (await exported('format=jsonl')).text())).toMatchObject({
      agrees: true,
      export: { checkpoints: 1 },
    })
    const { data: overview } = await admin.client.security.overview({ organization: 'own' })
    expect(overview).toMatchObject({
      audit_log: { last_checkpoint_seq: proof.events - 1 },
      people: {
        active: 2,
        at_risk: { total: 2, worst: expect.arrayContaining([expect.objectContaining({ role: 'admin' })]) },
      },
    })
  })
})

describe('the demo', () => {
  it('records its visitors without their address and texts, and erases them with its renewal', async () => {
    const { database } = kept.world
    const demo = await ensureOrganization(database, { slug: 'demo', name: 'Demo', demo: true })
    const scope = { organizationId: demo.id }
    kept.server.services.config.demo = true
    const visitor = await createTestUser(kept, { name: 'vera', in: scope, role: 'admin', demo: true })
    await visitor.client.budgets.create({ ...budget, name: 'Text of a visitor' })
    const events = await readAuditEvents(database, scope, { after: 0, limit: 100 })
    expect(events.at(-1)).toMatchObject({
      action: 'budget.created',
      actor_name: 'A visitor of the demo',
      ip: null,
      resource_name: null,
    })
    expect(JSON.stringify(events)).not.toContain('Text of a visitor')
    await renewDemoAuditLog(kept.server.services, scope)
    const renewed = await readAuditEvents(database, scope, { after: 0, limit: 100 })
    expect(renewed.filter(({ action }) => action === 'budget.created')).toEqual([])
    expect(renewed.length).toBeGreaterThan(0)
    expect(firstBreak(renewed, emptyChain, sha256)).toBeNull()
  })
})
