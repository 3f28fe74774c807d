import { readAuditEvents } from '@kept/store/audit/read.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_SESSION_IDLE_MINUTES: '60' }, { now: () => new Date(clock) })
  // The demo without its bill, which is not needed here.
  kept.server.services.config.demo = true
  await ensureOrganization(kept.world.database, { slug: 'demo', name: 'Demo', demo: true })
})
afterAll(() => kept.close())

it('shows nothing without a session', async () => {
  const visitor = new Visitor(kept.url)
  expect(await visitor.get('/v1/me')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  expect(await visitor.get('/api/auth/session')).toMatchObject({ status: 200, body: { session: null, user: null } })
})

it('opens only the demo, for half an hour, whatever is called', async () => {
  const visitor = new Visitor(kept.url)
  const response = await visitor.post('/api/auth/demo', { as: 'demo-admin' })
  expect(response).toMatchObject({
    status: 200,
    body: { success: true, redirectUrl: '/admin', user: { role: 'admin' } },
  })
  const demo = await findOrganization(kept.world.database, 'demo')
  expect((await visitor.get('/v1/me')).body.data.organization).toEqual(demo)
  const start = clock
  for (const minute of [5, 20, 29]) {
    clock = start + minute * 60_000
    expect((await visitor.post('/api/auth/refresh-token')).status).toBe(200)
    expect((await visitor.get('/api/auth/session')).body.session.expires_at).toBe(
      new Date(start + 1_800_000).toISOString(),
    )
  }
  clock = start + 1_799_999
  expect((await visitor.get('/v1/me')).status).toBe(200)
  clock = start + 1_800_000
  expect((await visitor.get('/v1/me')).status).toBe(401)
  expect((await visitor.post('/api/auth/refresh-token')).status).toBe(401)
})

it('records visitors without their address, at sign-in and when they are refused', async () => {
  const visitor = new Visitor(kept.url)
  await visitor.post('/api/auth/demo', { as: 'demo-admin' })
  await visitor.send('PATCH', '/api/auth/profile', { full_name: 'Mallory' })
  await visitor.post('/v1/users/invitations', { email: 'mallory@example.com' })
  const demo = await findOrganization(kept.world.database, 'demo')
  const events = await readAuditEvents(
    kept.world.database,
    { organizationId: demo?.id ?? '' },
    { after: 0, limit: 100 },
  )
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['session.begun', 'session.extended', 'profile.changed']),
  )
  expect(new Set(events.map(({ actor_name }) => actor_name))).toEqual(new Set(['A visitor of the demo']))
  expect(events.filter(({ ip, user_agent, actor_id }) => ip || user_agent || actor_id)).toEqual([])
})

it('rejects changes to the users of the demo', async () => {
  const visitor = new Visitor(kept.url)
  await visitor.post('/api/auth/demo', { as: 'demo-client' })
  expect(await visitor.send('PATCH', '/api/auth/profile', { full_name: 'Mallory' })).toMatchObject({ status: 403 })
  expect(await visitor.post('/api/auth/change-password', { new_password: 'a long enough password' })).toMatchObject({
    status: 403,
  })
  expect(await visitor.post('/api/auth/totp/enroll')).toMatchObject({ status: 403 })
  expect((await visitor.get('/api/auth/sessions')).body.sessions).toHaveLength(1)
})

it('does not exist when it is disabled', async () => {
  const visitor = new Visitor(kept.url)
  await visitor.post('/api/auth/demo', { as: 'demo-client' })
  kept.server.services.config.demo = false
  expect((await visitor.get('/v1/me')).status).toBe(401)
  expect((await new Visitor(kept.url).post('/api/auth/demo', { as: 'demo-client' })).status).toBe(404)
  kept.server.services.config.demo = true
})
