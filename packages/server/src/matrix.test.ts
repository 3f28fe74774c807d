/**
 * The authorization matrix: every route with every kind of caller, over real HTTP. The expected result follows from
 * what each route declares; the actual one is recognized by the guard's own messages.
 */
import { randomUUID } from 'node:crypto'
import { customRolePermissions } from '@kept/domain/custom-role.ts'
import {
  apiKeyPermissions,
  operatorPermissions,
  type Permission,
  type Role,
  rolePermissions,
} from '@kept/domain/permission.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractRoutes, type KnownRoute, rawRoutes } from './testing/every-route.ts'
import { plantRecommendation } from './testing/plant.ts'
import { plantAction, plantStatement } from './testing/plant-savings.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

type Outcome = 'admitted' | 'sign in first' | 'not this role' | 'not this key' | 'people only' | 'operator only'

interface Caller {
  name: string
  permissions: readonly Permission[]
  /** A user with a session. */
  person: boolean
  /** Headers of a new session: signing out must not affect the next request. */
  headers(): Promise<Record<string, string>>
}

let kept: TestKept
let callers: Caller[]
beforeAll(async () => {
  kept = await openKept()
  // The demo is enabled, but not seeded: its bill is not needed.
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
    headers: async () => (await createTestUser(kept, { name, in: 'own', role })).headers,
  })
  const admin = await createTestUser(kept, { name: 'keeper', in: 'own', role: 'admin' })
  const key = async (name: string, scopes: Permission[]): Promise<Caller> => {
    const { data } = await admin.client.apiKeys.create({ name, scopes })
    return { name, permissions: scopes, person: false, headers: async () => ({ authorization: `Bearer ${data.key}` }) }
  }
  // Custom roles: one that only reads, one with a single permission, and everything that a role may have.
  const custom = async (name: string, permissions: readonly Permission[]): Promise<Caller> => {
    const own = { organization: 'own' }
    const { data } = await admin.client.accessControls.get(own)
    const existing = data.custom_roles.map(({ people: _, ...role }) => role)
    const { data: saved } = await admin.client.accessControls.update({
      ...own,
      custom_roles: [...existing, { name, permissions: [...permissions] }],
    })
    const role = saved.custom_roles.find((candidate) => candidate.name === name)
    const headers = async () => {
      const user = await createTestUser(kept, { name, in: 'own', role: 'user' })
      const people = [{ id: user.userId, custom_role_id: role?.id }]
      await admin.client.accessControls.update({ ...own, people })
      return user.headers
    }
    return { name, permissions, person: true, headers }
  }
  callers = [
    await custom(
      'auditor',
      customRolePermissions.filter((permission) => permission.endsWith(':read')),
    ),
    await custom('importer', ['costs:import']),
    await custom('everything', customRolePermissions),
    { name: 'an anonymous caller', permissions: [], person: false, headers: async () => ({}) },
    person('user', 'user'),
    person('billing_admin', 'billing_admin'),
    person('admin', 'admin'),
    {
      name: 'a user without an organization',
      permissions: [],
      person: true,
      headers: async () => (await createTestUser(kept, { name: 'loner', in: null })).headers,
    },
    await key('a key with every scope', [...apiKeyPermissions]),
    await key('a key with one scope', ['notifications:read']),
    ...(['demo-client', 'demo-admin'] as const).map((name): Caller => {
      const role = name === 'demo-admin' ? 'admin' : 'user'
      const organization = { organizationId: demo.id }
      const emailDomain = 'demo.kept.invalid'
      return {
        name,
        // The demo's admin sees operator screens, of the demo only.
        permissions: [...rolePermissions[role], ...(role === 'admin' ? operatorPermissions : [])],
        person: true,
        headers: async () =>
          (await createTestUser(kept, { name, in: organization, role, demo: true, emailDomain })).headers,
      }
    }),
  ]
})
afterAll(() => kept.close())

function expected({ needs }: KnownRoute, { name, permissions, person }: Caller): Outcome {
  const isAnonymous = name === 'an anonymous caller'
  const hasNoOrganization = name === 'a user without an organization'
  if (needs === 'public' || needs === 'metrics') return 'admitted'
  if (needs === 'operator') return 'operator only'
  if (isAnonymous) return 'sign in first'
  if (needs === 'person') return person ? 'admitted' : 'people only'
  if (hasNoOrganization) return 'sign in first'
  if (needs === 'signed_in' || needs === 'contract') return 'admitted'
  if (permissions.includes(needs)) return 'admitted'
  if (isOneOf(operatorPermissions, needs)) return 'operator only'
  return person ? 'not this role' : 'not this key'
}

