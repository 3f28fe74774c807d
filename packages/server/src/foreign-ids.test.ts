/**
 * Ids of another organization, which exist: every route that names an object in its path answers 404 to every kind of
 * caller that it admits, exactly as for an object that does not exist. The routes come from the contract, the ids from
 * the tables: a route with a new kind of id fails here until testing/object-ids.ts says where such an id is read.
 */
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, expectedOutcome, openCallers, outcomeIn, sendJson } from './testing/callers.ts'
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
  // A view is of one person.
  await database.scoped(otherScope, (tx) => tx.updateTable('saved_view').set({ owner: other.userId }).execute())
  foreign = await readObjectIds(database, otherScope, { sessionId: other.sessionId, passkeyId: passkey.id })
  madeUp = makeUpIds(foreign)
}, 120_000)
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
  if (answer.status !== 404 && !isRefusedByDemo) return summary
  const madeUpAnswer = await ask(route, headers, madeUp, overrides)
  if (madeUpAnswer.status === answer.status && madeUpAnswer.message === answer.message) return undefined
  return `${summary}, but an id of nothing: ${madeUpAnswer.status} ${madeUpAnswer.message}`
}

describe('ids of another organization', () => {
  it('answer 404 to every caller, as ids of nothing do, and change nothing', async () => {
    const { database, scope, otherScope } = kept.world
    const routes = objectRoutes()
    expect(routes.length).toBeGreaterThan(150)
    const before = await hashOrganization(database, otherScope)
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
    expect(await hashOrganization(database, otherScope)).toEqual(before)
    // A limit against hangs: every route times every caller is many requests on a busy machine.
  }, 600_000)

  it('answer 404 in a query or a body, by id and by slug', async () => {
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
  }, 120_000)

  /** Not of this kind: the planted provider is one of OpenID Connect. */
  const ofAnotherKind = '/v1/organizations/{id}/saml-providers/{provider_id}'

  it('exist: their own admin gets at each kind of them by some route', async () => {
    const routes = objectRoutes().toSorted((a, b) => orderOf(a) - orderOf(b))
    const reached = new Set<string>([ofAnotherKind])
    const refusals = new Map<string, string[]>()
    for (const route of routes) {
      const kind = lastParameterOf(route.path)
      // Reading one of a kind is enough; where nothing is read, one change of it.
      if (kind === undefined || reached.has(kind)) continue
      const headers = route.path.startsWith('/v1/admin/') ? kept.headers('other') : other.headers
      const { status, message } = await ask(route, headers, foreign)
      if (status !== 404 && status !== 400) reached.add(kind)
      else refusals.set(kind, [...(refusals.get(kind) ?? []), `${route.method} ${route.path}: ${status} ${message}`])
    }
    expect([...refusals].filter(([kind]) => !reached.has(kind))).toEqual([])
  }, 120_000)

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
