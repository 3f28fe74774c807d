import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HookKindId } from '@kept/domain/behavior-hook.ts'
import { describe, expect, it } from 'vitest'
import { hookKindsById } from './hook-kinds.ts'
import type { Delivery, ProofTools } from './hook-proof.ts'
import { read, short } from './testing/read-all.ts'

const tools: ProofTools = {
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
  isSame: (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b)),
}
const received_at = '2026-09-01T08:00:00.000Z'
const delivery = (headers: Record<string, string>, body: string): Delivery => ({ headers, body, received_at })
const proven = (kind: HookKindId, headers: Record<string, string>, body = '{}', secret = 'secret') => {
  hookKindsById[kind].prove(delivery(headers, body), secret, tools)
  return true
}

describe('GitHub', () => {
  // The example of GitHub's own documentation.
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'
  const secret = "It's a Secret to Everybody"

  it('accepts the hash of the body, with any case of the header', () => {
    expect(proven('github', { 'X-Hub-Signature-256': signature }, 'Hello, World!', secret)).toBe(true)
    expect(proven('github', { 'x-hub-signature-256': signature }, 'Hello, World!', secret)).toBe(true)
  })
  it('rejects a changed body, another secret, and none', () => {
    expect(() => proven('github', { 'X-Hub-Signature-256': signature }, 'Hello, World.', secret)).toThrow(/signature/)
    expect(() => proven('github', { 'X-Hub-Signature-256': signature }, 'Hello, World!', 'other')).toThrow(/signature/)
    expect(() => proven('github', {}, 'Hello, World!', secret)).toThrow(/X-Hub-Signature-256 is missing/)
    expect(() => proven('github', { 'X-Hub-Signature-256': '' }, '', '')).toThrow(/X-Hub-Signature-256 is missing/)
  })
})

describe('GitLab', () => {
  const key = Buffer.alloc(32, 7)
  const secret = `whsec_${key.toString('base64')}`
  const signed = (body: string, seconds = Date.parse(received_at) / 1000) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`m1.${seconds}.${body}`).digest('base64')}`,
  })

  it('accepts a signature, also as one of several, or a token', () => {
    expect(proven('gitlab', signed('{}'), '{}', secret)).toBe(true)
    const bothHeaders = { ...signed('{}'), 'webhook-signature': `v1,AAAA ${signed('{}')['webhook-signature']}` }
    expect(proven('gitlab', bothHeaders, '{}', secret)).toBe(true)
    expect(proven('gitlab', { 'X-Gitlab-Token': 'secret' })).toBe(true)
  })
  it('rejects a changed, old or renumbered delivery, and a wrong signature with the right token', () => {
    expect(() => proven('gitlab', signed('{}'), '{ }', secret)).toThrow(/signature/)
    const old = Date.parse(received_at) / 1000 - 301
    expect(() => proven('gitlab', signed('{}', old), '{}', secret)).toThrow(/five minutes/)
    expect(() => proven('gitlab', { ...signed('{}'), 'webhook-id': 'm2' }, '{}', secret)).toThrow(/signature/)
    const wrongHeaders = { ...signed('{ }'), 'x-gitlab-token': secret }
    expect(() => proven('gitlab', wrongHeaders, '{}', secret)).toThrow(/signature/)
    expect(() => proven('gitlab', { 'x-gitlab-token': 'other' })).toThrow(/secret token/)
    expect(() => proven('gitlab', {})).toThrow(/Both webhook-signature/)
  })
})

it.each(['coder', 'codespaces', 'gitpod'] as const)('%s accepts the secret as a token or a password', (kind) => {
  const basic = `Basic ${Buffer.from('kept:secret').toString('base64')}`
  for (const authorization of ['Bearer secret', 'Splunk secret', basic]) {
    expect(proven(kind, { authorization })).toBe(true)
  }
  for (const authorization of ['Bearer other', 'Splunk', 'Basic c2VjcmV0', 'secret', '']) {
    expect(() => proven(kind, { authorization })).toThrow(/secret/)
  }
})

const textOf = (kind: HookKindId, headers: Record<string, string>, body: unknown) =>
  hookKindsById[kind].text(delivery(headers, typeof body === 'string' ? body : JSON.stringify(body)))

it('reads a GitHub delivery as JSON and as a form, and drops other headers', () => {
  const body = JSON.stringify({ repository: { full_name: 'acme/api', pushed_at: 1_788_242_400 } })
  const headers = { 'X-GitHub-Event': 'push', 'X-GitHub-Delivery': 'd1', Cookie: 'no' }
  const jsonText = textOf('github', headers, body)
  expect(jsonText).not.toContain('Cookie')
  const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
  expect(textOf('github', form, new URLSearchParams({ payload: body }).toString())).toBe(jsonText)
  expect(read(jsonText).events.map(short)).toEqual(['acme/api | commit | 2026-09-01T06:00:00Z | 0 | '])
  expect(() => textOf('github', headers, 'payload=1')).toThrow(/application\/json/)
})

it('reads a Coder notification, at the time it was received', () => {
  const body = (notification_name: string) => ({
    _version: '1.1',
    msg_id: `m-${notification_name}`,
    payload: {
      notification_name,
      user_username: 'ada',
      user_email: 'ada@example.com',
      labels: { workspace: 'dev-ada' },
      targets: ['w-1', 'u-1'],
    },
  })
  const readNotification = (name: string) => read(textOf('coder', {}, body(name)))
  expect(readNotification('Workspace Manually Updated').events.map(short)).toEqual([
    'w-1 | api_call | 2026-09-01T08:00:00Z | 0 | ada',
  ])
  expect(readNotification('Workspace Deleted').events.map(short)).toEqual([
    'w-1 | environment_deleted | 2026-09-01T08:00:00Z | 0 | ',
  ])
  expect(readNotification('User account created').ignored).toHaveLength(1)
  expect(hookKindsById.coder.deliveryId(delivery({}, JSON.stringify(body('x'))))).toBe('m-x')
})

it('reads the concatenated envelopes of an event collector', () => {
  const event = (name: string) => ({
    event: { action: 'codespaces.connect', actor: 'a}{', name, '@timestamp': 1_788_249_600_000, _document_id: name },
  })
  for (const seam of ['', '\n', ' ']) {
    const text = textOf(
      'codespaces',
      {},
      [event('one'), event('two')].map((record) => JSON.stringify(record)).join(seam),
    )
    expect(read(text).events.map(({ environment_id }) => environment_id)).toEqual(['one', 'two'])
  }
})
