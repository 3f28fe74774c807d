import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listen } from '../../testing/listen.ts'
import { Visitor } from '../../testing/visitor.ts'
import { openKept, type TestKept } from '../../testing.ts'

let kept: TestKept
let gitHub: Server
/** The responses of the GitHub stub, and the requests it received. */
let emails: { email: string; primary: boolean; verified: boolean }[]
let requestedQuery: URLSearchParams | undefined

beforeAll(async () => {
  gitHub = createServer((request, response) => {
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/login/oauth/access_token') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        requestedQuery = new URLSearchParams(body)
        if (requestedQuery.get('code') === 'good')
          answer({ access_token: 'of-the-test', token_type: 'bearer', scope: 'read:user,user:email' })
        else answer({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' })
      })
      return
    }
    if (request.headers.authorization !== 'Bearer of-the-test') return void response.writeHead(401).end()
    if (request.url === '/api/v3/user')
      return void answer({ id: 42, login: 'octo', name: null, avatar_url: 'https://avatars.example/42' })
    if (request.url === '/api/v3/user/emails') return void answer(emails)
    response.writeHead(404).end()
  })
  kept = await openKept({
    KEPT_GITHUB_URL: await listen(gitHub),
    KEPT_GITHUB_CLIENT_ID: 'kept',
    KEPT_GITHUB_CLIENT_SECRET: 'a-secret-of-the-test',
  })
})
afterAll(async () => {
  await kept.close()
  gitHub.close()
})
beforeEach(() => {
  emails = [
    { email: 'second@example.com', primary: false, verified: true },
    { email: 'octo@example.com', primary: true, verified: true },
  ]
})

async function comeBack(code: string) {
  const visitor = new Visitor(kept.url)
  const url = new URL((await visitor.post('/api/auth/oauth', { provider: 'github' })).body.url)
  const state = url.searchParams.get('state')
  const landed = await visitor.get(`/api/auth/callback?code=${code}&state=${encodeURIComponent(state ?? '')}`)
  return { visitor, url, location: landed.headers.get('location') }
}

it('signs in with the primary address', async () => {
  const { visitor, url, location } = await comeBack('good')
  expect(url.pathname).toBe('/login/oauth/authorize')
  expect(url.searchParams.get('scope')).toBe('read:user user:email')
  expect(requestedQuery?.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  expect(location).toBe('/onboarding')
  expect((await visitor.get('/api/auth/session')).body.user).toMatchObject({
    email: 'octo@example.com',
    full_name: 'octo',
    avatar_url: 'https://avatars.example/42',
  })
})

it('recognizes the user by GitHub’s id when the address there changes', async () => {
  emails = [{ email: 'renamed@example.com', primary: true, verified: true }]
  const { visitor } = await comeBack('good')
  expect((await visitor.get('/api/auth/session')).body.user.email).toBe('octo@example.com')
})

it('rejects an address that GitHub has not verified, and a wrong code', async () => {
  await kept.world.database.pool.query('DELETE FROM account')
  emails = [{ email: 'octo@example.com', primary: true, verified: false }]
  expect((await comeBack('good')).location).toBe('/auth/login?error=email_unverified')
  expect((await comeBack('bad')).location).toBe('/auth/login?error=failed')
})
