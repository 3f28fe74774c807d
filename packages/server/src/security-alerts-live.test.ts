/** Each kind of security alert, from what causes it to the WebSocket of an admin. */
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { hashPassword } from './identity/password-hash.ts'
import { finishBackgroundTasks } from './identity/run-in-background.ts'
import { openSigningKey } from './platform/signing-key.ts'
import { verifyAuditLogs } from './security/audit-verification-job.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { scanOrganization } from './security/scans/jobs.ts'
import { createTestUser, signIn, type TestUser } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
const email = 'ned@example.com'
const password = 'correct horse battery'
let kept: TestKept
let admin: TestUser
let user: TestUser
let socket: WebSocket
let otherSocket: WebSocket
const received: string[] = []
const receivedByOther: unknown[] = []
beforeAll(async () => {
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1' })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  const otherAdmin = await createTestUser(kept, { name: 'ola', in: 'other', role: 'admin' })
  const { userId } = await signIn(kept.server.services, { ...kept.world.scope, email })
  await setPasswordHash(kept.world.database, userId, await hashPassword(password), new Date())
  socket = await connect(admin, ({ type, payload }) => {
    if (type === 'security_alert') received.push(payload.action)
  })
  otherSocket = await connect(otherAdmin, ({ type, payload }) => {
    if (type === 'security_alert') receivedByOther.push(payload)
  })
})
afterAll(async () => {
  socket.terminate()
  otherSocket.terminate()
  await kept.close()
})

type Message = { type: string; payload: { action: string } }

async function connect({ userId, headers }: TestUser, onMessage: (message: Message) => void): Promise<WebSocket> {
  const opened = new WebSocket(`${kept.url.replace('http', 'ws')}/client/${userId}`, { headers })
  opened.on('message', (data) => onMessage(JSON.parse(String(data)) as Message))
  await new Promise((resolve, reject) => opened.once('open', resolve).once('error', reject))
  return opened
}

const logIn = (visitor: Visitor, secret = password) => visitor.post('/api/auth/login', { email, password: secret })

async function breakAuditLog(): Promise<void> {
  const owner = await kept.world.openOwner()
  try {
    await owner.query('ALTER TABLE audit_event DISABLE TRIGGER USER')
    await owner.query(`UPDATE audit_event SET summary = 'Changed later.' WHERE seq = 2`)
  } finally {
    await owner.query('ALTER TABLE audit_event ENABLE TRIGGER USER')
    await owner.end()
  }
  const { services } = kept.server
  const { dataFolder } = services.config
  await verifyAuditLogs({
    database: kept.world.database,
    files: openCheckpointFiles(dataFolder),
    publicKey: () => openSigningKey(dataFolder, services.secrets).publicKey,
    now: services.now,
  })
}

async function scanWith(encrypted: boolean): Promise<void> {
  const { database, scope } = kept.world
  const fields = { provider: 'aws', resource_id: 'vol-1', type: 'Volume' }
  const volume = inventoryItemSchema.parse({ ...fields, attributes: { encrypted: String(encrypted) } })
  await putInventory(database, scope, [volume], new Date())
  await scanOrganization({ database, now: kept.server.services.now }, scope)
}

const causes: Record<string, () => Promise<unknown>> = {
  'session.new_device': async () => {
    await logIn(new Visitor(kept.url))
    await logIn(new Visitor(kept.url))
  },
  'session.brute_force': async () => {
    const attacker = new Visitor(kept.url)
    for (let attempt = 0; attempt < 8; attempt += 1) await logIn(attacker, `wrong horse ${attempt}`)
    await finishBackgroundTasks(kept.server.services)
  },
  'api_key.used_from_new_network': async () => {
    const { data } = await admin.client.apiKeys.create({ name: 'roaming', scopes: ['costs:read'] })
    for (const address of ['203.0.113.9', '198.51.100.7'])
      await fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${data.key}`, 'x-forwarded-for': address } })
  },
  'membership.permissions_changed': () =>
    admin.client.users.grant({ id: user.userId, allow: ['security:read'], deny: [] }),
  'custom_role.updated': async () => {
    const role = { name: 'Auditor', description: '', permissions: ['security:read' as const] }
    const { data } = await admin.client.accessControls.update({ ...own, custom_roles: [role] })
    const { id } = data.custom_roles[0] ?? {}
    const permissions = ['security:read' as const, 'users:write' as const]
    await admin.client.accessControls.update({ ...own, custom_roles: [{ ...role, id, permissions }] })
  },
  'group_roles.changed': () =>
    admin.client.singleSignOn.setGroupRoles({
      id: kept.world.scope.organizationId,
      group_roles: [{ group: 'Everyone', role: 'billing_admin' }],
    }),
  'security_policy.weakened': async () => {
    const settings = { max_hours: 8, idle_minutes: 60 }
    const policy = { ...own, kind: 'session_lifetime' as const, settings, enabled: true }
    const { data } = await admin.client.securityPolicies.create(policy)
    await admin.client.securityPolicies.remove({ ...own, id: data.id })
  },
  'security_scan.regressed': async () => {
    await scanWith(true)
    await scanWith(false)
  },
  'audit_log.broken': breakAuditLog,
}

it.each(Object.keys(causes))('%s arrives', async (action) => {
  await causes[action]?.()
  await vi.waitFor(() => expect(received).toContain(action), { timeout: 60_000 })
})

it('tells no other organization', async () => {
  otherSocket.send(JSON.stringify({ type: 'ping' }))
  await new Promise((resolve) => otherSocket.once('message', resolve))
  expect(receivedByOther).toEqual([])
})
