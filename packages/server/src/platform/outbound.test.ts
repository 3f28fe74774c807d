import { createServer, type Server } from 'node:http'
import { KeptError } from '@kept/domain/errors.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listen } from '../testing/listen.ts'
import { guardedDownload, guardedFetch } from './outbound.ts'

let server: Server
let port: string
let requestCount = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    requestCount += 1
    if (request.url === '/led-away') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (request.url === '/long') return void response.end(Buffer.alloc(5 * 1024 * 1024))
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => response.end(`${request.method} ${body}`))
  })
  port = new URL(await listen(server)).port
})
afterAll(() => void server.close())

async function reasonOf(asking: Promise<unknown>): Promise<unknown> {
  let error: unknown = await asking.then(
    () => undefined,
    (refused: unknown) => refused,
  )
  while (error instanceof Error && !(error instanceof KeptError) && error.cause) error = error.cause
  return error
}

it.each([
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0177.0.0.1',
  'http://127.0.0.1.',
  'http://①②⑦.0.0.1',
  'http://0',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://localhost',
])('does not connect to this machine as %s', async (spelling) => {
  const before = requestCount
  for (const request of [guardedFetch, guardedDownload]) {
    const reason = await reasonOf(request(`${spelling}:${port}/`, {}, []))
    expect(reason).toBeInstanceOf(KeptError)
    expect(String(reason)).toContain('is in a private network')
  }
  expect(requestCount).toBe(before)
})

it.each(['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'http://192.168.0.1', 'https://10.0.0.1'])(
  'sends nothing to %s',
  async (address) => {
    for (const request of [guardedFetch, guardedDownload])
      expect(await reasonOf(request(address, {}, []))).toBeInstanceOf(KeptError)
  },
)

it('rejects other protocols, and passwords in the URL', async () => {
  for (const address of ['file:///etc/passwd', 'ftp://example.com', 'https://user:word@example.com'])
    expect(await reasonOf(guardedFetch(address, {}, []))).toMatchObject({ code: 'bad_input' })
})

it('connects to what the operator allowed, by number and by name, and to nothing else', async () => {
  const body = JSON.stringify({ name: 'test' })
  for (const host of ['127.0.0.1', 'localhost']) {
    const response = await guardedFetch(`http://${host}:${port}/`, { method: 'POST', body }, ['127.0.0.1', '::1'])
    expect(await response.text()).toBe(`POST ${body}`)
  }
  expect(await reasonOf(guardedFetch(`http://127.0.0.1:${port}/`, {}, ['127.0.0.2']))).toBeInstanceOf(KeptError)
  // A connection opened while it was allowed is not reused when it is not.
  expect(await reasonOf(guardedFetch(`http://localhost:${port}/`, {}, []))).toBeInstanceOf(KeptError)
})

it('follows no redirect, and reads no endless response', async () => {
  const before = requestCount
  await expect(guardedFetch(`http://127.0.0.1:${port}/led-away`, {}, ['127.0.0.1'])).rejects.toThrow()
  expect(requestCount).toBe(before + 1)
  const long = await guardedFetch(`http://127.0.0.1:${port}/long`, {}, ['127.0.0.1'])
  await expect(long.text()).rejects.toThrow()
})
