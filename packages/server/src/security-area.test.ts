/** Incidents, access controls, the score and security alerts over real HTTP. */
import { readLiveEvents } from '@kept/store/live/events.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from './identity/password-hash.ts'
import { finishBackgroundTasks } from './identity/run-in-background.ts'
import { openSigningKey } from './platform/signing-key.ts'
import { verifyAuditLogs } from './security/audit-verification-job.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { recordScoreNow } from './security/score/score-history.ts'
import { createTestUser, signIn, type TestUser } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1' }, { now: () => new Date(clock) })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
})
afterAll(() => kept.close())

/** Sessions do not last for a month. */
async function signInAgain(): Promise<void> {
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
}

const own = { organization: 'own' }
const refused = (status: number, message: string) => ({ status, message: expect.stringContaining(message) })
const alerts = async () => {
  const { events } = await readLiveEvents(kept.world.database, kept.world.scope, 0)
  return events.filter(({ channel }) => channel === 'security').map(({ payload }) => payload.action)
}

describe('overview', () => {
  const overview = async () => (await admin.client.security.overview(own)).data

  it('has a score that is the sum of its checks', async () => {
    const { score, checks } = await overview()
    const weights = { critical: 10, high: 5, medium: 3, low: 1 }
    const points = (status: string) =>
      checks.filter((check) => check.status === status).reduce((sum, { severity }) => sum + weights[severity], 0)
    expect(score).toEqual({
      earned: points('pass'),
      possible: points('pass') + points('fail'),
      value: Math.floor((100 * score.earned) / score.possible),
    })
    expect(checks[0]).toMatchObject({
      id: 'admins-second-factor',
      status: 'fail',
      detail: expect.stringContaining('ada'),
    })
  })

  it('has the score of each day that it was recorded on, by a job or a look at it, and the change of a month', async () => {
    const record = () =>
      recordScoreNow({ database: kept.world.database, now: () => new Date(clock) }, kept.world.scope, false)
    const before = clock
    const { score } = await overview()
    expect((await overview()).history).toEqual({ days: [{ day: '2026-03-01', score: score.value }], change: null })
    clock += 31 * 86_400_000
    await record()
    await record()
    await signInAgain()
    const later = await overview()
    expect(later.history.days.map(({ day }) => day)).toEqual(['2026-03-01', '2026-04-01'])
    const { value } = later.score
    expect(later.history.days.at(-1)?.score).toBe(value)
    expect(later.history.change).toEqual({
      ...{ day: '2026-03-01', score: score.value },
      points: value - score.value,
    })
    expect((await kept.otherClient.security.overview({ organization: 'other' })).data.history.days).toHaveLength(1)
    clock = before
    await signInAgain()
  })

  it('is computed again after five minutes', async () => {
    // What the test before cached is of a later day.
    await admin.client.apiKeys.create({ name: 'new', scopes: ['costs:read'] })
    const failing = async () => (await overview()).checks.find(({ id }) => id === 'admins-second-factor')?.detail
    expect(await failing()).toContain('ada')
    const owner = await kept.world.openOwner()
    const rename = (name: string) => owner.query('UPDATE users SET full_name = $1 WHERE id = $2', [name, admin.userId])
    try {
      await rename('Countess')
      clock += 299_000
      expect(await failing()).toContain('ada')
      clock += 2_000
      expect(await failing()).toContain('Countess')
    } finally {
      await rename('ada')
      await owner.end()
    }
  })

  it('changes at once when something about security changes', async () => {
    const statusOf = async (id: string) => (await overview()).checks.find((check) => check.id === id)?.status
    expect(await statusOf('session-lifetime-policy')).toBe('fail')
    const { data } = await admin.client.securityPolicies.create({
      ...{ ...own, kind: 'session_lifetime', enabled: true },
      settings: { max_hours: 24, idle_minutes: 120 },
    })
    expect(await statusOf('session-lifetime-policy')).toBe('pass')
    await admin.client.securityPolicies.remove({ ...own, id: data.id })
    expect(await statusOf('session-lifetime-policy')).toBe('fail')
  })
})