async function outcomeOf(route: KnownRoute, headers: Record<string, string>): Promise<Outcome> {
  const path = route.path.replaceAll(/\{\w+\}/g, () => randomUUID())
  const { status, message } = await send(route.method, path, headers)
  expect(status, `${route.method} ${route.path}: ${message}`).toBeLessThan(500)
  if (/^(Please s|S)ign in first/.test(message)) return 'sign in first'
  if (/^Your role \(/.test(message)) return 'not this role'
  if (/^(?:This API key does not have the scope|No API key can do this)/.test(message)) return 'not this key'
  if (/^API keys cannot do this/.test(message)) return 'people only'
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
  it('includes routes outside the contract, with what they need', () => {
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
    // Everything outside the contract's four paths is listed here.
    const handedOver = kept.server.routes.filter(({ needs }) => needs === 'contract').map(({ path }) => path)
    expect([...new Set(handedOver)].sort()).toEqual(['/api/*', '/health', '/ready', '/v1/*'])
  })

  it('admits exactly the permitted callers', async () => {
    const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)]
    const mismatches: string[] = []
    for (const caller of callers) {
      let headers = await caller.headers()
      for (const route of routes) {
        // A route may end the session, so the next request uses a new one.
        if (route.path.startsWith('/api/auth/')) headers = await caller.headers()
        const got = await outcomeOf(route, headers)
        if (route.path.startsWith('/api/auth/')) headers = await caller.headers()
        const expectedOutcome = expected(route, caller)
        if (got !== expectedOutcome)
          mismatches.push(`${route.method} ${route.path} by ${caller.name}: ${got}, not ${expectedOutcome}`)
      }
    }
    expect(mismatches).toEqual([])
    // A limit against hangs: every route times every caller is many requests on a busy machine.
  }, 600_000)
})

