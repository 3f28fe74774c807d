import { listClientRoutes } from '@kept/contract/client-contract.ts'
import { matchRoutes } from '@kept/contract/match-route.ts'
import { describe, expect, test } from 'vitest'
import { createCsrf } from './csrf.ts'
import { ApiError } from './errors.ts'
import { createSend, type SendOptions } from './send.ts'

const url = 'http://kept.test/v1/me'

/** The responses in order; a function is thrown. */
function world(answers: (Response | (() => never))[], timeoutSeconds?: number) {
  const waits: number[] = []
  let requestCount = 0
  const send = createSend({
    timeoutSeconds,
    async fetch() {
      const answer = answers[requestCount++]
      if (!answer) throw new Error('asked too often')
      return typeof answer === 'function' ? answer() : answer
    },
    async wait(milliseconds) {
      waits.push(milliseconds)
    },
  })
  return { send, waits, requestCount: () => requestCount }
}

const offline = () => {
  throw new TypeError('Failed to fetch')
}
const body = (status: number, value: unknown) => new Response(JSON.stringify(value), { status })

describe('the one door', () => {
  test('no answer: again after 1, 2 and 4 s, then NETWORK_ERROR', async () => {
    const { send, waits } = world([offline, offline, offline, offline])
    await expect(send(new Request(url))).rejects.toMatchObject({ status: 0, code: 'NETWORK_ERROR' })
    expect(waits).toEqual([1000, 2000, 4000])
  })

  test('hides a temporary 5xx', async () => {
    const { send, waits } = world([body(503, { message: 'busy' }), new Response('{}')])
    expect((await send(new Request(url))).ok).toBe(true)
    expect(waits).toEqual([1000])
  })

  test("reports a client error at once, with the server's message", async () => {
    const { send, waits } = world([body(400, { code: 'bad_input', message: 'from: must be a date', request_id: 'r1' })])
    const error = await send(new Request(url)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, code: 'bad_input', message: 'from: must be a date', requestId: 'r1' })
    expect(waits).toEqual([])
  })

  test('uses the status for a response without a message', async () => {
    const { send } = world([new Response('<html>', { status: 404 })])
    await expect(send(new Request(url))).rejects.toThrow('HTTP 404')
  })

  test('an import is never started twice by itself', async () => {
    const { send, requestCount } = world([offline])
    await expect(send(new Request('http://kept.test/v1/imports', { method: 'POST' }))).rejects.toMatchObject({
      status: 0,
    })
    expect(requestCount()).toBe(1)
  })

  test('treats a repeated deletion with a lost response as done', async () => {
    const { send, waits } = world([offline, body(404, { code: 'not_found', message: 'Budget not found.' })])
    expect((await send(new Request('http://kept.test/v1/budgets/1', { method: 'DELETE' }))).ok).toBe(true)
    expect(waits).toEqual([1000])
    const first = world([body(404, { message: 'Budget not found.' })])
    await expect(first.send(new Request('http://kept.test/v1/budgets/1', { method: 'DELETE' }))).rejects.toThrow(
      'Budget not found.',
    )
  })

  test('reports TIMEOUT', async () => {
    const send = createSend({
      timeoutSeconds: 0.01,
      fetch: (request) =>
        new Promise((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason))),
      wait: async () => {},
    })
    await expect(send(new Request('http://kept.test/v1/imports', { method: 'POST' }))).rejects.toMatchObject({
      code: 'TIMEOUT',
    })
  })

  test('reports no error when the caller aborts', async () => {
    const controller = new AbortController()
    controller.abort(new DOMException('left', 'AbortError'))
    const { send } = world([offline])
    await expect(send(new Request(url, { signal: controller.signal }))).rejects.not.toBeInstanceOf(ApiError)
  })
})

/** Sends one request of the contract and loses its responses; returns how often it was sent, and with which keys. */
async function sendingsOf(method: string, path: string, answers: (() => Response | Promise<Response>)[]) {
  const sent: Request[] = []
  const findRoute = matchRoutes(listClientRoutes())
  const send = createSend({
    async fetch(request) {
      sent.push(request)
      return (answers[sent.length - 1] ?? offline)()
    },
    wait: async () => undefined,
    idempotencyOf: (requestMethod, address) => findRoute(requestMethod, address)?.idempotency,
  })
  const hasBody = method !== 'GET'
  const request = new Request(`http://kept.test${path}`, { method, ...(hasBody && { body: '{"a":1}' }) })
  const outcome = await send(request).then(
    (response) => response.status,
    (error: ApiError) => error.code,
  )
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  return {
    outcome,
    times: sent.length,
    keys: new Set(keys),
    bodies: await Promise.all(sent.map((sentRequest) => sentRequest.text())),
  }
}

