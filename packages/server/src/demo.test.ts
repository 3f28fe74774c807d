/**
 * The demo under attack: a hostile visitor tries every route, with ids of the demo and harmful bodies. Other visitors
 * see only changed states, and nothing remains when the visit is over.
 */
import { randomUUID } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import { endDemoVisits } from '@kept/store/demo/visits.ts'
import { recordedStatements } from '@kept/store/testing/recorded-statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endEndedVisits } from './demo/end-visits-job.ts'
import { demoQuota } from './platform/demo/gate.ts'
import { demoRules } from './platform/demo/rules.ts'
import { contractRoutes, rawRoutes } from './testing/every-route.ts'
import { openSeededDemo, seededAt } from './testing/seeded-demo.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import type { TestKept } from './testing.ts'

const anHourLater = new Date('2026-11-20T13:00:00Z')
let kept: TestKept
let scope: Scope
let ids: Record<string, string>

beforeAll(async () => {
  const seeded = await openSeededDemo()
  kept = seeded
  scope = seeded.demo
  // Both are users of the demo from here on, so that it has as many before a visit as during it.
  await visitor('demo-client')
  await evaluateAll()
  // The live loop is detected and notified now, not by the job in the middle of a test.
  for (const _ of ['found', 'notified']) {
    await kept.server.features.loops.advanceDemo()
    await kept.server.features.loops.detect()
  }
  await kept.server.features.loops.advanceDemo()
  ids = await findIds(await visitor('demo-admin'))
}, 500_000)
afterAll(() => kept.close())

const visitor = (role: 'demo-admin' | 'demo-client') =>
  createTestUser(kept, {
    ...{
      name: role,
      in: scope,
      role: role === 'demo-admin' ? 'admin' : 'user',
      demo: true,
      emailDomain: 'demo.kept.invalid',
    },
  } as const)

/** Evaluates the rules until no job waits. */
async function evaluateAll(): Promise<void> {
  await kept.server.features.recommendations.evaluate(scope)
}

async function endVisits(): Promise<void> {
  const { services, features } = kept.server
  await endEndedVisits({ ...services, now: () => anHourLater, evaluate: features.recommendations.evaluate })
}

const answersOfTheDemo = [
  '/v1/cost-optimization/overview',
  '/v1/cost-optimization/recommendations',
  '/v1/cost-optimization/recommendations?status=accepted',
  '/v1/cost-optimization/recommendations?status=dismissed',
  '/v1/cost-optimization/anomalies',
  '/v1/cost-optimization/metric-anomalies',
  '/v1/cost-optimization/forecast',
  '/v1/cost-optimization/known-events',
  '/v1/budgets',
  '/v1/alerts/rules',
  '/v1/alerts/channels',
  '/v1/loops?show=all',
  '/v1/loops/rules',
  '/v1/savings/summary',
  '/v1/savings/actions',
  '/v1/savings/statements',
  '/v1/imports',
  '/v1/connections',
  '/v1/notifications',
  '/v1/resources',
  '/v1/developer-behavior/settings',
  '/v1/developer-behavior/environments',
  '/v1/developer-behavior/hooks',
  '/v1/remediation/policy',
  '/v1/organizations',
  '/v1/admin/commission/settings',
  '/v1/admin/commission/customers',
  '/api/users',
  '/v1/users/invitations',
]

