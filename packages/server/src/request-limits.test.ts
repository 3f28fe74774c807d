/** Limits of a request: its size, its structure, its time, and its share of common resources. */

import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { contractRoutes, rawRoutes } from './testing/every-route.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let world: World
let kept: TestKept
let admin: TestUser
/** Queries of this organization wait until they are released. */
let held: { organizationId: string; count: number; released: Promise<void> } | undefined
beforeAll(async () => {
  world = await openWorld()
  const { warehouse } = world
  const slow: World = {
    ...world,
    warehouse: {
      ...warehouse,
      async query(...question) {
        if (held && question[0].organizationId === held.organizationId) {
          held.count += 1
          await held.released
        }
        return warehouse.query(...question) as never
      },
    },
  }
  kept = await openKept({ KEPT_REQUEST_TIMEOUT_SECONDS: '1' }, { world: slow })
  await deliver(kept, smallBill([{ billed: '1' }]))
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
})
afterAll(async () => {
  await kept.close()
  await world.close()
})

interface Answer {
  status: number
  body: string
  headers: Record<string, unknown>
}

/** A request with a hand-written body; the response, or status 0 when the connection was closed without one. */
function send(
  method: string,
  path: string,
  headers: Record<string, string | number>,
  write: (part: (text: string | Buffer) => Promise<void>, end: () => void) => void,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = httpRequest(`${kept.url}${path}`, { method, headers, agent: false })
    let answered = false
    request.on('response', (response) => {
      answered = true
      let body = ''
      const done = () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers })
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', done).on('error', done)
    })
    request.on('error', () => {
      if (!answered) resolve({ status: 0, body: '', headers: {} })
    })
    // A part is written once the connection has taken it, so a slow reader holds its writer back.
    const part = (text: string | Buffer) => new Promise<void>((taken) => void request.write(text, () => taken()))
    write(part, () => void request.end())
  })
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send('POST', path, { ...json, ...headers }, (part, end) => {
    part(body)
    end()
  })

/** Posts a chunk again and again until the response or `atMostBytes`; how much of it the connection took. */
async function sendEndless(path: string, headers: Record<string, string>, chunk: Buffer, atMostBytes: number) {
  let writtenBytes = 0
  const answer = await send('POST', path, headers, async (part) => {
    for (; writtenBytes < atMostBytes; writtenBytes += chunk.length) await part(chunk)
  })
  return { answer, writtenBytes }
}

describe('the size of a body', () => {
  it('rejects an announced body that is too large before a byte of it is read', async () => {
    const announced = { ...json, 'content-length': 189_000_000 }
    const answer = await send('POST', '/api/auth/login', announced, (part) => part('{'))
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({
      code: 'too_large',
      message: 'The request is larger than 1 MB. Send smaller requests.',
    })
  })

  it.each(['/api/auth/login', '/v1/nothing-here', '/v1/operator/imports'])(
    'ends a body of unknown length at the limit: POST %s',
    async (path) => {
      const { answer, writtenBytes } = await sendEndless(path, json, Buffer.alloc(64 * 1024, 32), 64 * 1024 ** 2)
      expect([0, 404, 413]).toContain(answer.status)
      expect(writtenBytes).toBeLessThan(64 * 1024 ** 2)
    },
  )

  it('ends a remote-write of unknown length at its limit', async () => {
    const headers = { ...admin.headers, 'content-type': 'application/x-protobuf' }
    const path = '/v1/metrics/remote-write'
    const { answer, writtenBytes } = await sendEndless(path, headers, Buffer.alloc(1024 ** 2), 200 * 1024 ** 2)
    expect([0, 413]).toContain(answer.status)
    expect(writtenBytes).toBeLessThan(100 * 1024 ** 2)
  })

  it('applies to every route with a body', async () => {
    const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(({ method }) =>
      ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method),
    )
    expect(routes.length).toBeGreaterThan(100)
    const streams = [
      '/v1/uploads',
      '/v1/metrics/import',
      '/v1/loops/import',
      '/v1/developer-behavior/events/import',
      '/v1/resources/inventory/import',
    ]
    for (const { method, path } of routes) {
      const url = path.replaceAll(/\{[^}]+\}/g, 'x')
      const { status } = await send(method, url, { ...json, 'content-length': 70 * 1024 ** 2 }, (part) => part(' '))
      // Files may be as large as the upload limit; their sender is authenticated first.
      if (streams.includes(path)) expect([path, status]).toEqual([path, 401])
      else expect([path, status]).toEqual([path, 413])
    }
  })

  it('accepts more where a route declares it', async () => {
    const filler = ' '.repeat(2 * 1024 ** 2)
    const answer = await post('/v1/developer-behavior/events', `{"events":[]${filler}}`, admin.headers)
    expect(answer.status).toBe(400)
    expect(answer.body).not.toContain('too_large')
  })
})

