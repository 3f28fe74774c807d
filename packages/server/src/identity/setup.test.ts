import { createServer } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { listen } from '../testing/listen.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
afterEach(() => kept.close())

const first = {
  email: 'first@example.com',
  password: 'plum tractor october',
  full_name: 'First Admin',
  organization_name: 'Acme',
}

it('creates the first admin by a single-use link', async () => {
  kept = await openKept()
  const link = new URL(kept.server.setupLink ?? '')
  expect(link.pathname).toBe('/auth/setup')
  const token = link.searchParams.get('token')
  const visitor = new Visitor(kept.url)
  expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: true })
  expect((await visitor.post('/api/auth/setup', { ...first, token: 'first-admin.guess' })).status).toBe(400)
  expect((await visitor.post('/api/auth/setup', { ...first, token, password: 'password' })).status).toBe(400)
  const answers = await Promise.all(
    [first, { ...first, email: 'second@example.com' }].map((person) =>
      new Visitor(kept.url).post('/api/auth/setup', { ...person, token }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    redirectUrl: '/onboarding',
    user: { role: 'admin' },
  })
  expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: false })
})

it('keeps the link valid until the account exists, whatever fails in between', async () => {
  let isUnavailable = true
  const users: { id: string; email: string }[] = []
  const keeper = createServer((request, response) => {
    const user = { id: 'supabase-1', email: first.email }
    if (isUnavailable) return void response.writeHead(503).end()
    if (request.method === 'POST' && users.length > 0) return void response.writeHead(422).end('{}')
    users.push(user)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(user))
  })
  kept = await openKept({
    KEPT_AUTH_PROVIDER: 'supabase',
    KEPT_SUPABASE_URL: await listen(keeper),
    KEPT_SUPABASE_KEY: 'a-service-key-of-the-test',
  })
  try {
    const token = new URL(kept.server.setupLink ?? '').searchParams.get('token')
    const visitor = new Visitor(kept.url)
    expect((await visitor.post('/api/auth/setup', { ...first, token })).status).toBe(503)
    expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: true })
    isUnavailable = false
    expect(await visitor.post('/api/auth/setup', { ...first, token })).toMatchObject({
      status: 200,
      body: { user: { email: first.email, full_name: first.full_name, role: 'admin' } },
    })
    expect((await visitor.get('/v1/me')).body.data.organization.name).toBe('Acme')
    expect((await new Visitor(kept.url).post('/api/auth/setup', { ...first, token })).status).toBe(400)
    expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: false })
  } finally {
    keeper.close()
  }
})

it('has no guessable account', async () => {
  kept = await openKept()
  const { rows } = await kept.world.database.pool.query('SELECT count(*)::int AS n FROM account')
  expect(rows[0].n).toBe(0)
})
