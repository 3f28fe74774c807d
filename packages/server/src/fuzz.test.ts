/**
 * Every route with hostile input in its path, its query and its body. Every response is one of the catalog's, with our
 * own message, and in time. The requests are the same in every run.
 */
import { type AddressInfo, createServer } from 'node:net'
import { operatorPermissions } from '@kept/domain/permission.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import * as z from 'zod'
import { contractRoutes, type KnownRoute, rawRoutes } from './testing/every-route.ts'
import {
  hostileBodies,
  hostileJson,
  hostileText,
  placesIn,
  type Schema,
  sampleOf,
  seededRandom,
  writeAt,
} from './testing/hostile.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const REQUESTS_PER_ROUTE = 24
/** The total timeout of a request, as in Kept itself. */
const MAX_ANSWER_MS = 30_000
const AT_ONCE = 4

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

/** Texts of libraries, engines and the language: none of them may be shown. */
const LIBRARY_TEXT =
  /\bZod|Invalid (?:input|option|UUID|ISO|union|key)|received (?:undefined|null|string|number|array|object|NaN)|Unexpected (?:token|end)|in JSON at|DB::Exception|Code: \d+|syntax error|invalid input syntax|violates|relation "|column "|invalid byte sequence|ECONN|ENOENT|EISDIR|ERR_|TypeError|RangeError|SyntaxError|Cannot (?:read|convert|destructure|mix)|is not (?:a function|iterable|defined)|undefined is|\bat \S+\.(?:ts|js|mjs):\d|node:internal|Maximum call stack|\[object Object\]|Invalid time value|out of range for type/

