import { afterEach, expect, it } from 'vitest'
import { signIn } from '../testing/sign-in.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'
import { sweepJob } from './sweep-job.ts'

let kept: TestKept
afterEach(() => kept?.close())

it('sets cookies that no other site, script or plain connection can use, with TLS', async () => {
  kept = await openKept({ KEPT_PUBLIC_URL: 'https://kept.example.com/', KEPT_DEMO: 'off' })
  const visitor = new Visitor(kept.url)
  const answer = await visitor.get('/api/auth/csrf-token')
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-kept-csrf=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(kept.server.services.origin()).toBe('https://kept.example.com')
  const token = { 'x-csrf-token': answer.body.csrfToken }
  const post = (origin: string) => visitor.request('POST', '/api/auth/logout', {}, { ...token, origin })
  expect([(await post('https://kept.example.com')).status, (await post(kept.url)).status]).toEqual([200, 403])
})

it('requires the CSRF token for every write with a cookie, including raw routes', async () => {
  kept = await openKept()
  const { headers } = await signIn(kept.server.services, {
    organizationId: kept.world.scope.organizationId,
    role: 'admin',
  })
  const { 'x-csrf-token': csrf, ...headersWithoutCsrf } = headers
  const statusOf = (path: string, more: Record<string, string>) =>
    fetch(`${kept.url}${path}`, { method: 'POST', headers: { ...headersWithoutCsrf, ...more }, body: '{}' }).then(
      ({ status }) => status,
    )
  expect(await statusOf('/v1/notifications/read', { 'content-type': 'application/json' })).toBe(403)
  // A form of another site is not even read.
  expect(await statusOf('/v1/notifications/read', {})).toBe(400)
  expect(await statusOf('/v1/uploads?name=x.csv', {})).toBe(403)
  expect(
    await statusOf('/v1/notifications/read', { 'x-csrf-token': csrf ?? '', 'content-type': 'application/json' }),
  ).toBe(200)
})

it('sweeps expired rows', async () => {
  kept = await openKept()
  const { services } = kept.server
  await signIn(services, { organizationId: kept.world.scope.organizationId })
  const laterServices = { ...services, now: () => new Date(services.now().getTime() + 25 * 3_600_000) }
  await new Visitor(kept.url).post('/api/auth/forgot-password', { email: 'a@example.com' })
  await sweepJob.run({}, laterServices, new AbortController().signal, { last: true })
  const { rows } = await kept.world.database.pool.query(
    'SELECT (SELECT count(*) FROM session)::int + (SELECT count(*) FROM rate_limit)::int AS n',
  )
  expect(rows[0].n).toBe(0)
})
