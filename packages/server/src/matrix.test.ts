/**
 * The authorization matrix: every route with every kind of caller, over real HTTP. The expected result follows from
 * what each route declares; the actual one is recognized by the guard's own messages.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, expectedOutcome, type Outcome, openCallers, outcomeIn, sendJson } from './testing/callers.ts'
import { contractRoutes, type KnownRoute, rawRoutes } from './testing/every-route.ts'
import { plantRecommendation } from './testing/plant.ts'
import { plantAction, plantStatement } from './testing/plant-savings.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let callers: Caller[]
beforeAll(async () => {
  kept = await openKept()
  callers = await openCallers(kept)
})
afterAll(() => kept.close())

async function outcomeOf(route: KnownRoute, headers: Record<string, string>): Promise<Outcome> {
  const path = route.path.replaceAll(/\{\w+\}/g, () => randomUUID())
  const { status, message } = await send(route.method, path, headers)
  expect(status, `${route.method} ${route.path}: ${message}`).toBeLessThan(500)
  return outcomeIn(message)
}

const send = (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
  sendJson(`${kept.url}${path}`, method, headers, body)

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
        const expected = expectedOutcome(route, caller)
        if (got !== expected)
          mismatches.push(`${route.method} ${route.path} by ${caller.name}: ${got}, not ${expected}`)
      }
    }
    expect(mismatches).toEqual([])
    // A limit against hangs: every route times every caller is many requests on a busy machine.
  }, 600_000)
})

/**
 * For many kinds of ids in a path: one object of the organization, created by the test. Every route is asked with
 * ids of the other organization in foreign-ids.test.ts; here its own objects prove that the calls themselves work.
 */
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
    expect(foreign.status, foreign.text).toBe(404)
    const ownAnswer = await send(method, fill(await call.create(ownUser, 'own')), ownUser.headers, call.body)
    // Its state may forbid it (a finished import cannot be canceled); it only has to exist and be visible.
    expect([200, 409, 429], ownAnswer.text).toContain(ownAnswer.status)
  })
})