interface Sent {
  method: string
  path: string
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** What is wrong with the response; undefined for a good one. */
async function faultOf({ method, path, body, headers }: Sent): Promise<string | undefined> {
  const started = performance.now()
  const request = `${method} ${path.slice(0, 200)} ${typeof body === 'string' ? body.slice(0, 300) : (body?.length ?? '')}`
  const signal = AbortSignal.timeout(MAX_ANSWER_MS)
  try {
    const response = await fetch(`${kept.url}${path}`, {
      method,
      ...(headers && { headers }),
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    const { status } = response
    if (status >= 500) return `${request}: ${status} ${text.slice(0, 200)}`
    if (status < 400) return undefined
    // A collector that speaks protobuf is answered with a message of that.
    const isProtobuf = response.headers.get('content-type')?.startsWith('application/x-protobuf')
    const message = isProtobuf ? text : messageOf(text)
    if (message === undefined) return `${request}: ${status} without a message: ${text.slice(0, 200)}`
    if (LIBRARY_TEXT.test(message)) return `${request}: ${status} ${message}`
    if (message.length > 2000) return `${request}: a message of ${message.length} characters`
    return undefined
  } catch (error) {
    return `${request}: ${(error as Error).name} after ${Math.round(performance.now() - started)} ms`
  }
}

function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** All errors, several requests at once; the order does not matter. */
async function findPageErrors(requests: Sent[]): Promise<string[]> {
  const waiting = [...requests]
  const errors: string[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const error = await faultOf(next)
      if (error) errors.push(error)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return errors
}

/** A user with permission: a request that is rejected by the guard would show nothing. */
async function headersFor({ needs }: KnownRoute): Promise<Record<string, string>> {
  if (needs === 'operator' || isOneOf(operatorPermissions, needs)) return kept.headers('own')
  return (await createTestUser(kept, { name: 'fuzz', in: 'own', role: 'admin' })).headers
}

const pick = <Item>(items: readonly Item[], random: () => number): Item =>
  items[Math.floor(random() * items.length)] as Item

function requestsOf(route: KnownRoute, headers: Record<string, string>, seed: number): Sent[] {
  const random = seededRandom(seed)
  const schema = route.input ? (z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  return Array.from({ length: REQUESTS_PER_ROUTE }, (_, nth) => {
    const sample = sampleOf(schema, nth)
    const values = (typeof sample === 'object' && sample !== null ? sample : {}) as Record<string, unknown>
    const hostilePath = inPath.length > 0 && nth % 4 === 0 ? pick(inPath, random) : undefined
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
      name === hostilePath ? pick(hostileText, random) || '%20' : encodeURIComponent(String(values[name] ?? 'a')),
    )
    const fields = Object.fromEntries(Object.entries(values).filter(([key]) => !inPath.includes(key)))
    if (!hasBody) return { method: route.method, path: `${path}?${hostileQuery(fields, random)}`, headers }
    const paths = placesIn(fields)
    // The last few are no JSON, or not said to be.
    const body = hostilePath
      ? JSON.stringify(fields)
      : nth >= REQUESTS_PER_ROUTE - 2
        ? pick(hostileBodies, random)
        : writeAt(fields, pick(paths, random), pick(hostileJson, random))
    const type = nth === REQUESTS_PER_ROUTE - 1 ? 'text/plain' : 'application/json'
    return { method: route.method, path, body, headers: { ...headers, 'content-type': type } }
  })
}

/** The query of a sample with one invalid parameter: a value, a list, an object. */
function hostileQuery(values: Record<string, unknown>, random: () => number): string {
  const keys = Object.keys(values)
  const spoiled = keys.length > 0 ? pick(keys, random) : 'a'
  const text = pick(hostileText, random)
  const shapes = [
    `${spoiled}=${text}`,
    `${spoiled}=${text}`,
    `${spoiled}=${text}&${spoiled}=b`,
    `${spoiled}[]=${text}`,
    `${spoiled}[a][b]=${text}`,
    `${spoiled}[__proto__][x]=${text}`,
    `__proto__=${text}&${spoiled}=a`,
  ]
  const otherFields = Object.entries(values)
    .filter(([key, value]) => key !== spoiled && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`)
  return [pick(shapes, random), ...otherFields].join('&')
}

describe('every route of the contract', () => {
  it('responds to hostile values with its own messages and in time', { timeout: 600_000 }, async () => {
    const errors: string[] = []
    for (const [index, route] of contractRoutes().entries())
      errors.push(...(await findPageErrors(requestsOf(route, await headersFor(route), index + 1))))
    expect(errors).toEqual([])
  })

  it('makes Kept call no address of this machine, in any field', { timeout: 600_000 }, async () => {
    let calls = 0
    const trap = createServer((socket) => {
      calls += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const { port } = trap.address() as AddressInfo
    const addresses = [`http://127.0.0.1:${port}/a`, `https://localhost:${port}`, `http://[::ffff:127.0.0.1]:${port}/`]
    const requests: Sent[] = []
    for (const route of contractRoutes()) {
      if (!route.input || route.method === 'GET' || route.method === 'DELETE') continue
      const headers = { ...(await headersFor(route)), 'content-type': 'application/json' }
      const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema
      const path = route.path.replaceAll(/\{\w+\}/g, '5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11')
      const bodies = new Set<string>()
      for (const [nth, address] of addresses.entries()) {
        const sample = sampleOf(schema, nth)
        for (const fieldPath of placesIn(sample)) bodies.add(writeAt(sample, fieldPath, JSON.stringify(address)))
      }
      requests.push(...[...bodies].map((body) => ({ method: route.method, path, body, headers })))
    }
    expect(requests.length).toBeGreaterThan(500)
    expect(await findPageErrors(requests)).toEqual([])
    trap.close()
    expect(calls).toBe(0)
  })

  it('rejects line breaks and control characters in names and titles', { timeout: 600_000 }, async () => {
    const accepted: string[] = []
    let fields = 0
    for (const route of contractRoutes()) {
      if (!route.input || route.method === 'GET' || route.method === 'DELETE') continue
      const sample = sampleOf(z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema)
      for (const fieldPath of placesIn(sample)) {
        const key = fieldPath.at(-1) ?? ''
        if (!/(?:^|_)(?:name|title)$/.test(key) || route.path.includes(`{${key}}`)) continue
        fields += 1
        for (const text of ['"a\\nb"', '"a\\u0007b"', '"a\\u202eb"']) {
          const result = route.input.safeParse(JSON.parse(writeAt(sample, fieldPath, text)))
          const issue = result.error?.issues.find(({ path }) => path.join('.') === fieldPath.join('.'))
          // A name out of a list is no text.
          if (issue?.code === 'invalid_value') continue
          if (issue?.message !== 'must be one line without control characters')
            accepted.push(`${route.method} ${route.path} ${fieldPath.join('.')}: ${text}`)
        }
      }
    }
    expect(fields).toBeGreaterThan(25)
    expect(accepted).toEqual([])
  })
})

describe('routes outside the contract', () => {
  const types = [
    'application/json',
    'application/x-protobuf',
    'text/csv',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'x',
    '',
  ]
  const names = [
    '..%2f..%2fetc%2fpasswd',
    '%00',
    'a%0d%0ab.csv',
    '%E2%80%AE',
    `${'a'.repeat(3000)}.csv`,
    'a.zip',
    'a.parquet',
    'a.json.gz',
  ]

  it('respond to hostile files and addresses with their own messages and in time', { timeout: 600_000 }, async () => {
    const errors: string[] = []
    for (const [index, route] of rawRoutes(kept.server.routes).entries()) {
      const random = seededRandom(1000 + index)
      const headers = await headersFor(route)
      const carries = route.method !== 'GET' && route.method !== 'DELETE'
      const requests = hostileBodies.map((body, nth): Sent => {
        const path = route.path.replaceAll(/\{\w+\}/g, () => (nth % 3 === 0 ? pick(hostileText, random) || '%20' : 'a'))
        const query = `name=${names[nth % names.length]}&${pick(['from', 'format', 'sort', 'q', 'columns', 'start_date'], random)}=${pick(hostileText, random)}`
        const packing: Record<string, string> =
          nth % 5 === 4 ? { 'content-encoding': pick(['gzip', 'br', 'zstd', 'x'], random) } : {}
        return {
          method: route.method,
          path: `${path}?${query}`,
          ...(carries && { body }),
          headers: { ...headers, ...(carries && { 'content-type': types[nth % types.length] || 'x' }), ...packing },
        }
      })
      errors.push(...(await findPageErrors(requests)))
    }
    expect(errors).toEqual([])
  })
})

describe('the sockets', () => {
  it.each(['/ws', '/client'])('outlive hostile messages: %s', async (path) => {
    const user = await createTestUser(kept, { name: 'fuzz-socket', in: 'own', role: 'admin' })
    const url = `${kept.url.replace('http', 'ws')}${path === '/ws' ? path : `${path}/${user.userId}`}`
    for (const message of [...hostileJson, ...hostileBodies]) {
      const socket = new WebSocket(url, { headers: user.headers })
      const messages: string[] = []
      socket.on('message', (data) => void messages.push(String(data)))
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      socket.on('error', () => undefined)
      socket.send(message)
      socket.send(typeof message === 'string' ? `{"type":"subscribe","channel":${message}}` : message)
      socket.close()
      await closed
      for (const answer of messages) expect(answer).not.toMatch(LIBRARY_TEXT)
    }
    const alive = await fetch(`${kept.url}/health`)
    expect(alive.status).toBe(200)
  })
})
