/** Host names that resolve to forbidden addresses: the checked address is the one that is connected to. */

import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { KeptError } from '@kept/domain/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { listen } from '../testing/listen.ts'
import { guardedDownload, guardedFetch } from './outbound.ts'

const dnsMock = vi.hoisted(() => {
  // Files share their modules: what this one tests is imported again with its `dns`, and again without it after.
  vi.resetModules()
  return { answers: new Map<string, string[][]>(), queried: [] as string[] }
})
type Answered = (error: Error | null, addresses: LookupAddress[]) => void

vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (host: string, _options: object, answer: Answered) => {
    dnsMock.queried.push(host)
    const now = dnsMock.answers.get(host)?.shift() ?? []
    if (now.length === 0) return answer(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), [])
    answer(
      null,
      now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  },
}))

let server: Server
let port: string
let served = 0
beforeAll(async () => {
  server = createServer((_request, response) => {
    served += 1
    response.writeHead(200, { connection: 'close' }).end('here')
  })
  port = new URL(await listen(server)).port
})
afterAll(() => {
  server.close()
  vi.resetModules()
})
beforeEach(() => {
  dnsMock.answers.clear()
  dnsMock.queried.length = 0
  served = 0
})

async function reasonOf(asking: Promise<unknown>): Promise<unknown> {
  let error: unknown = await asking.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  while (error instanceof Error && !(error instanceof KeptError) && error.cause) error = error.cause
  return error
}

it.each([
  ['this machine', ['127.0.0.1']],
  ['a private network', ['10.1.2.3']],
  ['the cloud’s metadata', ['169.254.169.254']],
  ['a mapped IPv4 address', ['::ffff:10.1.2.3']],
  ['a NAT64 address', ['64:ff9b::a01:203']],
  ['a unique local address', ['fd12::1']],
  ['a link-local one', ['fe80::1']],
  ['a public and a private address', ['93.184.215.14', '192.168.1.1']],
])('does not connect to a name that resolves to %s', async (_what, addresses) => {
  for (const request of [guardedFetch, guardedDownload]) {
    dnsMock.answers.set('inside.example.com', [addresses])
    dnsMock.queried.length = 0
    const reason = await reasonOf(request(`http://inside.example.com:${port}/`, {}, []))
    expect(reason).toBeInstanceOf(KeptError)
    expect(String(reason)).toContain('inside.example.com is in a private network')
    expect([dnsMock.queried.length, served]).toEqual([1, 0])
  }
})

it('ignores a second, different resolution of a name', async () => {
  dnsMock.answers.set('rebinding.example.com', [['127.0.0.1'], ['10.9.9.9'], ['10.9.9.9']])
  const response = await guardedFetch(`http://rebinding.example.com:${port}/`, {}, ['127.0.0.1'])
  expect(await response.text()).toBe('here')
  // Resolved once: the checked address is the one that was connected to.
  expect([dnsMock.queried, served]).toEqual([['rebinding.example.com'], 1])
  // The next request resolves and checks again.
  expect(await reasonOf(guardedFetch(`http://rebinding.example.com:${port}/`, {}, ['127.0.0.1']))).toBeInstanceOf(
    KeptError,
  )
  expect(served).toBe(1)
})
