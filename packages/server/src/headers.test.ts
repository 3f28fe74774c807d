/** Headers of every response, and rejected HTTP requests. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractRoutes } from './testing/every-route.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let headers: Record<string, string>
beforeAll(async () => {
  kept = await openKept()
  headers = (await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })).headers
})
afterAll(() => kept.close())

const answers: [what: string, method: string, path: string][] = [
  ['an answer', 'GET', '/v1/budgets'],
  ['a mistake', 'GET', '/v1/costs/dimensions/nothing/values'],
  ['a missing address', 'GET', '/v1/nothing-here'],
  ['a refused body', 'POST', '/v1/budgets'],
  ['a path that cannot be decoded', 'GET', '/v1/%ff'],
  ['an unknown query parameter', 'GET', '/v1/budgets?x=1'],
  ['health', 'GET', '/health'],
  ['a file as CSV', 'GET', '/v1/users/export?format=csv'],
]

describe('every answer', () => {
  it.each(answers)(
    'has a type, cannot be framed, and cannot be read by another origin: %s',
    async (_what, method, path) => {
      const response = await fetch(`${kept.url}${path}`, { method, headers: { ...headers, origin: kept.url } })
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('content-type')).toMatch(/^(?:application\/json|text\/csv)/)
      if (path.startsWith('/v1')) expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('server')).toBeNull()
      expect(response.headers.get('x-powered-by')).toBeNull()
    },
  )

  it('is a download where it is a file, never a page', async () => {
    const response = await fetch(`${kept.url}/v1/users/export?format=csv`, { headers })
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
  })
})

describe('reading', () => {
  it('changes nothing: writes are not GET requests', () => {
    const reading = contractRoutes().filter(({ method }) => method === 'GET')
    expect(reading.length).toBeGreaterThan(50)
    // Lists that only those who look after them may read; every other route that needs the right to write is no GET.
    expect(reading.filter(({ needs }) => /:(?:write|import|operate)$/.test(needs)).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/v1/connections', '/v1/api-keys']),
    )
    const verbs = /\/(?:run|test|undo|start|stop|switch|accept|confirm|cancel|verify|leave|revoke|rotate)$/
    // Checks the chain and changes nothing.
    const checks = '/v1/security/{organization}/audit-logs/verify'
    expect(reading.map(({ path }) => path).filter((path) => path.startsWith('/v1') && verbs.test(path))).toEqual([
      checks,
    ])
  })
})

describe('HTTP', () => {
  const raw = (request: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = connect(Number(new URL(kept.url).port), '127.0.0.1', () => socket.write(request))
      socket.on('data', (chunk) => {
        answer += String(chunk)
      })
      socket.on('error', () => undefined).on('close', () => resolve(answer))
      setTimeout(() => socket.destroy(), 60_000).unref()
    })

  it('is rejected with both a length and chunks', async () => {
    const request =
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('is rejected with a line break inside a header', async () => {
    expect(await raw('GET /health HTTP/1.1\r\nHost: a\r\nX-A: b\nX-B\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('has no TRACE', async () => {
    const answer = await raw('TRACE /health HTTP/1.1\r\nHost: a\r\nX-Secret: seen\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 (?:400|404|405) /)
    expect(answer).not.toContain('seen')
  })

  it.each([
    '/.git/config',
    '/.env',
    '/package.json',
    '/packages/server/src/main.ts',
    '/index.html',
    '/addresses.json',
    '/assets/',
    '/assets/..%2f..%2fpackage.json',
    '/site/..%2f..%2f..%2fpackage.json',
    '/..%2f..%2fpackage.json',
  ])('serves no file of the installation: %s', async (path) => {
    const response = await fetch(`${kept.url}${path}`)
    expect([400, 404]).toContain(response.status)
    expect(await response.text()).not.toMatch(/"workspaces"|import \{|\[core\]/)
  })

  it('refuses a parameter of the path in the query', async () => {
    const created = await fetch(`${kept.url}/v1/budgets`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'One', period: 'monthly', amount: '1', currency: 'USD' }),
    })
    const { data } = (await created.json()) as { data: { id: string } }
    const other = '5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11'
    const missing = await fetch(`${kept.url}/v1/budgets/${other}?id=${data.id}`, { method: 'DELETE', headers })
    expect(missing.status).toBe(400)
    expect(await missing.json()).toMatchObject({
      message: 'The query parameter "id" is not known. This endpoint has no query parameters.',
    })
  })
})
