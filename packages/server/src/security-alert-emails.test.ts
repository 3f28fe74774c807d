/** Security alerts where no one configured them: who is written to, how often, and who may read and change what. */
import { randomUUID } from 'node:crypto'
import { addAlertEvents } from '@kept/store/alerts/add-events.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { mailsIn } from './testing/mailbox.ts'
import { invitationToken } from './testing/mails.ts'
import { weakenPolicy } from './testing/security-causes.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const always = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
let clock = Date.parse('2026-11-20T12:10:00Z')
let kept: TestKept
let receiver: Receiver
let admin: TestUser
let user: TestUser
let auditor: TestUser
beforeAll(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
  await signInAll()
})
afterAll(async () => {
  await kept.close()
  receiver.close()
})

async function signInAll(returning = false): Promise<void> {
  const grants = { allow: ['security:read' as const], deny: [] }
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin', returning })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user', returning })
  auditor = await createTestUser(kept, { name: 'avi', in: 'own', role: 'user', grants, returning })
}

/** Sessions end meanwhile. */
async function pass(hours: number): Promise<void> {
  clock += hours * 3_600_000
  await signInAll(true)
}

const mails = () => mailsIn(kept.server.services.config.dataFolder)

/** Routes what happened, and waits until everything that is due was sent. */
async function settle(): Promise<void> {
  clock += 1000
  await kept.server.features.alerts.tick()
  await vi.waitFor(
    async () => {
      const due = await kept.world.database.scoped(kept.world.scope, (tx) =>
        tx
          .selectFrom('alert_delivery')
          .select(['status', 'next_attempt_at'])
          .where('status', 'in', ['waiting', 'sending'])
          .where('next_attempt_at', '<=', new Date(clock))
          .execute(),
      )
      expect(due).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
}

function attack(account: string): Promise<void> {
  return noteAudit(kept.world.database, kept.world.scope, {
    action: 'session.brute_force',
    outcome: 'denied',
    actor: { kind: 'person', id: account, name: account },
    target: account,
    summary: `Sign-ins as ${account} failed too often and were refused for a while.`,
    at: new Date(clock),
  })
}

describe('without a rule', () => {
  it('serious alerts are written to those who manage security, and to no one else', async () => {
    expect((await admin.client.alerts.emailPreferences({})).data).toMatchObject({
      enabled: true,
      kinds: ['security'],
      min_severity: 'high',
      schedule: { digest: null },
      is_default: true,
    })
    for (const { client } of [user, auditor])
      expect((await client.alerts.emailPreferences({})).data.enabled).toBe(false)
    await admin.client.apiKeys.create({ name: 'quiet', scopes: ['costs:read'] })
    await weakenPolicy(admin)
    await settle()
    expect(mails()).toMatchObject([
      { to: 'ada@example.com', text: expect.stringContaining('The policy "session_lifetime" was deleted') },
    ])
    expect(mails()[0]?.text).toContain(
      'You get this because you manage its security and no alert rule sends it. Change or turn off',
    )
    expect(mails()[0]?.text).toContain(`${kept.url}/settings?tab=notifications`)
    // The channel of the default is the admin's own.
    expect((await admin.client.alerts.channels({})).data).toEqual([])
    expect((await auditor.client.alerts.deliveries({})).data).toEqual([])
    expect((await admin.client.alerts.deliveries({})).data).toMatchObject([{ rules: ['Security alerts by default'] }])
  })

  it('one attack on many accounts is one email at once and one at the full hour', async () => {
    const before = mails().length
    await attack('ned@example.com')
    await settle()
    expect(mails()).toHaveLength(before + 1)
    for (let round = 0; round < 20; round += 1) {
      await attack(`account-${round}@example.com`)
      await settle()
    }
    expect(mails()).toHaveLength(before + 1)
    clock = Date.parse('2026-11-20T13:00:00Z')
    await settle()
    expect(mails()).toHaveLength(before + 2)
    const digest = mails().at(-1)
    expect(digest?.text).toContain('Sign-ins as account-0@example.com failed too often')
    expect(digest?.text).toContain('And 10 more')
    // A quiet time later, the next attack is news again.
    await pass(3)
    await attack('ned@example.com')
    await settle()
    expect(mails()).toHaveLength(before + 3)
  })

  it('a narrow rule ends the emails about what it sends, and about nothing else', async () => {
    await pass(3)
    const typed = { kind: 'webhook' as const, url: `${receiver.url}/attacks` }
    const { data: channel } = await admin.client.alerts.addChannel({ name: 'Attacks', schedule: always, typed })
    const filters = [{ label: 'rule' as const, values: ['session.brute_force'] }]
    const narrow = { name: 'Attacks', kinds: ['security' as const], filters, channels: [channel.id] }
    const { data: rule } = await admin.client.alerts.addRule(narrow)
    const before = mails().length
    await attack('ned@example.com')
    await weakenPolicy(admin)
    await settle()
    expect(receiver.received).toMatchObject([
      { path: '/attacks', body: { events: [{ title: expect.stringContaining('Sign-ins as ned') }] } },
    ])
    expect(mails().slice(before)).toMatchObject([
      { to: 'ada@example.com', text: expect.stringContaining('The policy "session_lifetime" was deleted') },
    ])
    expect(mails().at(-1)?.text).not.toContain('Sign-ins as ned')
    await admin.client.alerts.removeRule({ id: rule.id })
  })

  it('who turned them off gets none, and who chose others gets those', async () => {
    const { address: _, is_default: _default, ...stored } = (await admin.client.alerts.emailPreferences({})).data
    await admin.client.alerts.setEmailPreferences({ ...stored, enabled: false })
    const before = mails().length
    await pass(3)
    await attack('ned@example.com')
    await settle()
    expect(mails()).toHaveLength(before)
    expect((await admin.client.alerts.emailPreferences({})).data.enabled).toBe(false)
    await admin.client.alerts.setEmailPreferences({ ...stored, min_severity: 'low' })
    await admin.client.apiKeys.create({ name: 'loud', scopes: ['costs:read'] })
    await settle()
    expect(mails().at(-1)?.subject).toContain('loud')
  })
})

describe('who may not read the audit log', () => {
  it('neither receives, previews, routes nor reads security alerts', async () => {
    const refused = { status: 403, message: expect.stringContaining('permission to read security alerts') }
    const rule = { name: 'Mine', kinds: ['budget' as const, 'security' as const], channels: [] }
    const { address: _, is_default: _default, ...preferences } = (await user.client.alerts.emailPreferences({})).data
    await expect(user.client.alerts.addRule(rule)).rejects.toMatchObject(refused)
    await expect(user.client.alerts.previewRule({ kinds: ['security'] })).rejects.toMatchObject(refused)
    await expect(user.client.alerts.setEmailPreferences({ ...preferences, kinds: ['security'] })).rejects.toMatchObject(
      refused,
    )
    expect((await auditor.client.alerts.previewRule({ kinds: ['security'] })).meta.total).toBeGreaterThan(0)
    const { data } = await auditor.client.alerts.addRule(rule)
    await expect(user.client.alerts.changeRule({ id: data.id, enabled: false })).rejects.toMatchObject(refused)
    await expect(user.client.alerts.removeRule({ id: data.id })).rejects.toMatchObject(refused)
    expect((await auditor.client.alerts.rules({})).data).toMatchObject([{ name: 'Mine', enabled: true }])
    await auditor.client.alerts.removeRule({ id: data.id })
  })

  it('sees no delivery of one in the log of a channel', async () => {
    const typed = { kind: 'webhook' as const, url: `${receiver.url}/security` }
    const { data: channel } = await admin.client.alerts.addChannel({ name: 'Team', schedule: always, typed })
    await admin.client.alerts.addRule({ name: 'Security', kinds: ['security'], channels: [channel.id] })
    await pass(3)
    await attack('ned@example.com')
    await settle()
    const [delivery] = (await auditor.client.alerts.deliveries({})).data
    const { id = '' } = delivery ?? {}
    expect(delivery).toMatchObject({ channel: { name: 'Team' }, status: 'delivered' })
    expect((await user.client.alerts.deliveries({})).data).toEqual([])
    await expect(user.client.alerts.delivery({ id })).rejects.toMatchObject({ status: 404 })
    await expect(user.client.alerts.retryDelivery({ id })).rejects.toMatchObject({ status: 404 })
  })

  it('loses the emails with the permission', async () => {
    const { address: _, is_default: _default, ...preferences } = (await auditor.client.alerts.emailPreferences({})).data
    const mine = { ...preferences, enabled: true, kinds: ['security' as const], schedule: always }
    await auditor.client.alerts.setEmailPreferences(mine)
    const toAuditor = () => mails().filter(({ to }) => to === auditor.email)
    await pass(3)
    await attack('ned@example.com')
    await settle()
    expect(toAuditor()).toHaveLength(1)
    await admin.client.users.grant({ id: auditor.userId, allow: [], deny: [] })
    await pass(3)
    await attack('ned@example.com')
    await settle()
    expect(toAuditor()).toHaveLength(1)
  })
})

const total = async () => (await kept.client.alerts.previewRule({ kinds: ['security'] })).meta.total

describe('emails that are gathered', () => {
  const atEight = { ...always, digest: { frequency: 'daily' as const, at: '08:00', weekday: 1 } }
  const permit = (allow: 'security:read'[]) => admin.client.users.grant({ id: auditor.userId, allow, deny: [] })
  const toAuditor = () => mails().filter(({ to }) => to === auditor.email)

  /** Gathers until the permission is gone, and waits for the digest of the morning. Returns the emails before. */
  async function gatherAndLose(kinds: ('security' | 'anomaly')[]): Promise<number> {
    await pass(3)
    await permit(['security:read'])
    // The permission itself is news by the previous preferences, whenever the timer routes it.
    await settle()
    const before = toAuditor().length
    const preferences = { enabled: true, kinds, min_severity: 'low' as const, schedule: atEight }
    await auditor.client.alerts.setEmailPreferences(preferences)
    await attack('ned@example.com')
    await addAnomaly()
    await settle()
    await permit([])
    await pass(24)
    await settle()
    return before
  }

  async function addAnomaly(): Promise<void> {
    const { database, scope } = kept.world
    const about = { kind: 'anomaly' as const, severity: 'high' as const, amount: '9', currency: 'USD', labels: {} }
    const text = { title: 'Costs of NAT rose', body: '', href: '/anomalies', thread: `anomaly:${clock}` }
    await database.scoped(scope, (tx) => addAlertEvents(tx, scope, [{ ...about, ...text }]))
  }

  it('leave out what the user may no longer read', async () => {
    const before = await gatherAndLose(['security', 'anomaly'])
    expect(toAuditor()).toHaveLength(before + 1)
    expect(toAuditor().at(-1)?.text).toContain('Costs of NAT rose')
    expect(toAuditor().at(-1)?.text).not.toContain('Sign-ins as ned')
  })

  it('are not sent when nothing is left', async () => {
    const before = await gatherAndLose(['security'])
    expect(toAuditor()).toHaveLength(before)
    const deliveries = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('alert_delivery').select(['status', 'last_result']).orderBy('finished_at', 'desc').execute(),
    )
    expect(deliveries).toContainEqual({
      status: 'failed',
      last_result: 'Not sent: its user may no longer read what it is about.',
    })
  })
})

describe('a request that changes nothing', () => {
  const own = { organization: 'own' }

  it('raises no alert where it is refused, and is in the audit log', async () => {
    const before = await total()
    await expect(user.client.securityIncidents.open({ ...own, title: 'Mine' })).rejects.toMatchObject({ status: 403 })
    expect(await total()).toBe(before)
    const { data } = await admin.client.security.listAuditLogs({ ...own, action: 'security_incident.opened' })
    expect(data).toMatchObject([{ outcome: 'denied', actor_name: 'uma' }])
  })

  it('raises no alert where it fails', async () => {
    const before = await total()
    const loop = { source: 'loop' as const, source_id: randomUUID() }
    await expect(admin.client.securityIncidents.open({ ...own, title: 'Loop', ...loop })).rejects.toThrow()
    expect(await total()).toBe(before)
  })

  it('raises one where it is done', async () => {
    const before = await total()
    await admin.client.securityIncidents.open({ ...own, title: 'Ours' })
    expect(await total()).toBe(before + 1)
  })
})

describe('permissions', () => {
  it('raise an alert only where someone gains one', async () => {
    const raises = async (change: () => Promise<unknown>) => {
      const before = await total()
      await change()
      return (await total()) - before
    }
    const { id } = { id: user.userId }
    const grant = (allow: ('billing:read' | 'users:read')[], deny: 'costs:read'[] = []) =>
      raises(() => admin.client.users.grant({ id, allow, deny }))
    expect(await grant(['billing:read'])).toBe(1)
    expect(await grant(['billing:read'])).toBe(0)
    expect(await grant([], ['costs:read'])).toBe(0)
    expect(await grant([])).toBe(1)
    const role = (next: 'admin' | 'user') => raises(() => admin.client.users.update({ id, role: next }))
    expect(await role('admin')).toBe(1)
    expect(await role('user')).toBe(0)
    const own = { organization: 'own' }
    const permissions = (held: ('costs:read' | 'users:read')[]) => ({ name: 'Few', description: '', permissions: held })
    const { data } = await admin.client.accessControls.update({ ...own, custom_roles: [permissions(['costs:read'])] })
    const roleId = data.custom_roles[0]?.id
    const update = (held: ('costs:read' | 'users:read')[]) =>
      raises(() => admin.client.accessControls.update({ ...own, custom_roles: [{ ...permissions(held), id: roleId }] }))
    expect(await update(['costs:read', 'users:read'])).toBe(1)
    expect(await update(['costs:read'])).toBe(0)
    const groups = (group_roles: { group: string; role: 'admin' | 'user' }[]) =>
      raises(() => admin.client.singleSignOn.setGroupRoles({ id: kept.world.scope.organizationId, group_roles }))
    expect(await groups([{ group: 'Ops', role: 'admin' }])).toBe(1)
    expect(await groups([{ group: 'Ops', role: 'user' }])).toBe(0)
    expect(await groups([])).toBe(0)
  })

  it('raise one for an admin or a billing admin who joins, is enabled again or restored, and for no user', async () => {
    const enters = async (action: string, enter: () => Promise<unknown>) => {
      const filters = [{ label: 'rule' as const, values: [action] }]
      const count = async () => (await kept.client.alerts.previewRule({ kinds: ['security'], filters })).meta.total
      const before = await count()
      await enter()
      return (await count()) - before
    }
    for (const [name, role, raised] of [
      ['zoe', 'admin', 1],
      ['bea', 'billing_admin', 1],
      ['ulf', 'user', 0],
    ] as const) {
      const email = `${name}@example.com`
      await admin.client.users.invite({ email, role })
      const token = await invitationToken(kept, email)
      const { client, userId: id } = await createTestUser(kept, { name, in: null })
      const update = (status: 'active' | 'disabled') => admin.client.users.update({ id, status })
      expect(await enters('membership.joined', () => client.organizations.acceptInvitation({ token }))).toBe(raised)
      await update('disabled')
      expect(await enters('membership.enabled', () => update('active'))).toBe(raised)
      await admin.client.users.remove({ id })
      expect(await enters('membership.restored', () => admin.client.users.restore({ user_ids: [id] }))).toBe(raised)
      await update('disabled')
      await admin.client.users.remove({ id })
      expect(await enters('membership.restored', () => admin.client.users.restore({ user_ids: [id] }))).toBe(0)
    }
  })
})