describe('incidents', () => {
  it('go through their states with a timeline, and close only with a root cause', async () => {
    const { data: opened } = await admin.client.securityIncidents.open({
      ...{ ...own, title: 'Key used from a new country', severity: 'SEV2', source: 'security_event' },
    })
    expect(opened).toMatchObject({ number: 1, status: 'open', next: ['investigating', 'mitigated', 'resolved'] })
    const change = (fields: object) => admin.client.securityIncidents.update({ ...own, id: opened.id, ...fields })
    await change({ status: 'investigating', commander_id: user.userId, comment: 'Looking at the key.' })
    clock += 22 * 60_000
    await change({ status: 'mitigated' })
    await expect(change({ status: 'closed' })).rejects.toMatchObject(
      refused(409, 'An incident that is mitigated can become investigating or resolved, not closed.'),
    )
    await change({ status: 'resolved', impact: { amount: '318.00', currency: 'USD' } })
    await expect(change({ status: 'closed' })).rejects.toMatchObject(refused(409, 'root cause'))
    const { data: closed } = await change({ status: 'closed', root_cause: 'A key in a public repository.' })
    expect(closed).toMatchObject({ status: 'closed', next: [], commander_name: 'uma', impact: { amount: '318.00' } })
    expect(closed.timeline.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'opened: Opened as SEV2.',
      'changed: Commander: uma',
      'status: Status: open to investigating',
      'comment: Looking at the key.',
      'status: Status: investigating to mitigated',
      'changed: Impact: 318.00 USD',
      'status: Status: mitigated to resolved',
      'changed: Root cause: A key in a public repository.',
      'status: Status: resolved to closed',
    ])
    await expect(change({ title: 'Other' })).rejects.toMatchObject(refused(409, 'is closed'))
    await change({ comment: 'Seen by the auditor.' })
    const { data: events } = await admin.client.security.listAuditLogs({ ...own, resource: opened.id })
    expect(events.map(({ action }) => action)).toContain('security_incident.moved')
  })

  it('have audit events, loops, anomalies and scans in their timeline, of the organization alone', async () => {
    const { data: opened } = await admin.client.securityIncidents.open({ ...own, title: 'With attachments' })
    const attach = (reference: object, client = admin.client) =>
      client.securityIncidents.update({ ...own, id: opened.id, attach: reference as never })
    const { data: events } = await admin.client.security.listAuditLogs({ ...own, resource: opened.id })
    const { data: scan } = await admin.client.securityScans.start({ ...own, kind: 'self' })
    await attach({ kind: 'audit_event', id: events[0]?.id })
    const { data } = await attach({ kind: 'scan', id: scan.id })
    expect(data.timeline.slice(1)).toMatchObject([
      {
        ...{ kind: 'attached', text: 'Audit event: The incident "With attachments" was opened as SEV3.' },
        reference: { kind: 'audit_event', id: events[0]?.id },
      },
      { kind: 'attached', text: expect.stringMatching(/^Scan: self, started /), reference: { id: scan.id } },
    ])
    const at = new Date(clock)
    const { database, scope } = kept.world
    await database.scoped(scope, (tx) =>
      tx
        .insertInto('loop_incident')
        .values({
          ...{ organization_id: scope.organizationId, id: 'loop-1', fingerprint: 'f', rule_id: 'r' },
          ...{ loop_type: 'infinite_retry', resource_id: 'fn', severity: 'high', status: 'active', confirmed: true },
          ...{ detected_at: at, onset_at: at, last_seen_at: at, resolved_at: null, resolved_by: '' },
          ...{ currency: 'USD', hourly_cost: null, total_cost: null, evidence: '{}', rates: '[]', source: 'live' },
          detection: JSON.stringify({ resource_name: 'mailer', auto_remediation: { enabled: false } }),
        })
        .execute(),
    )
    const { data: looped } = await attach({ kind: 'loop', id: 'loop-1' })
    expect(looped.timeline.at(-1)).toMatchObject({
      text: expect.stringMatching(/^Loop: .+ of mailer$/),
      reference: { kind: 'loop', id: 'loop-1' },
    })
    const { id: anomaly } = await database.scoped(scope, (tx) =>
      tx
        .insertInto('anomaly')
        .values({
          ...{ organization_id: scope.organizationId, currency: 'USD', direction: 'above', status: 'open' },
          ...{ severity: 'high', first_day: '2026-10-01', last_day: '2026-10-02', detected_at: at, changed_at: at },
          ...{ expected: '1', actual: '2', projected_excess: '1', days: '[]', drivers: '[]' },
          scope: JSON.stringify([
            { dimension: 'service', value: 'AmazonEC2', name: 'Compute' },
            { dimension: 'region', value: 'eu-west-1', name: '' },
          ]),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const { data: withAnomaly } = await attach({ kind: 'anomaly', id: anomaly })
    expect(withAnomaly.timeline.at(-1)).toMatchObject({
      text: 'Anomaly: cost above expected from Oct 1, 2026: Compute, eu-west-1',
      reference: { kind: 'anomaly', id: anomaly },
    })
    const { data: foreign } = await kept.otherClient.securityScans.start({ organization: 'other', kind: 'self' })
    for (const [kind, noun] of [
      ['scan', 'scan'],
      ['audit_event', 'audit event'],
      ['loop', 'loop'],
      ['anomaly', 'anomaly'],
    ])
      await expect(attach({ kind, id: foreign.id })).rejects.toMatchObject(refused(404, `There is no ${noun} with`))
    expect((await admin.client.securityIncidents.get({ ...own, id: opened.id })).data.timeline).toHaveLength(5)
    await admin.client.securityIncidents.update({ ...own, id: opened.id, status: 'resolved' })
    const openFrom = (id: string) =>
      admin.client.securityIncidents.open({ ...own, title: 'Loop', source: 'loop', source_id: id })
    await expect(openFrom(foreign.id)).rejects.toMatchObject(refused(404, 'There is no loop with'))
    const { data: opening } = await openFrom('loop-1')
    expect(opening.timeline).toMatchObject([
      { kind: 'opened' },
      { kind: 'attached', reference: { kind: 'loop', id: 'loop-1' } },
    ])
    await admin.client.securityIncidents.update({ ...own, id: opening.id, status: 'resolved' })
  })

  it('are counted while active, numbered, and seen by no other organization', async () => {
    const { data: second } = await admin.client.securityIncidents.open({ ...own, title: 'Second' })
    expect(second.number).toBe(4)
    expect((await admin.client.securityIncidents.list({ ...own, state: 'active' })).meta.total).toBe(1)
    expect((await admin.client.security.overview(own)).data.active_incidents).toBe(1)
    await expect(
      kept.otherClient.securityIncidents.get({ organization: 'other', id: second.id }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(user.client.securityIncidents.list(own)).rejects.toMatchObject({ status: 403 })
    const otherUser = await signIn(kept.server.services, kept.world.otherScope)
    await expect(
      admin.client.securityIncidents.update({ ...own, id: second.id, commander_id: otherUser.userId }),
    ).rejects.toMatchObject(refused(400, 'active user'))
  })
})

describe('access controls', () => {
  it('say who can do what and why', async () => {
    await admin.client.securityIncidents.list(own)
    const { data: key } = await admin.client.apiKeys.create({ name: 'bi', scopes: ['costs:read', 'savings:read'] })
    const { data: changed } = await admin.client.accessControls.update({
      ...own,
      people: [{ id: user.userId, role: 'billing_admin', allow: ['security:read'], deny: ['costs:import'] }],
    })
    const row = changed.people.find(({ id }) => id === user.userId)
    expect(row).toMatchObject({ role: 'billing_admin', denied: ['costs:import'] })
    expect(row?.effective).toContainEqual({ permission: 'security:read', source: 'grant' })
    expect(row?.effective).toContainEqual({ permission: 'billing:read', source: 'role' })
    expect(changed.api_keys.find(({ id }) => id === key.id)?.effective).toEqual(['costs:read', 'savings:read'])
    expect(changed.roles.find(({ role }) => role === 'admin')).toMatchObject({ people: 1 })
    expect((await user.client.accessControls.get(own)).data.people).toHaveLength(2)
  })

  it('change everything or nothing, by the rules of each single change', async () => {
    const other = await createTestUser(kept, { name: 'ida', in: 'own', role: 'user' })
    await expect(
      admin.client.accessControls.update({
        ...own,
        people: [
          { id: other.userId, role: 'admin' },
          { id: admin.userId, role: 'user' },
        ],
      }),
    ).rejects.toMatchObject(refused(403, "You can't change your own role"))
    const { data } = await admin.client.accessControls.get(own)
    expect(data.people.find(({ id }) => id === other.userId)?.role).toBe('user')
  })
})

describe('security alerts', () => {
  it('name raised permissions, weakened policies and keys in a new network', async () => {
    const create = { ...own, kind: 'session_lifetime' as const, enabled: true }
    const { data } = await admin.client.securityPolicies.create({
      ...create,
      settings: { max_hours: 8, idle_minutes: 60 },
    })
    await admin.client.securityPolicies.remove({ ...own, id: data.id })
    const { data: key } = await admin.client.apiKeys.create({ name: 'roaming', scopes: ['costs:read'] })
    for (const address of ['203.0.113.9', '203.0.113.10', '198.51.100.7'])
      await fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${key.key}`, 'x-forwarded-for': address } })
    const actions = await alerts()
    expect(actions).toEqual(
      expect.arrayContaining([
        'membership.permissions_changed',
        'security_policy.weakened',
        'security_incident.opened',
      ]),
    )
    expect(actions.filter((action) => action === 'api_key.used_from_new_network')).toHaveLength(1)
  })

  it('name a new device, and too many failed sign-ins once', async () => {
    const email = 'ned@example.com'
    const password = 'correct horse battery'
    const { organizationId } = kept.world.scope
    const { userId } = await signIn(kept.server.services, { organizationId, email })
    await setPasswordHash(kept.world.database, userId, await hashPassword(password), new Date(clock))
    const enter = (visitor: Visitor, secret: string) => visitor.post('/api/auth/login', { email, password: secret })
    const ownBrowser = new Visitor(kept.url)
    await enter(ownBrowser, password)
    const namesOf = async (action: string) => (await alerts()).filter((candidate) => candidate === action)
    const before = (await namesOf('session.new_device')).length
    expect((await enter(ownBrowser, password)).status).toBe(200)
    expect(await namesOf('session.new_device')).toHaveLength(before)
    expect((await enter(new Visitor(kept.url), password)).status).toBe(200)
    expect(await namesOf('session.new_device')).toHaveLength(before + 1)
    // Also when no one is signed in anymore, as on the morning after.
    await kept.world.database.pool.query('DELETE FROM session WHERE user_id = $1', [userId])
    expect((await enter(new Visitor(kept.url), password)).status).toBe(200)
    expect(await namesOf('session.new_device')).toHaveLength(before + 2)

    const attacker = new Visitor(kept.url)
    for (let attempt = 0; attempt < 8; attempt += 1) await enter(attacker, `wrong horse ${attempt}`)
    await finishBackgroundTasks(kept.server.services)
    expect(await namesOf('session.brute_force')).toHaveLength(1)
    const { data } = await admin.client.security.listAuditLogs({ ...own, action: 'session.brute_force' })
    expect(data).toMatchObject([{ outcome: 'denied', summary: expect.stringContaining(email) }])
  })

  it('name a broken audit log', async () => {
    const { services } = kept.server
    const { dataFolder } = services.config
    const deps = {
      database: kept.world.database,
      files: openCheckpointFiles(dataFolder),
      publicKey: () => openSigningKey(dataFolder, services.secrets).publicKey,
      now: services.now,
    }
    await verifyAuditLogs(deps)
    expect(await alerts()).not.toContain('audit_log.broken')
    const owner = await kept.world.openOwner()
    try {
      await owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER')
      await owner.query(`UPDATE audit_event SET summary = 'Nothing happened.' WHERE seq = 2`)
    } finally {
      await owner.query('ALTER TABLE audit_event ENABLE TRIGGER USER')
    }
    await verifyAuditLogs(deps)
    expect(await alerts()).toContain('audit_log.broken')
  })
})