describe('the structure of a body', () => {
  it.each([
    ['deep lists', `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested deeper than 32 levels/],
    ['deep objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, /nested deeper than 32 levels/],
    ['unclosed brackets', '['.repeat(500_000), /nested deeper than 32 levels/],
    ['very many values', `[${'1,'.repeat(400_000)}1]`, /has more than 200,000 values/],
    ['no JSON', '{"email": }', /^The body is not valid JSON/],
    ['a NUL character', '{"email":"a\\u0000b"}', /^email contains a NUL character; remove it\.$/],
    ['half a surrogate pair', '{"email":"\\ud800"}', /^email contains an incomplete Unicode character; remove it\.$/],
  ])('rejects %s in one sentence', async (_what, body, sentence) => {
    const answer = await post('/api/auth/login', body)
    expect([400, 413]).toContain(answer.status)
    expect(JSON.parse(answer.body).message).toMatch(sentence)
  })

  it('takes JSON only', async () => {
    const answer = await post('/api/auth/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(JSON.parse(answer.body).message).toBe('Send the body as JSON with the content type application/json.')
  })
})

describe('a body that is rejected unread', () => {
  it.each([
    ['/v1/developer-behavior/hooks/a/deliveries', 500_000],
    ['/v1/metrics/import?name=a.csv', 900_000],
    ['/v1/traces', 900_000],
  ])('does not block the next request on its connection: %s', async (path, bytes) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const statusOf = (method: string, to: string, body?: Buffer) =>
      new Promise<number>((resolve) => {
        const request = httpRequest(`${kept.url}${to}`, { method, agent, headers: { 'content-type': 'x' } })
        request.on('response', (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        })
        request.on('error', () => resolve(0))
        request.end(body)
      })
    expect(await statusOf('POST', path, Buffer.alloc(bytes))).toBeGreaterThanOrEqual(400)
    expect(await statusOf('GET', '/health')).toBe(200)
    agent.destroy()
  })
})

it('survives a sender that is rejected and disconnects in the middle of the body', async () => {
  const { port } = new URL(kept.url)
  for (const path of ['/v1/developer-behavior/hooks/a/deliveries', '/v1/metrics/import', '/v1/traces']) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: x\r\nContent-Length: 90000\r\n\r\nabc`),
      )
      socket.once('data', () => socket.destroy())
      socket.on('error', () => undefined).on('close', () => resolve())
    })
  }
  // An unhandled error event would end this process, and fail the run.
  await wait(200)
  expect((await fetch(`${kept.url}/health`)).status).toBe(200)
})

