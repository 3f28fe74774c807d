/** Kept under a path of a host that it shares, behind a proxy that passes the path on, with and without TLS. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { smallBill } from './imports/testing/small-bill.ts'
import { type BalancingProxy, startBalancingProxy } from './testing/balancing-proxy.ts'
import { listen } from './testing/listen.ts'
import { mailTo } from './testing/mailbox.ts'
import { hasNginx, startNginx } from './testing/nginx-proxy.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let proxy: BalancingProxy | undefined
afterEach(async () => {
  await proxy?.close()
  proxy = undefined
  await kept?.close()
})

const password = 'plum tractor october'
const isBuilt = (name: string) => existsSync(fileURLToPath(new URL(`../../${name}/dist`, import.meta.url)))

it.for([
  {
    name: 'a plain proxy',
    start: startBalancingProxy,
    isThere: true,
    cookie: /^kept-signup=[\w-]+;.* Path=\/kept; HttpOnly/,
  },
  {
    name: 'nginx with TLS',
    start: () => startNginx({ tls: true }),
    isThere: hasNginx,
    cookie: /^__Secure-kept-signup=[\w-]+;.* Path=\/kept; HttpOnly; Secure/,
  },
])('signs in, uploads and listens below the path behind $name', async ({ start, isThere, cookie }, { skip }) => {
  skip(!isThere, 'nginx is not installed')
  const front = await start()
  proxy = front
  kept = await openKept({ KEPT_PUBLIC_URL: `${front.url}/kept`, KEPT_TRUST_PROXY: '127.0.0.1' })
  await front.add(kept.url)
  const ada = new Visitor(`${front.url}/kept`, { origin: front.url, 'sec-fetch-site': 'same-origin' })
  const person = { email: 'ada@example.com', password, full_name: 'Ada' }
  const signUp = await ada.post('/api/auth/sign-up', person)
  expect(signUp.status).toBe(200)
  expect(signUp.headers.getSetCookie()).toEqual(expect.arrayContaining([expect.stringMatching(cookie)]))
  const { link, token } = await mailTo(kept.server.services, person.email, /./)
  expect(link).toBe(`${front.url}/kept/auth/verify?token=${token}`)
  expect((await ada.post('/api/auth/verify-email', { token, password })).status).toBe(200)
  expect((await ada.post('/v1/organizations', { name: 'Acme' })).status).toBe(200)
  expect((await ada.get('/v1/me')).body).toMatchObject({ data: { user: { email: person.email } } })
  // A proxy that leaves the path out works as well, and another application's path is not ours.
  expect((await fetch(`${kept.url}/health`)).status).toBe(200)
  expect((await fetch(`${front.url}/keptother/v1/me`)).status).toBe(404)
  const uploaded = await fetch(`${front.url}/kept/v1/uploads?name=bill.csv`, {
    method: 'POST',
    headers: { cookie: ada.cookieHeader(), 'x-csrf-token': await ada.token(), 'user-agent': browser },
    body: smallBill([{ billed: '1' }]),
  })
  expect(uploaded.status).toBe(200)
  const socket = new WebSocket(`${front.url.replace('http', 'ws')}/kept/ws`, {
    headers: { cookie: ada.cookieHeader(), 'user-agent': browser, origin: front.url },
  })
  await once(socket, 'open')
  socket.terminate()
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

it('binds cookies to TLS and the path behind a TLS proxy', async () => {
  const settings = { KEPT_PUBLIC_URL: 'https://example.com/tools/kept/', KEPT_TRUST_PROXY: '127.0.0.1' }
  kept = await openKept(settings)
  const response = await fetch(`${kept.url}/tools/kept/api/auth/csrf-token`)
  expect(response.headers.get('strict-transport-security')).toContain('max-age')
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Secure-kept-csrf=[\w-]{43}; Path=\/tools\/kept; HttpOnly; Secure; SameSite=Lax$/),
  ])
})

it('returns from a provider to a page below the path', async () => {
  kept = await openKept({ KEPT_PUBLIC_URL: 'http://127.0.0.1:1/kept', KEPT_TRUST_PROXY: '127.0.0.1' })
  const response = await fetch(`${kept.url}/kept/api/auth/callback?state=x`, { redirect: 'manual' })
  expect(response.headers.get('location')).toBe('/kept/auth/login?error=state')
})

it.runIf(isBuilt('site') && isBuilt('web'))('serves the site and the dashboard below the path', async () => {
  const server = createServer()
  const address = await listen(server)
  server.close()
  kept = await openKept({ KEPT_PUBLIC_URL: `${address}/kept`, KEPT_TRUST_PROXY: '127.0.0.1' })
  for (const path of ['/', '/docs', '/auth/login', '/nothing-here']) {
    const page = await fetch(`${kept.url}/kept${path}`, { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect(html).toContain('<html data-base="/kept" ')
    const paths = [...html.matchAll(/<[a-z][^>]*\s(?:href|src|action)="(\/[^"]*)"/g)].map(([, address = '']) => address)
    expect(html).not.toContain('="./')
    expect(paths.length).toBeGreaterThan(2)
    expect(paths.filter((address) => !address.startsWith('/kept/'))).toEqual([])
    const script = paths.find((address) => address.endsWith('.js')) ?? ''
    expect((await fetch(`${kept.url}${script}`)).headers.get('content-type')).toContain('javascript')
  }
  const moved = await fetch(`${kept.url}/kept/docs/`, { redirect: 'manual', headers: { accept: 'text/html' } })
  expect(moved.headers.get('location')).toBe('/kept/docs')
})