async function request(
  user: TestUser,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(`${kept.url}${path}`, {
    method,
    headers: { ...user.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}

async function readAnswers(): Promise<Record<string, string>> {
  const user = await visitor('demo-admin')
  const answers: Record<string, string> = {}
  for (const path of answersOfTheDemo) {
    const { status, text } = await request(user, 'GET', path)
    // A route with another name would compare nothing.
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    // The time of an evaluation is not part of the demo's state.
    answers[path] = text.replaceAll(/"(?:evaluated_at|last_seen_at|request_id)":"[^"]*"/g, '')
  }
  const question = {
    start_date: '2026-10-01',
    end_date: '2026-11-01',
    measures: ['effective'],
    group_by: ['provider', 'service'],
  }
  const { status, text } = await request(user, 'POST', '/v1/costs/query', question)
  if (status !== 200) throw new Error(text)
  return { ...answers, costs: text }
}

async function findIds(admin: TestUser): Promise<Record<string, string>> {
  const first = async (path: string): Promise<string> => {
    const { data } = JSON.parse((await request(admin, 'GET', path)).text)
    return data?.[0]?.id ?? data?.[0]?.environment_id ?? randomUUID()
  }
  return {
    '/v1/imports': await first('/v1/imports'),
    '/v1/cost-optimization/recommendations': await first('/v1/cost-optimization/recommendations'),
    '/v1/cost-optimization/anomalies': await first('/v1/cost-optimization/anomalies'),
    '/v1/cost-optimization/metric-anomalies': await first('/v1/cost-optimization/metric-anomalies'),
    '/v1/budgets': await first('/v1/budgets'),
    '/v1/billing': await first('/v1/budgets'),
    '/v1/loops/rules': 'recursive_function',
    '/v1/loops': await first('/v1/loops?show=all'),
    '/v1/savings/actions': await first('/v1/savings/actions'),
    '/v1/developer-behavior/environments': await first('/v1/developer-behavior/environments'),
    '/api/users': await first('/api/users'),
    '/v1/users': await first('/api/users'),
    '/v1/admin/commission/customers': scope.organizationId,
    '/v1/organizations': scope.organizationId,
  }
}

const budget = { name: 'Mine', period: 'monthly', amount: '5', currency: 'USD', filters: [], thresholds: [], owner: '' }
const rule = {
  ...{ name: 'Mine', enabled: true, kinds: ['anomaly'], min_severity: 'low', min_amount: null },
  ...{ filters: [], channels: [], owners: [] },
}
const event = {
  kind: 'announced_change',
  description: 'DEFACED',
  currency: 'USD',
  start_date: '2026-12-01',
  factor: '90',
}
/** The most harmful inputs; other routes get an empty body. */
const bodies: Record<string, object> = {
  'POST /v1/budgets': { ...budget, name: 'DEFACED' },
  'PATCH /v1/budgets/{id}': { name: 'DEFACED', amount: '1' },
  'POST /v1/billing/{organization}/alerts': { ...budget, name: 'DEFACED too' },
  'PATCH /v1/billing/{organization}/alerts/{id}': { name: 'DEFACED' },
  'POST /v1/alerts/rules': { ...rule, name: 'DEFACED' },
  'POST /v1/cost-optimization/known-events': event,
  'POST /v1/cost-optimization/recommendations/{id}/accept': { owner: 'DEFACED', note: 'DEFACED' },
  'POST /v1/cost-optimization/recommendations/{id}/dismiss': { reason: 'DEFACED' },
  'POST /v1/cost-optimization/anomalies/{id}/feedback': { feedback: 'expected', note: 'DEFACED' },
  'POST /v1/cost-optimization/metric-anomalies/{id}/feedback': { feedback: 'expected' },
  'POST /v1/loops/{id}/investigate': { note: 'DEFACED' },
  'POST /v1/loops/{id}/acknowledge': { note: 'DEFACED' },
  'POST /v1/loops/{id}/resolve': { note: 'DEFACED' },
  'PUT /v1/cost-optimization/anomalies/settings': { min_daily_excess: '9999', notify_from: 'critical' },
  'PATCH /v1/organizations/{id}': { name: 'DEFACED' },
  'POST /v1/users/invite': { email: 'a@example.com', full_name: 'DEFACED', role: 'admin' },
  'PATCH /api/users/{id}': { role: 'user', status: 'disabled' },
  'POST /v1/api-keys': { name: 'DEFACED', scopes: ['costs:read'] },
  'POST /v1/savings/actions': {
    ...{ kind: 'terminate', resource_id: 'i-1', not_before: '2026-11-01T00:00:00Z', evidence: 'DEFACED' },
  },
  'PATCH /api/auth/profile': { full_name: 'DEFACED' },
  'POST /v1/developer-behavior/people/erase': { person: 'someone' },
}

function fill(path: string): string {
  const prefix = Object.keys(ids)
    .filter((prefix) => path.startsWith(prefix))
    .toSorted((a, b) => b.length - a.length)[0]
  return path
    .replace('{organization}', 'demo')
    .replace('{id}', ids[prefix ?? ''] ?? randomUUID())
    .replaceAll(/\{\w+\}/g, () => randomUUID())
}

/** All routes except public ones and those of the operator. */
const changing = () =>
  [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ method, needs }) => !['GET', 'HEAD', 'OPTIONS'].includes(method) && !['public', 'operator'].includes(needs),
  )

describe('the rules of the demo', () => {
  it('name every route that changes something, and no missing one', () => {
    const routes = changing().map(({ method, path }) => `${method} ${path}`)
    expect(routes.filter((route) => !(route in demoRules))).toEqual([])
    expect(Object.keys(demoRules).filter((route) => !routes.includes(route))).toEqual([])
  })
})

describe('a hostile visitor', () => {
  it('leaves nothing behind, whichever route is tried', async () => {
    const before = await readAnswers()
    for (const role of ['demo-admin', 'demo-client'] as const) {
      const hostile = await visitor(role)
      for (const { method, path } of changing()) {
        // Ending the own session is allowed, and would end the attack.
        if (path === '/api/auth/refresh-token') continue
        const { status, text } = await request(hostile, method, fill(path), bodies[`${method} ${path}`] ?? {})
        expect(status, `${method} ${path}: ${text}`).toBeLessThan(500)
        if (demoRules[`${method} ${path}`]?.is !== 'refused') continue
        expect(status, `${method} ${path}: ${text}`).toBe(403)
      }
    }
    // During the visits, others see changed states at most, and no text of the visitor.
    const during = await readAnswers()
    for (const [path, text] of Object.entries(during)) expect(text, path).not.toContain('DEFACED')
    for (const path of ['/v1/budgets', '/v1/alerts/rules', '/v1/cost-optimization/known-events', 'costs', '/api/users'])
      expect(during[path], path).toBe(before[path])
    await endVisits()
    const after = await readAnswers()
    for (const path of Object.keys(before)) expect(after[path], path).toBe(before[path])
  }, 300_000)

  it('gets one sentence about what the demo does not support', async () => {
    const { client } = await visitor('demo-admin')
    await expect(client.apiKeys.create({ name: 'x', scopes: ['costs:read'] })).rejects.toThrow(
      "The demo can't do this. Create an account to try it with your own data.",
    )
  })

  it('is limited in changes per visit, and all visits together in changed rows', async () => {
    const { client } = await visitor('demo-admin')
    const add = () => client.anomalies.list({}).then(() => client.budgets.remove({ id: randomUUID() }))
    const refusals: string[] = []
    for (let change = 0; change <= demoQuota.changesPerVisit; change += 1)
      await add().catch((error: Error) => refusals.push(error.message))
    expect(refusals.filter((message) => message.startsWith('In the demo you can only change'))).toHaveLength(
      demoQuota.changesPerVisit,
    )
    expect(refusals.at(-1)).toMatch(/^A demo visit is limited to 60 changes/)
    const large = { ...budget, name: 'x'.repeat(20_000) } as never
    await expect((await visitor('demo-client')).client.budgets.create(large)).rejects.toThrow('too large for the demo')
    await endDemoVisits(kept.world.database, scope, 'all')
  })
})

/**
 * A new visitor is sent what was computed for another. Jobs change what is computed and read budgets themselves, at any
 * time; were responses not shared, every new visitor's would be computed.
 */
async function expectSharing(looking: TestUser, read: (user: TestUser) => Promise<unknown>): Promise<TestUser> {
  for (let round = 0; round < 20; round += 1) {
    const later = await visitor('demo-client')
    await read(looking)
    const statements = await recordedStatements(() => read(later))
    if (!statements.some((text) => /from "budget"/i.test(text))) return later
  }
  throw new Error('Every new visitor’s response was computed.')
}

describe('a visit', () => {
  it('sees, changes and deletes what it created; others cannot', async () => {
    const [visitorA, other] = [await visitor('demo-client'), await visitor('demo-client')]
    const { data: createdBudget } = await visitorA.client.budgets.create(budget as never)
    const names = async ({ client }: TestUser) => (await client.budgets.list({})).data.map(({ name }) => name)
    expect(await names(visitorA)).toContain('Mine')
    expect(await names(other)).not.toContain('Mine')
    // The name is free for others, who cannot see the visitor's object.
    await other.client.budgets.create(budget as never)
    await visitorA.client.budgets.change({ id: createdBudget.id, amount: '7' } as never)
    await expect(other.client.budgets.change({ id: createdBudget.id, amount: '8' } as never)).rejects.toThrow(
      'In the demo you can only change what you created during this visit.',
    )
    const [seeded] = (await other.client.budgets.list({})).data
    await expect(other.client.budgets.remove({ id: seeded?.id ?? '' })).rejects.toThrow('only change what you created')
    await visitorA.client.budgets.remove({ id: createdBudget.id })
    expect(await names(visitorA)).not.toContain('Mine')
    expect(await names(other)).toContain('Mine')
    await endVisits()
    expect(await names(other)).not.toContain('Mine')
  })

  it('shares computed responses with other visits until its own first change', async () => {
    const names = async ({ client }: TestUser) => (await client.budgets.list({})).data.map(({ name }) => name)
    const [looking, changing] = [await visitor('demo-client'), await visitor('demo-client')]
    await expectSharing(looking, names)
    await changing.client.budgets.create(budget as never)
    expect(await names(changing)).toContain('Mine')
    expect(await names(looking)).not.toContain('Mine')
    const later = await expectSharing(looking, names)
    expect(await names(later)).not.toContain('Mine')
    await endVisits()
    expect(await names(changing)).not.toContain('Mine')
  })

  it('is reverted in whatever order visits end, and later changes by jobs stay', async () => {
    const { database } = kept.world
    const [first, second] = [await visitor('demo-client'), await visitor('demo-client')]
    const { data } = await first.client.costOptimization.recommendations({ status: 'open' } as never)
    const [recommendation, otherRecommendation] = data
    const id = recommendation?.id ?? ''
    await first.client.costOptimization.accept({ id, owner: 'Me' } as never)
    await second.client.costOptimization.dismiss({ id, reason: 'No' } as never)
    await second.client.costOptimization.dismiss({ id: otherRecommendation?.id ?? '', reason: 'No' } as never)
    const state = (which: string) =>
      database.scoped(scope, (tx) =>
        tx
          .selectFrom('recommendation')
          .select(['status', 'owner', 'dismissed_reason'])
          .where('id', '=', which)
          .executeTakeFirstOrThrow(),
      )
    expect(await state(id)).toMatchObject({ status: 'dismissed', dismissed_reason: 'A visitor of the demo' })
    await database.scoped(scope, async (tx) => {
      await tx.updateTable('demo_visit').set({ expires_at: seededAt }).where('id', '=', first.sessionId).execute()
      await tx
        .updateTable('recommendation')
        .set({ status: 'gone' })
        .where('id', '=', otherRecommendation?.id ?? '')
        .execute()
    })
    await endDemoVisits(database, scope, seededAt)
    expect((await state(id)).status).toBe('dismissed')
    await endDemoVisits(database, scope, 'all')
    expect(await state(id)).toEqual({ status: 'open', owner: '', dismissed_reason: '' })
    expect(await state(otherRecommendation?.id ?? '')).toMatchObject({ status: 'gone', dismissed_reason: '' })
  })

  it('is reverted by the next start after a kill', async () => {
    const creator = await visitor('demo-client')
    await creator.client.budgets.create(budget as never)
    // The session was already swept; pending reverts are in a table of their own.
    await kept.world.database.shared.deleteFrom('session').where('id', '=', creator.sessionId).execute()
    await endVisits()
    const { rows } = await kept.world.database.pool.query('SELECT count(*)::int AS visits FROM demo_visit')
    expect(rows).toEqual([{ visits: 0 }])
    const remaining = await kept.world.database.scoped(scope, (tx) => tx.selectFrom('budget').select('name').execute())
    expect(remaining.map(({ name }) => name).toSorted()).toEqual(['All clouds', 'Google Cloud'])
  })
})
