/** Each kind of security alert, from what causes it to the WebSocket of an admin. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { securityCauses } from './testing/security-causes.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let user: TestUser
let causes: Awaited<ReturnType<typeof securityCauses>>
let socket: WebSocket
let otherSocket: WebSocket
const received: string[] = []
const receivedByOther: unknown[] = []
beforeAll(async () => {
  kept = await openKept({ KEPT_TRUST_PROXY: '127.0.0.1' })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  const otherAdmin = await createTestUser(kept, { name: 'ola', in: 'other', role: 'admin' })
  causes = await securityCauses(kept, { admin, user })
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

it.each([
  'session.new_device',
  'session.brute_force',
  'api_key.used_from_new_network',
  'membership.permissions_changed',
  'custom_role.updated',
  'group_roles.changed',
  'identity_provider.added',
  'identity_provider.changed',
  'identity_provider.removed',
  'scim_token.created',
  'scim_token.revoked',
  'security_policy.weakened',
  'security_scan.regressed',
  'audit_log.broken',
] as const)('%s arrives', async (action) => {
  await causes[action]()
  await vi.waitFor(() => expect(received).toContain(action), { timeout: 60_000 })
})

it('tells no other organization', async () => {
  otherSocket.send(JSON.stringify({ type: 'ping' }))
  await new Promise((resolve) => otherSocket.once('message', resolve))
  expect(receivedByOther).toEqual([])
})
