/** Personal email notifications: about what, when, in which time zone; and who can see them. */
import type { AlertSchedule } from '@kept/domain/alert.ts'
import { addAlertEvents } from '@kept/store/alerts/add-events.ts'
import { changeMembership } from '@kept/store/people/members.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailsIn } from '../testing/mailbox.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let clock = Date.parse('2026-11-23T18:00:00Z')
let kept: TestKept
let ann: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  ann = await createTestUser(kept, { name: 'ann', in: 'own', role: 'user' })
})
afterAll(() => kept.close())

const always: AlertSchedule = { time_zone: 'America/New_York', digest: null, quiet: [], critical_passes: false }
const preferences = { enabled: true, kinds: ['anomaly' as const], min_severity: 'medium' as const }

async function happen(title: string, severity: 'low' | 'high' | 'critical' = 'high') {
  const { database, scope } = kept.world
  const event = {
    kind: 'anomaly' as const,
    severity,
    amount: '9',
    currency: 'USD',
    labels: {},
    title,
    href: '/anomalies',
  }
  await database.scoped(scope, (tx) => addAlertEvents(tx, scope, [{ ...event, thread: title, body: `${title} body` }]))
  await tickAt(clock + 1000)
}

async function tickAt(moment: number) {
  clock = moment
  await kept.server.features.alerts.tick()
}

const emails = () => mailsIn(kept.server.services.config.dataFolder).filter(({ to }) => to.includes(ann.email))
const mailsOnce = (count: number) =>
  vi.waitFor(
    () => {
      expect(emails()).toHaveLength(count)
      return emails()
    },
    { timeout: 60_000, interval: 100 },
  )

it('sends nothing by default, then at once, with a link to the settings', async () => {
  expect((await ann.client.alerts.emailPreferences({})).data).toMatchObject({
    ...{ enabled: false, address: ann.email, is_default: true },
  })
  await happen('before')
  const { data } = await ann.client.alerts.setEmailPreferences({ ...preferences, schedule: always })
  expect(data).toEqual({ ...preferences, schedule: always, address: ann.email, is_default: false })
  expect((await ann.client.alerts.emailPreferences({})).data).toEqual(data)
  await happen('mild', 'low')
  await happen('serious')
  const [email] = await mailsOnce(1)
  expect(email?.subject).toContain('serious')
  expect(email?.text).toContain(`${kept.url}/settings?tab=notifications`)
})

it('sends a morning digest in the user’s time zone, outside of quiet hours', async () => {
  const digest = { frequency: 'daily' as const, at: '08:00', weekday: 1 }
  const quiet = [{ days: [2], from: '07:00', to: '09:30' }]
  await ann.client.alerts.setEmailPreferences({ ...preferences, schedule: { ...always, digest, quiet } })
  await happen('one')
  await happen('two', 'critical')
  const [waiting] = (await ann.client.alerts.deliveries({})).data
  // Tuesday 09:30 in New York, after the quiet hours that include 08:00.
  expect(waiting).toMatchObject({ kind: 'digest', status: 'waiting', next_attempt_at: '2026-11-24T14:30:00.000Z' })
  await tickAt(Date.parse('2026-11-24T14:29:59Z'))
  expect(emails()).toHaveLength(1)
  await tickAt(Date.parse('2026-11-24T14:30:01Z'))
  const [, second] = await mailsOnce(2)
  expect(second?.text).toMatch(/two[\s\S]*one/)
})

it('are private: other users see neither channel nor email, and a removed user receives none', async () => {
  // A day later: signed in again.
  ann = await createTestUser(kept, { name: 'ann', in: 'own', role: 'user' })
  const admin = await createTestUser(kept, { name: 'bob', in: 'own', role: 'admin' })
  expect((await admin.client.alerts.channels({})).data).toEqual([])
  expect((await admin.client.alerts.deliveries({})).data).toEqual([])
  const [delivery] = (await ann.client.alerts.deliveries({})).data
  await expect(admin.client.alerts.delivery({ id: delivery?.id ?? '' })).rejects.toThrow('Delivery not found')
  // Their own, as for everyone who manages security.
  expect((await admin.client.alerts.emailPreferences({})).data).toMatchObject({ kinds: ['security'], is_default: true })
  await ann.client.alerts.setEmailPreferences({ ...preferences, schedule: always })
  const { database, scope } = kept.world
  await database.scoped(scope, (tx) => changeMembership(tx, ann.userId, { status: 'disabled' }))
  await happen('after she left')
  expect((await kept.client.alerts.deliveries({})).data).toEqual([])
  expect(emails()).toHaveLength(2)
})

it('rejects endless quiet hours, and users without an organization', async () => {
  const quiet = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' }]
  const bob = await createTestUser(kept, { name: 'carol', in: 'own', role: 'user' })
  await expect(
    bob.client.alerts.setEmailPreferences({ ...preferences, schedule: { ...always, quiet } }),
  ).rejects.toThrow('cover the whole week')
  const loner = await createTestUser(kept, { name: 'loner', in: null })
  await expect(loner.client.alerts.emailPreferences({})).rejects.toThrow("don't belong to an organization")
})
