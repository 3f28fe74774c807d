/** A sign-in on a new device, for a user of two organizations: every one of them is alerted, whichever is entered. */
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { savePolicy } from '@kept/store/security/policies.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hashPassword } from './password-hash.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
})
afterAll(() => kept.close())

const email = 'ned@example.com'
const password = 'correct horse battery'
const eventsOf = (client: TestKept['client'], organization: string, action: string) =>
  client.security.listAuditLogs({ organization, action })

it('alerts both organizations, also the one that was never entered before', async () => {
  const { database, scope, otherScope } = kept.world
  const { userId } = await signIn(kept.server.services, { ...scope, email })
  clock += 1000
  await signIn(kept.server.services, { ...otherScope, email })
  await setPasswordHash(database, userId, await hashPassword(password), new Date(clock))
  const enterOnNewDevice = async () => {
    // As on the morning after: no session is left, only what the audit logs say.
    await database.pool.query('DELETE FROM session WHERE user_id = $1', [userId])
    clock += 1000
    expect((await new Visitor(kept.url).post('/api/auth/login', { email, password })).status).toBe(200)
  }
  const alerts = async () => [
    (await eventsOf(kept.client, 'own', 'session.new_device')).data,
    (await eventsOf(kept.otherClient, 'other', 'session.new_device')).data,
  ]
  await enterOnNewDevice()
  expect((await eventsOf(kept.client, 'own', 'session.begun')).data).toHaveLength(1)
  expect(await alerts()).toEqual([[], []])

  await database.scoped(scope, (tx) =>
    savePolicy(
      tx,
      { kind: 'sign_in', settings: { methods: ['passkey'], email_domains: [] }, enabled: true },
      { actor: 'ada', at: new Date(clock) },
    ),
  )
  await enterOnNewDevice()
  expect((await eventsOf(kept.otherClient, 'other', 'session.begun')).data).toHaveLength(1)
  const [ofOwn, ofOther] = await alerts()
  const alert = { summary: `${email} signed in on a new device.` }
  expect(ofOther).toMatchObject([{ ...alert, session_id: expect.any(String) }])
  expect(ofOwn).toMatchObject([alert])
  expect(ofOwn?.[0]?.session_id).toBeUndefined()
})
