/**
 * The authorisation matrix: every route there is, asked by everybody there is, over real HTTP. What should happen is
 * worked out from what each route declares; what does happen is told by the guard's own words.
 */
import { randomUUID } from 'node:crypto'
import {
  apiKeyPermissions,
  operatorPermissions,
  type Permission,
  type Role,
  rolePermissions,
} from '@kept/domain/permission.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractRoutes, type KnownRoute, rawRoutes } from './testing/every-route.ts'
import { plantFinding } from './testing/plant.ts'
import { plantAction, plantStatement } from './testing/plant-savings.ts'
import { type Being, be } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

type Outcome = 'admitted' | 'sign in first' | 'not this role' | 'not this key' | 'people only' | 'operator only'

interface Caller {
  name: string
  permissions: readonly Permission[]
  /** A human being with a session. */
  person: boolean
  /** Of a session begun anew: signing out must not spoil the next request. */
  headers(): Promise<Record<string, string>>
}

let kept: TestKept
let callers: Caller[]
beforeAll(async () => {
  kept = await openKept()
  // The demo is let in, but not seeded: its bill is not what is asked about.
  kept.server.services.config.demo = true
  const demo = await kept.world.database.shared
    .insertInto('organization')
    .values({ slug: 'demo', name: 'Demo', demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const person = (name: string, role: Role): Caller => ({
    name,
    permissions: rolePermissions[role],
    person: true,
    headers: async () => (await be(kept, { name, in: 'own', role })).headers,
  })
  const admin = await be(kept, { name: 'keeper', in: 'own', role: 'admin' })
  const key = async (name: string, scopes: Permission[]): Promise<Caller> => {
    const { data } = await admin.client.apiKeys.create({ name, scopes })
    return { name, permissions: scopes, person: false, headers: async () => ({ authorization: `Bearer ${data.key}` }) }
  }
  callers = [
    { name: 'a stranger', permissions: [], person: false, headers: async () => ({}) },
    person('user', 'user'),
    person('billing_admin', 'billing_admin'),
    person('admin', 'admin'),
    {
      name: 'somebody of no organisation',
      permissions: [],
      person: true,
      headers: async () => (await be(kept, { name: 'loner', in: null })).headers,
    },
    await key('a key with every scope', [...apiKeyPermissions]),
    await key('a key with one scope', ['notifications:read']),
    ...(['demo-client', 'demo-admin'] as const).map((name): Caller => {
      const role = name === 'demo-admin' ? 'admin' : 'user'
      const where = { organizationId: demo.id }
      const at = 'demo.kept.invalid'
      return {
        name,
        // The demo's admin is shown what operators see, of the demo alone.
        permissions: [...rolePermissions[role], ...(role === 'admin' ? operatorPermissions : [])],
        person: true,
        headers: async () => (await be(kept, { name, in: where, role, demo: true, at })).headers,
      }
    }),
  ]
})
afterAll(() => kept.close())

function expected({ needs }: KnownRoute, { name, permissions, person }: Caller): Outcome {
  const nobody = name === 'a stranger'
  const nowhere = name === 'somebody of no organisation'
  if (needs === 'public' || needs === 'metrics') return 'admitted'
  if (needs === 'operator') return 'operator only'
  if (nobody) return 'sign in first'
  if (needs === 'person') return person ? 'admitted' : 'people only'
  if (nowhere) return 'sign in first'
  if (needs === 'signed_in' || needs === 'contract') return 'admitted'
  if (permissions.includes(needs)) return 'admitted'
  if ((operatorPermissions as readonly Permission[]).includes(needs)) return 'operator only'
  return person ? 'not this role' : 'not this key'
}

async function ask(route: KnownRoute, headers: Record<string, string>): Promise<Outcome> {
  const path = route.path.replaceAll(/\{\w+\}/g, () => randomUUID())
  const { status, message } = await send(route.method, path, headers)
  expect(status, `${route.method} ${route.path}: ${message}`).toBeLessThan(500)
  if (/^Please sign in first/.test(message)) return 'sign in first'
  if (/^Your role \(/.test(message)) return 'not this role'
  if (/^(?:This API key does not have the scope|No API key can do this)/.test(message)) return 'not this key'
  if (/^Only a person who signed in may do this, no API key/.test(message)) return 'people only'
  if (/^Only the operator/.test(message)) return 'operator only'
  return 'admitted'
}

async function send(method: string, path: string, headers: Record<string, string>, body: unknown = {}) {
  const carries = method !== 'GET' && method !== 'DELETE'
  const response = await fetch(`${kept.url}${path}`, {
    method,
    headers: { ...headers, ...(carries && { 'content-type': 'application/json' }) },
    redirect: 'manual',
    ...(carries && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const parsed: { message?: string } = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, message: parsed.message ?? '', text }
}

describe('every route, every role', () => {
  it('sees routes beside the contract too, and knows what each needs', () => {
    const raw = rawRoutes(kept.server.routes)
    expect(contractRoutes().length).toBeGreaterThan(50)
    expect(raw.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/v1/uploads',
        '/v1/costs/query.csv',
        '/v1/users/export',
        '/v1/users/import',
        '/metrics',
      ]),
    )
    // Whatever is served outside the contract's four addresses was declared one by one.
    const handedOver = kept.server.routes.filter(({ needs }) => needs === 'contract').map(({ path }) => path)
    expect([...new Set(handedOver)].sort()).toEqual(['/api/*', '/health', '/ready', '/v1/*'])
  })

  it('lets pass exactly who may', async () => {
    const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)]
    const wrong: string[] = []
    for (const caller of callers) {
      let headers = await caller.headers()
      for (const route of routes) {
        // What the door does to a session must not be met by the next request.
        if (route.path.startsWith('/api/auth/')) headers = await caller.headers()
        const got = await ask(route, headers)
        if (route.path.startsWith('/api/auth/')) headers = await caller.headers()
        const wanted = expected(route, caller)
        if (got !== wanted) wrong.push(`${route.method} ${route.path} by ${caller.name}: ${got}, not ${wanted}`)
      }
    }
    expect(wrong).toEqual([])
    // A bound for what hangs: every route times every caller is many requests on a busy machine.
  }, 600_000)
})

/** Of each kind of thing that stands in an address: one of the organisation's own, made for the asking. */
describe('things of another organisation', () => {
  let own: Being
  let other: Being
  beforeAll(async () => {
    own = await be(kept, { name: 'own-boss', in: 'own', role: 'admin' })
    other = await be(kept, { name: 'other-boss', in: 'stranger', role: 'admin' })
  })

  type Make = (who: Being, at: 'own' | 'stranger') => Promise<Record<string, string>>
  const scopeOf = (at: 'own' | 'stranger') => (at === 'own' ? kept.world.scope : kept.world.stranger)
  const organizationOf: Make = async (_, at) => ({ id: scopeOf(at).organizationId })
  const member: Make = async (_, at) => {
    const { userId, sessionId } = await be(kept, { name: `m-${randomUUID().slice(0, 8)}`, in: at })
    return { id: userId, sessionId }
  }
  const invitation: Make = async (who) => {
    const { data } = await who.client.users.invite({ email: `${randomUUID()}@example.com` })
    return { id: data.id }
  }
  const key: Make = async (who) => {
    const { data } = await who.client.apiKeys.create({ name: 'k', scopes: ['costs:read'] })
    return { id: data.id }
  }
  const provider: Make = async (who, at) => {
    const id = scopeOf(at).organizationId
    const name = randomUUID()
    const settings = { issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['example.com'] }
    const { data } = await who.client.organizations.addIdentityProvider({ id, name, ...settings })
    return { id, provider_id: data.id }
  }
  const delivery: Make = async (_, at) => {
    const { id } = await kept.world.database.scoped(scopeOf(at), (tx) =>
      tx
        .insertInto('import')
        .values({
          organization_id: scopeOf(at).organizationId,
          status: 'done',
          sources: '[]',
          inputs: '[]',
          progress: JSON.stringify({
            stage: 'done',
            rows_read: 0,
            rows_per_second: 0,
            bytes_read: 0,
            bytes_total: 0,
            seconds_left: null,
          }),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return { id }
  }

  const previewed: Make = async (who) => {
    const file = `email\n${randomUUID()}@example.com\n`
    const response = await fetch(`${kept.url}/v1/users/import?name=p.csv`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'text/csv' },
      body: file,
    })
    const { data } = (await response.json()) as { data: { id: string } }
    return { id: data.id }
  }
  const schedule = { zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  const channel: Make = async (who) => {
    const typed = { kind: 'email' as const, recipients: ['a@example.com'], to_owners: false }
    const { data } = await who.client.alerts.addChannel({ name: randomUUID(), schedule, typed })
    return { id: data.id }
  }
  const alertRule: Make = async (who) => {
    const { data } = await who.client.alerts.addRule({ name: randomUUID(), kinds: ['loop'] })
    return { id: data.id }
  }
  const alertDelivery: Make = async (who, at) => {
    const { id } = await channel(who, at)
    const { data } = await who.client.alerts.testChannel({ id: id ?? '' })
    return { id: data.id }
  }
  const finding: Make = async (_, at) => ({ id: await plantFinding(kept.world.database, scopeOf(at)) })

  const hook: Make = async (who) => ({
    id: (await who.client.behaviorHooks.create({ kind: 'github', name: 'h' })).data.id,
  })

  const action: Make = async (_, at) => ({ id: await plantAction(kept.world.database, scopeOf(at)) })
  const statement: Make = async (_, at) => ({ id: await plantStatement(kept.world.database, scopeOf(at)) })

  /** `own` is the proof that the call as made here would have worked: its answers are never "not found" or "forbidden". */
  const calls: Record<string, { make: Make; body?: unknown }> = {
    'PATCH /api/users/{id}': { make: member, body: { role: 'billing_admin' } },
    'DELETE /api/users/{id}': { make: member },
    'GET /v1/users/{id}': { make: member },
    'GET /v1/users/{id}/permissions': { make: member },
    'PUT /v1/users/{id}/permissions': { make: member, body: { allow: [], deny: ['costs:import'] } },
    'GET /v1/users/{id}/activity': { make: member },
    'GET /v1/users/{id}/sessions': { make: member },
    'DELETE /v1/users/{id}/sessions/{sessionId}': { make: member },
    'DELETE /v1/users/invitations/{id}': { make: invitation },
    'POST /v1/users/invitations/{id}/resend': { make: invitation, body: {} },
    'POST /v1/users/import/{id}/commit': { make: previewed, body: {} },
    'PATCH /v1/alerts/rules/{id}': { make: alertRule, body: { min_severity: 'high' } },
    'DELETE /v1/alerts/rules/{id}': { make: alertRule },
    'PATCH /v1/alerts/channels/{id}': { make: channel, body: { enabled: false } },
    'DELETE /v1/alerts/channels/{id}': { make: channel },
    'POST /v1/alerts/channels/{id}/test': { make: channel, body: {} },
    'GET /v1/alerts/deliveries/{id}': { make: alertDelivery },
    'POST /v1/alerts/deliveries/{id}/retry': { make: alertDelivery, body: {} },
    'DELETE /v1/api-keys/{id}': { make: key },
    'POST /v1/api-keys/{id}/rotate': { make: key, body: {} },
    'GET /v1/organizations/{id}': { make: organizationOf },
    'PATCH /v1/organizations/{id}': { make: organizationOf, body: { name: 'Renamed' } },
    'GET /v1/organizations/{id}/identity-providers': { make: organizationOf },
    'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': { make: provider, body: { enabled: false } },
    'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': { make: provider },
    'GET /v1/imports/{id}': { make: delivery },
    'POST /v1/imports/{id}/cancel': { make: delivery, body: {} },
    'POST /v1/imports/{id}/undo': { make: delivery, body: {} },
    'POST /v1/cost-optimization/recommendations/{id}/dismiss': { make: finding, body: { reason: 'no' } },
    'POST /v1/cost-optimization/recommendations/{id}/reopen': { make: finding, body: {} },
    'GET /v1/savings/actions/{id}': { make: action },
    'POST /v1/savings/actions/{id}/withdraw': { make: action, body: { reason: 'a mistake' } },
    'GET /v1/savings/statements/{id}': { make: statement },
    'POST /v1/developer-behavior/hooks/{id}/rotate': { make: hook, body: {} },
    'DELETE /v1/developer-behavior/hooks/{id}': { make: hook },
    'GET /v1/imports/{id}/set-aside': { make: delivery },
    'GET /v1/imports/{id}/set-aside.csv': { make: delivery },
  }

  it.each(Object.keys(calls))('%s', async (name) => {
    const call = calls[name]
    const [method = '', path = ''] = name.split(' ')
    if (!call) throw new Error(`no call for ${name}`)
    const fill = (values: Record<string, string>) =>
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? '')
    const foreign = await send(method, fill(await call.make(other, 'stranger')), own.headers, call.body)
    expect([403, 404], foreign.text).toContain(foreign.status)
    const mine = await send(method, fill(await call.make(own, 'own')), own.headers, call.body)
    // Its state may forbid it (a delivery that is done cannot be cancelled); that it is there and mine is what is asked.
    expect([200, 409, 429], mine.text).toContain(mine.status)
  })

  /** What stands in these addresses is no row of an organisation, or is asked about below or beside its feature. */
  const elsewhere = [
    'GET /v1/costs/dimensions/{name}/values', // a column's name
    'POST /v1/reports/{id}/run', // a report's name
    'GET /v1/security/{organization}/api-keys',
    'POST /v1/security/{organization}/api-keys',
    'DELETE /v1/security/{organization}/api-keys/{id}',
    'POST /v1/organizations/{id}/identity-providers',
    'POST /v1/organizations/{id}/leave',
    'POST /v1/organizations/{id}/switch', // identity
    'DELETE /api/auth/sessions/{id}', // identity
    'DELETE /api/auth/passkeys/{id}', // identity
    'GET /v1/admin/commission/customers/{id}', // operators alone: commission.test.ts
    'PUT /v1/admin/commission/customers/{id}',
  ]

  it('finds nothing of its own under an address made up, whatever the route', async () => {
    const rest = [...contractRoutes(), ...rawRoutes(kept.server.routes)]
      .filter(({ path, needs }) => path.includes('{') && needs !== 'operator' && needs !== 'public')
      .filter(({ method, path }) => !(`${method} ${path}` in calls) && !elsewhere.includes(`${method} ${path}`))
    const wrong: string[] = []
    for (const { method, path } of rest) {
      const name = `${method} ${path}`
      const made = path.replaceAll(/\{\w+\}/g, () => randomUUID())
      const { status, text } = await send(method, made, own.headers)
      // A list of what belongs to it may be empty.
      const nothing = method === 'GET' && status === 200 && /^\{"data":\[\]/.test(text)
      // A body that does not fit may be said first; that the address names nothing must not be passed over.
      if (!nothing && ![400, 403, 404, 409].includes(status)) wrong.push(`${name}: ${status}`)
    }
    expect(wrong, 'these need a line in `calls` (how to make one such thing, and the body) or in `elsewhere`').toEqual(
      [],
    )
  })

  it('refuses an organisation named in a query, a path or a body that is not the caller’s', async () => {
    const id = kept.world.stranger.organizationId
    for (const [method, path, body] of [
      ['GET', `/v1/cost-optimization/overview?organization_id=${id}`],
      ['GET', '/v1/cost-optimization/recommendations?organization_id=stranger'],
      ['GET', `/v1/security/${id}/api-keys`],
      ['POST', '/v1/security/stranger/api-keys', { name: 'x', scopes: ['costs:read'] }],
      ['DELETE', `/v1/security/${id}/api-keys/abcdefghijkl`],
      ['POST', `/v1/organizations/${id}/leave`, {}],
      [
        'POST',
        `/v1/organizations/${id}/identity-providers`,
        { name: 'x', issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['example.com'] },
      ],
    ] as const) {
      const { status, text } = await send(method, path, own.headers, body)
      expect([403, 404], `${method} ${path}: ${text}`).toContain(status)
    }
  })
})
