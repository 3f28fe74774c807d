/**
 * Ids of another organization, which exist, in the path and as `organization_id`: each such route answers 404 to every
 * kind of caller that it admits, exactly as for an object that does not exist. `foreign-ids-in-bodies.test.ts` has the
 * other fields of bodies. The routes come from the contract, the ids from
 * the tables: a route with a new kind of id fails here until testing/object-ids.ts says where such an id is read.
 */
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { hashWarehouse } from '@kept/store/testing/hash-warehouse.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityProviderForTest } from './identity/saml/testing/identity-provider.ts'
import { type Caller, expectedOutcome, openCallers, outcomeIn, sendJson } from './testing/callers.ts'
import { endJobs } from './testing/end-jobs.ts'
import { contractRoutes, type KnownRoute, rawRoutes } from './testing/every-route.ts'
import { fieldOverrides } from './testing/field-overrides.ts'
import {
  fillPath,
  lastParameterOf,
  makeUpIds,
  namesObject,
  namesObjectOfOrganization,
  type ObjectIds,
  ownOrganizationIn,
  pathValuesOf,
  readObjectIds,
} from './testing/object-ids.ts'
import { plantEverywhere } from './testing/plant-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { validFields } from './testing/valid-body.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-crimson'
const ROUTES_PER_VISIT = 20

let kept: TestKept
let callers: Caller[]
let other: TestUser
let foreign: ObjectIds
let madeUp: ObjectIds
beforeAll(async () => {
  kept = await openKept()
  callers = await openCallers(kept)
  const { database, otherScope } = kept.world
  other = await createTestUser(kept, { name: canary, in: 'other', role: 'admin' })
  await plantEverywhere(kept, { scope: otherScope, admin: other, canary })
  const passkey = await database.shared
    .insertInto('passkey')
    .values({ user_id: other.userId, name: canary, credential_id: canary, public_key: canary, transports: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.scoped(otherScope, async (tx) => {
    // Each of these is of one person.
    await tx.updateTable('saved_view').set({ owner: other.userId }).execute()
    await tx.updateTable('recommendation_comment').set({ author: other.userId }).execute()
    await tx.updateTable('cost_annotation').set({ author: other.userId }).execute()
    await tx.updateTable('slack_person').set({ user_id: other.userId }).execute()
  })
  // The planted price is withdrawn.
  const price = { sku: canary, currency: 'USD', hour: '2024-03-01T00:00:00Z', price: '1', source: canary }
  const { data: priceNotice } = await other.client.savings.recordPrice(price)
  const { data: saml } = await other.client.singleSignOn.addSaml({
    id: otherScope.organizationId,
    ...{ name: `${canary}-saml`, metadata: new IdentityProviderForTest().metadata(), domains: ['saml.example'] },
  })
  foreign = await readObjectIds(database, otherScope, {
    ...{ sessionId: other.sessionId, passkeyId: passkey.id, samlProviderId: saml.id, priceNoticeId: priceNotice.id },
  })
  madeUp = makeUpIds(foreign)
  await endJobs(kept.world.database)
}, 600_000)
afterAll(() => kept.close())

/** Public routes are left out: an id in them is the secret itself. The operator's own see every organization. */
const allRoutes = () =>
  [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ needs }) => needs !== 'public' && needs !== 'operator' && needs !== 'metrics',
  )
const objectRoutes = () => allRoutes().filter(({ path }) => namesObject(path))

function requestOf(route: KnownRoute, ids: ObjectIds, overrides: Record<string, string>) {
  const values = pathValuesOf(route.path, ids, overrides)
  const fields = validFields(route, values, fieldOverrides[`${route.method} ${route.path}`])
  const isRead = route.method === 'GET' || route.method === 'DELETE'
  const query = isRead && Object.keys(fields).length > 0 ? `?${new URLSearchParams(toTexts(fields))}` : ''
  return {
    address: `${kept.url}${fillPath(route.path, ids, overrides)}${query}`,
    fields,
    values: Object.values(values),
  }
}

const toTexts = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).map(([key, value]) => [key, String(value)])

async function ask(route: KnownRoute, headers: Record<string, string>, ids: ObjectIds, overrides = {}) {
  const { address, fields, values } = requestOf(route, ids, overrides)
  const answer = await sendJson(address, route.method, headers, fields)
  // A response may repeat its input.
  const without = (text: string) => values.reduce((left, value) => left.replaceAll(value, '(id)'), text)
  return { status: answer.status, message: without(answer.message), text: without(answer.text) }
}

/** What is wrong with the answer to a caller; undefined for a right one. */
async function faultOf(route: KnownRoute, caller: Caller, headers: Record<string, string>, overrides = {}) {
  const answer = await ask(route, headers, foreign, overrides)
  const request = `${route.method} ${route.path} by ${caller.name}${Object.keys(overrides).length > 0 ? ', own organization' : ''}`
  const summary = `${request}: ${answer.status} ${answer.message}`
  if (answer.text.includes(canary)) return `${summary}, with the canary`
  const expected = expectedOutcome(route, caller)
  if (expected !== 'admitted') return outcomeIn(answer.message) === expected ? undefined : `${summary}, not ${expected}`
  // The demo refuses most changes, and accounts, before it looks at an id.
  const isRefusedByDemo = caller.demo && answer.status === 403 && /demo/.test(answer.message)
  // What vouches for users is chosen by admins alone, who are asked for before an id is looked at.
  const isRefusedByRole =
    caller.name === 'everything' && answer.status === 403 && /^Only an admin with access to /.test(answer.message)
  if (answer.status !== 404 && !isRefusedByDemo && !isRefusedByRole) return summary
  const madeUpAnswer = await ask(route, headers, madeUp, overrides)
  if (madeUpAnswer.status === answer.status && madeUpAnswer.message === answer.message) return undefined
  return `${summary}, but an id of nothing: ${madeUpAnswer.status} ${madeUpAnswer.message}`
}