describe('idempotent requests', () => {
  test.each([
    ['GET', '/v1/me', 4, false],
    ['PUT', '/v1/users/1/permissions', 4, false],
    ['PATCH', '/api/users/1', 4, false],
    ['DELETE', '/api/users/1', 4, false],
    ['POST', '/v1/costs/query', 4, false],
    ['POST', '/v1/notifications/read', 4, false],
    ['POST', '/v1/users/invite', 4, true],
    ['POST', '/v1/imports/6f0c7c1e-4f0e-4d0b-9a55-0f6d1f3f7a11/undo', 4, true],
    ['POST', '/api/auth/login', 1, false],
    ['POST', '/v1/organizations', 1, false],
    ['POST', '/v1/uploads', 1, false],
  ])('%s %s is sent %i times, with a key: %s', async (method, path, times, keyed) => {
    const { outcome, keys, ...sent } = await sendingsOf(method, path, [])
    expect({ outcome, times: sent.times }).toEqual({ outcome: 'NETWORK_ERROR', times })
    expect([...keys]).toEqual([keyed ? expect.stringMatching(/^[0-9a-f]{32}$/) : null])
    expect(new Set(sent.bodies).size).toBe(1)
  })

  test('each request has its own key, and a given key is used unchanged', async () => {
    const [first, second] = [await sendingsOf('POST', '/v1/api-keys', []), await sendingsOf('POST', '/v1/api-keys', [])]
    expect(first.keys).not.toEqual(second.keys)
    const sent: (string | null)[] = []
    const send = createSend({
      async fetch({ headers }) {
        sent.push(headers.get('idempotency-key'))
        return sent.length < 2 ? offline() : new Response('{}')
      },
      wait: async () => undefined,
    })
    await send(new Request('http://kept.test/v1/anything', { method: 'POST', headers: { 'idempotency-key': 'mine' } }))
    expect(sent).toEqual(['mine', 'mine'])
  })

  test('waits for a running first attempt, but fails for a key of another request', async () => {
    const conflict = (reason: string) => () => body(409, { code: 'conflict', message: reason, details: { reason } })
    const underWay = conflict('idempotency_in_progress')
    const done = () => new Response('{}')
    expect(await sendingsOf('POST', '/v1/api-keys', [offline, underWay, done])).toMatchObject({
      outcome: 200,
      times: 3,
    })
    expect(await sendingsOf('POST', '/v1/api-keys', [conflict('idempotency_key_reused')])).toMatchObject({ times: 1 })
  })

  test('4xx never, whatever the method', async () => {
    for (const status of [400, 404, 409, 422, 429]) {
      const { send, waits } = world([body(status, {})])
      await expect(send(new Request(url))).rejects.toMatchObject({ status })
      expect(waits).toEqual([])
    }
  })
})

describe('expired sessions', () => {
  function guarded(answers: Response[], alive: boolean, options: Partial<SendOptions> = {}) {
    const seen: Request[] = []
    let renewals = 0
    const send = createSend({
      async fetch(request) {
        seen.push(request)
        const answer = answers[seen.length - 1]
        if (!answer) throw new Error('asked too often')
        return answer
      },
      wait: async () => {},
      async renew() {
        renewals += 1
        return alive
      },
      ...options,
    })
    return { send, seen, renewals: () => renewals }
  }

  test('401: renews once and repeats the request', async () => {
    const { send, seen, renewals } = guarded([body(401, {}), new Response('{}')], true)
    expect((await send(new Request(url))).ok).toBe(true)
    expect([seen.length, renewals()]).toEqual([2, 1])
  })

  test('401 twice: no third attempt', async () => {
    const { send, seen, renewals } = guarded([body(401, {}), body(401, {})], true)
    await expect(send(new Request(url))).rejects.toMatchObject({ status: 401 })
    expect([seen.length, renewals()]).toEqual([2, 1])
  })

  test('403 of a signed-in user is passed on', async () => {
    const { send, seen, renewals } = guarded([body(403, { message: 'Your role may not do this.' })], true)
    await expect(send(new Request(url))).rejects.toThrow('Your role may not do this.')
    expect([seen.length, renewals()]).toEqual([1, 1])
  })

  test('without a session to renew, the error is passed on without a retry', async () => {
    for (const status of [401, 403]) {
      const { send, seen } = guarded([body(status, {})], false)
      await expect(send(new Request(url))).rejects.toMatchObject({ status })
      expect(seen).toHaveLength(1)
    }
  })

  test('a wrong password is not an expired session', async () => {
    const { send, renewals } = guarded([body(401, { message: 'Wrong email or password.' })], true)
    await expect(send(new Request('http://kept.test/api/auth/login', { method: 'POST' }))).rejects.toThrow('Wrong')
    expect(renewals()).toBe(0)
  })

  test('writes send the CSRF token; a stale one is refetched once', async () => {
    let fetched = 0
    const csrf = createCsrf(async () => {
      fetched += 1
      return `token ${fetched}`
    })
    const stale = body(403, { code: 'forbidden', details: { reason: 'csrf' } })
    const { send, seen, renewals } = guarded([stale, new Response('{}'), new Response('{}')], true, { csrf })
    await send(new Request('http://kept.test/v1/imports', { method: 'POST', body: '{"a":1}' }))
    expect(seen.map((request) => request.headers.get('x-csrf-token'))).toEqual(['token 1', 'token 2'])
    expect(await seen[1]?.text()).toBe('{"a":1}')
    expect(renewals()).toBe(0)
    await send(new Request(url))
    expect(seen[2]?.headers.has('x-csrf-token')).toBe(false)
  })

  test('without a CSRF token nothing is sent, and the error is the one of the catalog', async () => {
    const { send, seen } = guarded([], true, { csrf: createCsrf(async () => undefined) })
    await expect(send(new Request('http://kept.test/v1/imports', { method: 'POST' }))).rejects.toThrow(
      'CSRF token not available. Please refresh the page and try again.',
    )
    expect(seen).toEqual([])
  })

  test('the bearer token is sent to the given paths only', async () => {
    const { send, seen } = guarded([new Response('{}'), new Response('{}')], true, {
      bearer: (path) => (path.startsWith('/v1/') ? 'abc' : undefined),
    })
    await send(new Request(url))
    await send(new Request('http://kept.test/api/auth/session'))
    expect(seen.map((request) => request.headers.get('authorization'))).toEqual(['Bearer abc', null])
  })
})