/** For each kind of id in a path: one object of the organization, created by the test. */
describe('objects of another organization', () => {
  let ownUser: TestUser
  let other: TestUser
  beforeAll(async () => {
    ownUser = await createTestUser(kept, { name: 'own-boss', in: 'own', role: 'admin' })
    other = await createTestUser(kept, { name: 'other-boss', in: 'other', role: 'admin' })
  })

  type Make = (user: TestUser, organization: 'own' | 'other') => Promise<Record<string, string>>
  const scopeOf = (organization: 'own' | 'other') => (organization === 'own' ? kept.world.scope : kept.world.otherScope)
  const organizationOf: Make = async (_, organization) => ({ id: scopeOf(organization).organizationId })
  const member: Make = async (_, organization) => {
    const { userId, sessionId } = await createTestUser(kept, {
      name: `m-${randomUUID().slice(0, 8)}`,
      in: organization,
    })
    return { id: userId, sessionId }
  }
  const invitation: Make = async (user) => {
    const { data } = await user.client.users.invite({ email: `${randomUUID()}@example.com` })
    return { id: data.id }
  }
  const key: Make = async (user) => {
    const { data } = await user.client.apiKeys.create({ name: 'k', scopes: ['costs:read'] })
    return { id: data.id }
  }
  const provider: Make = async (user, organization) => {
    const id = scopeOf(organization).organizationId
    const name = randomUUID()
    const settings = { issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['example.com'] }
    const { data } = await user.client.organizations.addIdentityProvider({ id, name, ...settings })
    return { id, provider_id: data.id }
  }
  const delivery: Make = async (_, organization) => {
    const { id } = await kept.world.database.scoped(scopeOf(organization), (tx) =>
      tx
        .insertInto('import')
        .values({
          organization_id: scopeOf(organization).organizationId,
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

  const previewed: Make = async (user) => {
    const file = `email\n${randomUUID()}@example.com\n`
    const response = await fetch(`${kept.url}/v1/users/import?name=p.csv`, {
      method: 'POST',
      headers: { ...user.headers, 'content-type': 'text/csv' },
      body: file,
    })
    const { data } = (await response.json()) as { data: { id: string } }
    return { id: data.id }
  }
  const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
  const channel: Make = async (user) => {
    const typed = { kind: 'email' as const, recipients: ['a@example.com'], to_owners: false }
    const { data } = await user.client.alerts.addChannel({ name: randomUUID(), schedule, typed })
    return { id: data.id }
  }
  const alertRule: Make = async (user) => {
    const { data } = await user.client.alerts.addRule({ name: randomUUID(), kinds: ['loop'] })
    return { id: data.id }
  }
  const alertDelivery: Make = async (user, organization) => {
    const { id } = await channel(user, organization)
    const { data } = await user.client.alerts.testChannel({ id: id ?? '' })
    return { id: data.id }
  }
  /** There is a limit, so the earlier one is deleted. */
  const auditStream: Make = async (user, organization) => {
    const { data: existing } = await user.client.auditStreams.list({ organization })
    for (const { id } of existing) await user.client.auditStreams.remove({ organization, id })
    // The name is of this machine, which is refused when it is resolved.
    const destination = { kind: 'webhook', url: 'https://localhost/' } as const
    const { data } = await user.client.auditStreams.create({ organization, name: randomUUID(), destination })
    return { organization: 'own', id: data.id }
  }
  const recommendation: Make = async (_, organization) => ({
    id: await plantRecommendation(kept.world.database, scopeOf(organization)),
  })

  const hook: Make = async (user) => ({
    id: (await user.client.behaviorHooks.create({ kind: 'github', name: 'h' })).data.id,
  })

  const action: Make = async (_, organization) => ({
    id: await plantAction(kept.world.database, scopeOf(organization)),
  })
  const statement: Make = async (_, organization) => ({
    id: await plantStatement(kept.world.database, scopeOf(organization)),
  })

  /** `own` proves that the call itself works: its responses are never "not found" or "forbidden". */
  const calls: Record<string, { create: Make; body?: unknown }> = {
    'PATCH /api/users/{id}': { create: member, body: { role: 'billing_admin' } },
    'DELETE /api/users/{id}': { create: member },
    'GET /v1/users/{id}': { create: member },
    'GET /v1/users/{id}/permissions': { create: member },
    'PUT /v1/users/{id}/permissions': { create: member, body: { allow: [], deny: ['costs:import'] } },
    'GET /v1/users/{id}/activity': { create: member },
    'GET /v1/users/{id}/sessions': { create: member },
    'DELETE /v1/users/{id}/sessions/{sessionId}': { create: member },
    'DELETE /v1/users/invitations/{id}': { create: invitation },
    'POST /v1/users/invitations/{id}/resend': { create: invitation, body: {} },
    'POST /v1/users/import/{id}/commit': { create: previewed, body: {} },
    'PATCH /v1/alerts/rules/{id}': { create: alertRule, body: { min_severity: 'high' } },
    'DELETE /v1/alerts/rules/{id}': { create: alertRule },
    'PATCH /v1/alerts/channels/{id}': { create: channel, body: { enabled: false } },
    'DELETE /v1/alerts/channels/{id}': { create: channel },
    'POST /v1/alerts/channels/{id}/test': { create: channel, body: {} },
    'PATCH /v1/security/{organization}/audit-streams/{id}': { create: auditStream, body: { enabled: false } },
    'DELETE /v1/security/{organization}/audit-streams/{id}': { create: auditStream },
    'POST /v1/security/{organization}/audit-streams/{id}/test': { create: auditStream, body: {} },
    'GET /v1/alerts/deliveries/{id}': { create: alertDelivery },
    'POST /v1/alerts/deliveries/{id}/retry': { create: alertDelivery, body: {} },
    'DELETE /v1/api-keys/{id}': { create: key },
    'POST /v1/api-keys/{id}/rotate': { create: key, body: {} },
    'GET /v1/organizations/{id}': { create: organizationOf },
    'PATCH /v1/organizations/{id}': { create: organizationOf, body: { name: 'Renamed' } },
    'GET /v1/organizations/{id}/identity-providers': { create: organizationOf },
    'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': { create: provider, body: { enabled: false } },
    'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': { create: provider },
    'GET /v1/imports/{id}': { create: delivery },
    'POST /v1/imports/{id}/cancel': { create: delivery, body: {} },
    'POST /v1/imports/{id}/undo': { create: delivery, body: {} },
    'POST /v1/cost-optimization/recommendations/{id}/dismiss': { create: recommendation, body: { reason: 'no' } },
    'POST /v1/cost-optimization/recommendations/{id}/reopen': { create: recommendation, body: {} },
    'GET /v1/savings/actions/{id}': { create: action },
    'POST /v1/savings/actions/{id}/withdraw': { create: action, body: { reason: 'a mistake' } },
    'GET /v1/savings/statements/{id}': { create: statement },
    'GET /v1/savings/statements/{id}/document': { create: statement },
    'GET /v1/savings/statements/{id}/pdf': { create: statement },
    'POST /v1/developer-behavior/hooks/{id}/rotate': { create: hook, body: {} },
    'DELETE /v1/developer-behavior/hooks/{id}': { create: hook },
    'GET /v1/imports/{id}/rejected-rows': { create: delivery },
    'GET /v1/imports/{id}/rejected-rows.csv': { create: delivery },
  }

  it.each(Object.keys(calls))('%s', async (name) => {
    const call = calls[name]
    const [method = '', path = ''] = name.split(' ')
    if (!call) throw new Error(`no call for ${name}`)
    const fill = (values: Record<string, string>) =>
      path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => values[parameter] ?? '')
    const foreign = await send(method, fill(await call.create(other, 'other')), ownUser.headers, call.body)
    expect([403, 404], foreign.text).toContain(foreign.status)
    const ownAnswer = await send(method, fill(await call.create(ownUser, 'own')), ownUser.headers, call.body)
    // Its state may forbid it (a finished import cannot be canceled); it only has to exist and be visible.
    expect([200, 409, 429], ownAnswer.text).toContain(ownAnswer.status)
  })

  /** Ids in these paths are no row of an organization, or are tested below or next to their feature. */
  const testedElsewhere = [
    'GET /v1/costs/dimensions/{name}/values', // a column's name
    'POST /v1/reports/{id}/run', // a report's name
    'POST /v1/reports/{id}/run.csv', // a report's name
    'GET /v1/security/{organization}/api-keys',
    'POST /v1/security/{organization}/api-keys',
    'DELETE /v1/security/{organization}/api-keys/{id}',
    'POST /v1/security/{organization}/api-keys/{id}/rotate',
    'POST /v1/organizations/{id}/identity-providers',
    'POST /v1/organizations/{id}/leave',
    'POST /v1/organizations/{id}/switch', // identity
    'DELETE /api/auth/sessions/{id}', // identity
    'DELETE /api/auth/passkeys/{id}', // identity
    'GET /v1/admin/commission/customers/{id}', // operators alone: commission.test.ts
    'PUT /v1/admin/commission/customers/{id}',
  ]

  it('finds nothing under a made-up id, whatever the route', async () => {
    const remainingRoutes = [...contractRoutes(), ...rawRoutes(kept.server.routes)]
      .filter(({ path, needs }) => path.includes('{') && needs !== 'operator' && needs !== 'public')
      .filter(({ method, path }) => !(`${method} ${path}` in calls) && !testedElsewhere.includes(`${method} ${path}`))
    const mismatches: string[] = []
    for (const { method, path } of remainingRoutes) {
      const name = `${method} ${path}`
      const randomPath = path.replaceAll(/\{\w+\}/g, () => randomUUID())
      const { status, text } = await send(method, randomPath, ownUser.headers)
      // A list of its parts may be empty.
      const isEmptyList = method === 'GET' && status === 200 && /^\{"data":\[\]/.test(text)
      // An invalid body may be reported first; a made-up id must never be accepted.
      if (!isEmptyList && ![400, 403, 404, 409].includes(status)) mismatches.push(`${name}: ${status}`)
    }
    expect(
      mismatches,
      'these need a line in `calls` (how to make one such thing, and the body) or in `elsewhere`',
    ).toEqual([])
  })

  it('rejects another organization in a query, a path or a body', async () => {
    const id = kept.world.otherScope.organizationId
    for (const [method, path, body] of [
      ['GET', `/v1/cost-optimization/overview?organization_id=${id}`],
      ['GET', '/v1/cost-optimization/recommendations?organization_id=other'],
      ['GET', `/v1/security/${id}/api-keys`],
      ['POST', '/v1/security/other/api-keys', { name: 'x', scopes: ['costs:read'] }],
      ['DELETE', `/v1/security/${id}/api-keys/abcdefghijkl`],
      ['POST', `/v1/organizations/${id}/leave`, {}],
      [
        'POST',
        `/v1/organizations/${id}/identity-providers`,
        { name: 'x', issuer: 'https://id.example.com', client_id: 'c', client_secret: 's', domains: ['example.com'] },
      ],
    ] as const) {
      const { status, text } = await send(method, path, ownUser.headers, body)
      expect([403, 404], `${method} ${path}: ${text}`).toContain(status)
    }
  })
})
