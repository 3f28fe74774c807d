import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { listen } from '../testing/listen.ts'
import { mailTo } from '../testing/mailbox.ts'
import { Visitor } from '../testing/visitor.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let server: Server | undefined
afterEach(async () => {
  await kept.close()
  server?.close()
})

interface StubUser {
  id: string
  email: string
  password: string
  email_confirmed_at: string | null
}

/** The part of GoTrue that Kept uses: password grant and administration of users. */
function goTrue(users: StubUser[], key: string): Server {
  return createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers.apikey !== key) return answer(401, { msg: 'Invalid API key' })
      const body = JSON.parse(text || '{}')
      const withoutPassword = ({ password: _, ...user }: StubUser) => user
      if (request.url === '/auth/v1/token?grant_type=password') {
        const user = users.find(({ email, password }) => email === body.email && password === body.password)
        if (!user)
          return answer(400, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
        if (!user.email_confirmed_at)
          return answer(400, { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' })
        return answer(200, {
          access_token: 'not-for-the-browser',
          refresh_token: 'neither',
          user: withoutPassword(user),
        })
      }
      if (request.method === 'POST' && request.url === '/auth/v1/admin/users') {
        if (users.some(({ email }) => email === body.email)) return answer(422, { error_code: 'email_exists' })
        const user = {
          id: `supabase-${users.length + 1}`,
          email: body.email,
          password: body.password,
          email_confirmed_at: null,
        }
        users.push(user)
        return answer(200, withoutPassword(user))
      }
      const user = users.find(({ id }) => request.method === 'PUT' && request.url === `/auth/v1/admin/users/${id}`)
      if (!user) return answer(404, {})
      if (body.password) user.password = body.password
      if (body.email_confirm) user.email_confirmed_at = '2026-01-01T00:00:00Z'
      return answer(200, withoutPassword(user))
    })
  })
}

it('lets Supabase check passwords, and keeps its own sessions', async () => {
  const users: StubUser[] = [
    {
      id: 'supabase-0',
      email: 'sue@example.com',
      password: 'plum tractor october',
      email_confirmed_at: '2026-01-01T00:00:00Z',
    },
  ]
  server = goTrue(users, 'a-service-key-of-the-test')
  kept = await openKept({
    KEPT_AUTH_PROVIDER: 'supabase',
    KEPT_SUPABASE_URL: await listen(server),
    KEPT_SUPABASE_KEY: 'a-service-key-of-the-test',
  })
  const visitor = new Visitor(kept.url)
  const login = (email: string, password: string) => visitor.post('/api/auth/login', { email, password })
  expect((await login('sue@example.com', 'wrong')).status).toBe(401)
  const answer = await login('sue@example.com', 'plum tractor october')
  expect(answer).toMatchObject({ status: 200, body: { user: { email: 'sue@example.com' } } })
  expect(JSON.stringify(answer.body) + visitor.cookieHeader()).not.toMatch(/not-for-the-browser|neither/)

  const signUp = { email: 'tom@example.com', password: 'violet engine harbor', full_name: 'Tom' }
  expect((await visitor.post('/api/auth/sign-up', signUp)).status).toBe(200)
  expect((await login('tom@example.com', signUp.password)).status).toBe(403)
  const { token } = await mailTo(kept.server.services, 'tom@example.com', /verify/i)
  expect((await visitor.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect(users.at(-1)?.email_confirmed_at).not.toBeNull()
  await visitor.post('/api/auth/forgot-password', { email: 'tom@example.com' })
  const reset = await mailTo(kept.server.services, 'tom@example.com', /Reset your Kept password/)
  await visitor.post('/api/auth/reset-password', { token: reset.token, password: 'marble engine harbor' })
  expect((await login('tom@example.com', signUp.password)).status).toBe(401)
  expect((await login('tom@example.com', 'marble engine harbor')).status).toBe(200)
})

it('reports that Supabase is configured but not available', async () => {
  kept = await openKept({ KEPT_AUTH_PROVIDER: 'supabase' })
  const credentials = { email: 'sue@example.com', password: 'x' }
  expect(await new Visitor(kept.url).post('/api/auth/login', credentials)).toMatchObject({
    status: 503,
    body: { message: 'Supabase client not available' },
  })
})
