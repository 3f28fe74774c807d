/** Each kind of security alert, from what causes it over HTTP to a mailbox and to the receivers of three channels. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { mailsIn } from './testing/mailbox.ts'
import { securityCauses } from './testing/security-causes.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const always = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
let kept: TestKept
let receiver: Receiver
let causes: Awaited<ReturnType<typeof securityCauses>>
beforeAll(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1', KEPT_PRIVATE_NETWORKS: '127.0.0.1' })
  const admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  const user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  const otherAdmin = await createTestUser(kept, { name: 'ola', in: 'other', role: 'admin' })
  await sendAll(admin, 'own')
  await sendAll(otherAdmin, 'other')
  causes = await securityCauses(kept, { admin, user })
})
afterAll(async () => {
  await kept.close()
  receiver.close()
})

/** A rule that sends every security alert to each kind of channel. */
async function sendAll({ client }: TestUser, name: string): Promise<void> {
  const url = (kind: string) => `${receiver.url}/${name}/${kind}`
  const channels = [
    { kind: 'webhook' as const, url: url('webhook') },
    { kind: 'slack' as const, url: url('slack') },
    { kind: 'teams' as const, url: url('teams') },
    { kind: 'email' as const, recipients: [`security@${name}.example.com`], to_owners: false },
  ]
  const ids: string[] = []
  for (const typed of channels) {
    const { data } = await client.alerts.addChannel({ name: `to ${typed.kind}`, schedule: always, typed })
    ids.push(data.id)
  }
  await client.alerts.addRule({ name: 'Security', kinds: ['security'], min_severity: 'low', channels: ids })
}

const receivedAt = (path: string) => receiver.received.filter((request) => request.path === path)
const mails = () => mailsIn(kept.server.services.config.dataFolder)

interface DeliveredEvent {
  kind: string
  severity: string
  title: string
  body: string
  url: string
  labels: { rule: string[] }
}

/** The first delivered event of an action, once it arrived. */
async function delivered(action: string): Promise<DeliveredEvent> {
  return vi.waitFor(
    async () => {
      await kept.server.features.alerts.tick()
      const events: DeliveredEvent[] = receivedAt('/own/webhook').flatMap(({ body }) => body.events)
      const event = events.find(({ labels }) => labels.rule.includes(action))
      if (!event) throw new Error(`${action} was not delivered yet`)
      return event
    },
    { timeout: 60_000, interval: 100 },
  )
}

it.each([
  ['session.new_device', 'medium', 'ned@example.com signed in on a new device'],
  ['session.brute_force', 'high', 'Sign-ins as ned@example.com failed too often and were refused for a while'],
  ['api_key.used_from_new_network', 'medium', 'The API key "roaming" was used from a new network: 198.51.100.7'],
  ['membership.permissions_changed', 'high', 'The permissions of uma were changed'],
  ['custom_role.updated', 'high', 'The role "Auditor" was updated'],
  ['group_roles.changed', 'high', 'The roles of groups were changed'],
  ['identity_provider.added', 'high', 'The identity provider "Login" was added'],
  ['scim_token.created', 'high', 'A provisioning token was created. Previous tokens were set to end in 24 hours'],
  ['security_policy.weakened', 'high', 'The policy "session_lifetime" was deleted and protected less from then on'],
  ['security_scan.regressed', 'high', expect.stringContaining('Checks of the cloud scan fail that did not before')],
  ['audit_log.broken', 'critical', expect.stringContaining('The audit log did not verify')],
] as const)('%s reaches a webhook, Slack, Teams and a mailbox', async (action, severity, title) => {
  await causes[action]()
  const event = await delivered(action)
  expect(event).toMatchObject({ kind: 'security', severity, title })
  expect(event.url).toMatch(/\/security\?tab=audit&event=[\w-]{36}$/)
  await vi.waitFor(
    () => {
      const texts = [
        ...receivedAt('/own/slack').map(({ body }) => body.text),
        ...receivedAt('/own/teams').map(({ body }) => body.attachments[0].content.body[0].text.replaceAll('\\', '')),
        ...mails()
          .filter(({ to }) => to === 'security@own.example.com')
          .map(({ text }) => text),
      ]
      expect(texts.filter((text) => text.includes(event.title.slice(0, 30)))).toHaveLength(3)
    },
    { timeout: 60_000, interval: 100 },
  )
})

it('names the permissions that someone gained, by whom, and what to do, without the address', async () => {
  expect((await delivered('membership.permissions_changed')).body).toBe(
    'New permissions: security:read. By ada. If you did not expect it, take the permissions back and ask who changed them.',
  )
  expect((await delivered('custom_role.updated')).body).toContain('New permissions: users:write.')
})

it('lists every delivery with its attempt', async () => {
  // A receiver has its message before the attempt is recorded.
  const { data, meta } = await vi.waitFor(
    async () => {
      const page = await kept.client.alerts.deliveries({ page_size: 100 })
      expect(new Set(page.data.map(({ status }) => status))).toEqual(new Set(['delivered']))
      return page
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(new Set(data.map(({ channel }) => channel.kind))).toEqual(new Set(['webhook', 'slack', 'teams', 'email']))
  expect(meta.total).toBeGreaterThanOrEqual(11 * 4)
  const newest = await kept.client.alerts.delivery({ id: data[0]?.id ?? '' })
  expect(newest.data).toMatchObject({ rules: ['Security'], tries: [{ ok: true }], events: [{ kind: 'security' }] })
})

it('writes to no admin who has a rule for it, and sends nothing to another organization', async () => {
  expect(mails().filter(({ to }) => to !== 'security@own.example.com')).toEqual([])
  expect(receiver.received.filter(({ path }) => path.startsWith('/other'))).toEqual([])
  expect((await kept.otherClient.alerts.deliveries({})).data).toEqual([])
})