const hashOther = async () => ({
  database: await hashOrganization(kept.world.database, kept.world.otherScope),
  warehouse: await hashWarehouse(kept.world.warehouse, kept.world.otherScope),
})

/** Kinds whose planted object allows no success, by the refusal that shows that it was reached. */
const exceptions: Record<string, RegExp> = {
  // Its signed statement is made up and cannot be read; this refusal is of the change of its rule.
  '/v1/admin/commission/customers/{id}': /: 409 valid_from must not be before/,
  '/v1/admin/billing/payments/{id}': /: 409 Only a payment that arrived can be refunded/,
  // The only member is the admin who asks.
  '/api/users/{id}': /: 403 You can't remove yourself/,
  // A link of an email is needed as well.
  '/v1/remediation/approvals/{id}': /: 403 This link is not valid/,
}

describe('ids of another organization', () => {
  it('in a path answer 404 to every caller, as ids of nothing do, and change nothing in either engine', async () => {
    const { scope } = kept.world
    const routes = objectRoutes()
    expect(routes.length).toBeGreaterThan(150)
    const before = await hashOther()
    const faults: string[] = []
    for (const caller of callers) {
      let headers = await caller.headers()
      for (const [index, route] of routes.entries()) {
        // A visit of the demo may change so much only.
        if (caller.demo && index % ROUTES_PER_VISIT === 0) headers = await caller.headers()
        faults.push(...[await faultOf(route, caller, headers)].filter((fault) => fault !== undefined))
        if (!namesObjectOfOrganization(route.path) || caller.demo) continue
        const overrides = ownOrganizationIn(scope.organizationId)
        faults.push(...[await faultOf(route, caller, headers, overrides)].filter((fault) => fault !== undefined))
      }
    }
    expect(faults).toEqual([])
    expect(await hashOther()).toEqual(before)
    // A limit against hangs: every route times every caller is many requests on a busy machine.
  }, 1_800_000)

  it('answer 404 as organization_id of a query or a body, by id and by slug', async () => {
    const routes = allRoutes().filter(({ input }) => input !== undefined && 'organization_id' in pathFields(input))
    expect(routes.length).toBeGreaterThan(3)
    const faults: string[] = []
    for (const caller of callers) {
      const headers = await caller.headers()
      for (const route of routes) {
        for (const organization_id of [kept.world.otherScope.organizationId, 'other']) {
          const query = new URLSearchParams(toTexts({ ...validFields(route, { organization_id }), organization_id }))
          const { status, message } = await sendJson(`${kept.url}${route.path}?${query}`, route.method, headers)
          const expected = expectedOutcome(route, caller)
          const isRight = expected === 'admitted' ? status === 404 : outcomeIn(message) === expected
          if (!isRight) faults.push(`${route.method} ${route.path} by ${caller.name}: ${status} ${message}`)
        }
      }
    }
    expect(faults).toEqual([])
  }, 600_000)

  it('exist: with each kind of them, their own admin has success on some route', async () => {
    const routes = objectRoutes().toSorted((a, b) => orderOf(a) - orderOf(b))
    const reached = new Set<string>()
    const refusals = new Map<string, string[]>()
    for (const route of routes) {
      const kind = lastParameterOf(route.path)
      // Reading one of a kind is enough; where nothing is read, one change of it.
      if (kind === undefined || reached.has(kind)) continue
      // A session of its own: one of the routes ends the session that is asked about.
      const again = { name: canary, in: 'other', role: 'admin', returning: true } as const
      const { headers: ofAdmin, sessionId } = await createTestUser(kept, again)
      const sessions = { '/api/auth/sessions/{id}': sessionId, '/v1/users/{id}/sessions/{sessionId}': sessionId }
      const headers = route.path.startsWith('/v1/admin/') ? kept.headers('other') : ofAdmin
      const { status, message } = await ask(route, headers, foreign, sessions)
      if (status < 300) reached.add(kind)
      else refusals.set(kind, [...(refusals.get(kind) ?? []), `${route.method} ${route.path}: ${status} ${message}`])
    }
    const unreached = [...refusals].filter(([kind]) => !reached.has(kind))
    expect(unreached.filter(([kind]) => !isKeyOf(exceptions, kind))).toEqual([])
    // An exception must be one, and be refused for its reason, which is not that there is no such object.
    for (const [kind, reason] of Object.entries(exceptions)) {
      const answers = unreached.find(([candidate]) => candidate === kind)?.[1] ?? []
      expect(
        answers.filter((answer) => reason.test(answer) && !/: 404 /.test(answer)),
        kind,
      ).not.toEqual([])
    }
  }, 600_000)

  it('of a kind that is not listed fail', () => {
    expect(() => namesObject('/v1/novelties/{id}')).toThrow('say in testing/object-ids.ts where such an id is read')
  })
})

const pathFields = (input: object): object => ('shape' in input && typeof input.shape === 'object' && input.shape) || {}

/** Reading first; then what is within something before it, deleting last. */
function orderOf({ method, path }: KnownRoute): number {
  const depth = path.split('/').length
  return method === 'GET' ? depth : 1000 - 10 * depth + (method === 'DELETE' ? 1 : 0)
}