describe('the time of a request', () => {
  it('closes bodies that arrive too slowly, on routes of every kind', async () => {
    const trickle = (path: string, headers: Record<string, string | number>) =>
      send('POST', path, headers, (part) => {
        part('{')
        const timer = setInterval(() => part(' '), 200)
        setTimeout(() => clearInterval(timer), 20_000).unref()
      })
    const durations = await Promise.all([
      ...Array.from({ length: 20 }, () => trickle('/api/auth/login', json)),
      trickle('/api/auth/login', { ...json, 'content-length': 1000 }),
      trickle('/v1/nothing-here', json),
    ])
    for (const { status } of durations) expect([0, 404, 408]).toContain(status)
  })

  it('closes an upload that stops arriving, and continues a slow one', async () => {
    const stopped = send('POST', '/v1/uploads?name=a.csv', admin.headers, (part) => part('a,b\n'))
    expect((await stopped).status).toBe(0)
    const slow = send('POST', '/v1/uploads?name=a.csv', admin.headers, (part, end) => {
      let sentCount = 0
      const timer = setInterval(() => {
        part('a,b\n')
        sentCount += 1
        if (sentCount < 10) return
        clearInterval(timer)
        end()
      }, 300)
    })
    expect((await slow).status).toBe(200)
  })

  it('closes headers that arrive too slowly', async () => {
    const { port } = new URL(kept.url)
    const isClosed = new Promise<boolean>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n')
        const timer = setInterval(() => socket.write('X-A: b\r\n'), 200)
        socket.on('close', () => {
          clearInterval(timer)
          resolve(true)
        })
      })
      socket.on('error', () => undefined).resume()
    })
    expect(await isClosed).toBe(true)
  })
})

describe('the share of an organization', () => {
  const question = (headers: Record<string, string>) =>
    fetch(`${kept.url}/v1/costs/query`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({ group_by: ['service'], start_date: '2024-09-01', end_date: '2024-10-01' }),
    })

  it('serves another organization while none of a flood is served', async () => {
    const other = await createTestUser(kept, { name: 'other', in: 'other', role: 'admin' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const holding = { organizationId: world.scope.organizationId, count: 0, released }
    held = holding
    try {
      const flood = Array.from({ length: 60 }, () => question(admin.headers))
      // As many as one organization may run at once.
      await expect.poll(() => holding.count).toBe(6)
      expect((await question(other.headers)).status).toBe(200)
      expect(holding.count).toBe(6)
      release()
      const statuses = (await Promise.all(flood)).map(({ status }) => status)
      expect(new Set(statuses)).toEqual(new Set([200]))
    } finally {
      release()
      held = undefined
    }
  })

  it('rejects with 429 and Retry-After what does not fit into its queue, and serves others', async () => {
    const other = await createTestUser(kept, { name: 'other-too', in: 'other', role: 'admin' })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    held = { organizationId: world.scope.organizationId, count: 0, released }
    try {
      const flood = Array.from({ length: 300 }, () => question(admin.headers))
      // None of the flood is served yet, so what has a response is what did not fit.
      const refusal = await Promise.race(flood)
      expect(refusal.status).toBe(429)
      expect(refusal.headers.get('retry-after')).toBe('1')
      expect((await refusal.json()) as object).toMatchObject({
        code: 'too_many_requests',
        message: 'Too many requests at once. Wait for some of them to finish.',
      })
      expect((await question(other.headers)).status).toBe(200)
      release()
      const answers = await Promise.all(flood)
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    } finally {
      release()
      held = undefined
    }
  })
})

describe('/metrics', () => {
  it('adds no label for made-up paths', async () => {
    for (let index = 0; index < 50; index += 1) {
      await fetch(`${kept.url}/v1/made-up-${index}`)
      await fetch(`${kept.url}/made-up-${index}`)
      await fetch(`${kept.url}/v1/imports/made-up-${index}`)
    }
    const text = await (await fetch(`${kept.url}/metrics`)).text()
    expect(text).not.toContain('made-up')
    expect(text).toContain('route="/v1/imports/{id}"')
    expect(text).toContain('route="unmatched"')
  })

  it('asks the engines and the queue itself, without a request to /ready', async () => {
    const text = await (await fetch(`${kept.url}/metrics`)).text()
    expect(text).toContain('kept_engine_up{engine="postgres"} 1')
    expect(text).toContain('kept_engine_up{engine="clickhouse"} 1')
    expect(text).toMatch(/^kept_build_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(text).toMatch(/^kept_jobs_waiting\{job="sweep"\} 0$/m)
  })

  it.each([
    'attacker.test',
    'attacker.test:4480',
    '127.0.0.1.attacker.test',
    'localhost.attacker.test',
    '[::1].attacker.test',
  ])('is not read under the name %s', async (host) => {
    const answer = await send('GET', '/metrics', { host }, (_part, end) => end())
    expect(answer.status).toBe(403)
  })
})
