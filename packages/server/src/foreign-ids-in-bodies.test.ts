/**
 * Ids of another organization in bodies and queries: each field that names an object or a user is answered as for an id
 * of nothing, by an admin who may do everything in their own organization, and changes nothing in either. The same field
 * with an id of the own organization is answered otherwise, so that the answer is about the id.
 */

import type { Scope } from '@kept/domain/scope.ts'
import { firstValueOf } from '@kept/store/testing/first-value.ts'
import { hashOrganization } from '@kept/store/testing/hash-organization.ts'
import { hashWarehouse } from '@kept/store/testing/hash-warehouse.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { IdentityProviderForTest } from './identity/saml/testing/identity-provider.ts'
import { type BodyId, bodyIds, leftOut, listBodyIds } from './testing/body-ids.ts'
import { sendJson } from './testing/callers.ts'
import { endJobs } from './testing/end-jobs.ts'
import { contractRoutes, type KnownRoute } from './testing/every-route.ts'
import { fieldOverrides } from './testing/field-overrides.ts'
import { fillPath, type ObjectIds, pathValuesOf, readObjectIds } from './testing/object-ids.ts'
import { plantEverywhere } from './testing/plant-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { validFields } from './testing/valid-body.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-ochre'
let kept: TestKept
let admin: TestUser
let other: TestUser
let own: ObjectIds

beforeAll(async () => {
  kept = await openKept()
  const { database, scope, otherScope } = kept.world
  admin = await createTestUser(kept, { name: 'keeper', in: 'own', role: 'admin' })
  other = await createTestUser(kept, { name: canary, in: 'other', role: 'admin' })
  await plantEverywhere(kept, { scope, admin, canary: 'own-ochre' })
  await plantEverywhere(kept, { scope: otherScope, admin: other, canary })
  const { data: saml } = await admin.client.singleSignOn.addSaml({
    id: scope.organizationId,
    ...{ name: 'Corp', metadata: new IdentityProviderForTest().metadata(), domains: ['corp.example'] },
  })
  const unused = { passkeyId: crypto.randomUUID(), priceNoticeId: crypto.randomUUID() }
  const named = { ...unused, sessionId: admin.sessionId, samlProviderId: saml.id }
  own = await readObjectIds(database, scope, named)
}, 180_000)
afterAll(() => kept.close())

/** Answered with success, as an id of nothing is, with the reason. */
const answered: Record<string, string> = {
  'POST /v1/notifications/read ids[]': 'marks those that exist',
  'POST /v1/cost-optimization/recommendations/decisions ids[]': 'says of each ID that there is no such recommendation',
  'GET /v1/alerts/deliveries channel': 'lists nothing',
  'GET /api/users custom_role_id': 'lists nothing',
}

/** Where also the own id of a planted row is refused as an id of nothing is, by that refusal, with the reason. */
const refusedBefore: Record<string, RegExp> = {
  // No payment provider is set up here.
  'POST /v1/billing/{organization}/invoices/{id}/pay payment_method_id': /^Online payment is not set up here/,
  // Of a rule without a remedy that Kept carries out.
  'POST /v1/cost-optimization/recommendations/{id}/remediate dry_run_id': /^Kept cannot carry out this recommendation/,
  'POST /v1/security/{organization}/access-reviews/{id}/decisions items[]': /^This review was completed/,
  // The planted channel is of another kind than these routes take.
  'PUT /v1/saved-reports/{id}/schedule channels[]': /^A channel of the schedule does not exist/,
  'POST /v1/cost-optimization/recommendations/{id}/pull-request channel_id': /^Channel not found/,
  'POST /v1/cost-optimization/recommendations/{id}/tickets channel_id': /^Channel not found/,
  'POST /v1/cost-optimization/anomalies/{id}/tickets channel_id': /^Channel not found/,
}

interface Case {
  name: string
  route: KnownRoute
  id: BodyId
}

function listCases(): Case[] {
  const routes = new Map(contractRoutes().map((route) => [`${route.method} ${route.path}`, route]))
  return Object.entries(bodyIds).map(([name, id]) => {
    const route = routes.get(name.slice(0, name.lastIndexOf(' ')))
    if (!route) throw new Error(`${name}: there is no such route.`)
    return { name, route, id }
  })
}

const createMember = async () => (await createTestUser(kept, { name: 'someone', in: 'own', role: 'user' })).userId

async function idOf({ source }: BodyId, scope: Scope): Promise<string> {
  if (source === 'user') return scope === kept.world.scope ? createMember() : other.userId
  const value = await kept.world.database.scoped(scope, (tx) => firstValueOf(tx, source))
  if (value === undefined) throw new Error(`${source}: the organization has no row.`)
  return value
}

/** The answer, without the ids that it repeats. */
async function ask({ route, id }: Case, value: string, user: string) {
  const values = pathValuesOf(route.path, own)
  const recommendation = own.byPath.get('/v1/cost-optimization/recommendations/{id}') ?? ''
  const overrides = {
    ...fieldOverrides[`${route.method} ${route.path}`],
    ...id.fields(value, { user, recommendation }),
  }
  const fields = validFields(route, values, overrides)
  const isRead = route.method === 'GET'
  const query = isRead
    ? `?${new URLSearchParams(Object.entries(fields).map(([key, part]) => [key, String(part)]))}`
    : ''
  const address = `${kept.url}${fillPath(route.path, own)}${query}`
  const { status, message, text } = await sendJson(address, route.method, admin.headers, fields)
  const visible = status < 300 ? text : message
  return { status, visible: visible.replaceAll(value, '(id)') }
}

/** What a refused request may add, its own record, and what the background delivery of alerts writes. */
const isRecord = (table: string) =>
  /^(audit_\w+|live_event|idempotency_key|alert_(attempt|channel|delivery|delivery_event|thread))$/.test(table)

async function hashes() {
  const { database, warehouse, scope, otherScope } = kept.world
  const mine = Object.entries(await hashOrganization(database, scope)).filter(([table]) => !isRecord(table))
  return {
    own: Object.fromEntries(mine),
    other: await hashOrganization(database, otherScope),
    warehouse: await Promise.all([scope, otherScope].map((owner) => hashWarehouse(warehouse, owner))),
  }
}

it('lists every field of a contract route that names an object or a user', () => {
  const names = contractRoutes().flatMap((route) => listBodyIds(route))
  const isListed = (name: string) => name.endsWith(' organization_id') || name in bodyIds || name in leftOut
  expect(names.filter((name) => !isListed(name))).toEqual([])
  expect([...Object.keys(bodyIds), ...Object.keys(leftOut)].filter((name) => !names.includes(name))).toEqual([])
})

it('answers ids of another organization as ids of nothing, and changes nothing in either', async () => {
  const user = await createMember()
  await endJobs(kept.world.database)
  const before = await hashes()
  const faults: string[] = []
  for (const candidate of listCases()) {
    const foreign = await ask(candidate, await idOf(candidate.id, kept.world.otherScope), user)
    const nothing = await ask(candidate, crypto.randomUUID(), user)
    const isRefused = foreign.status >= 400 && foreign.status < 500
    const isSame = foreign.status === nothing.status && foreign.visible === nothing.visible
    if (!isSame || !(isRefused || candidate.name in answered) || foreign.visible.includes(canary))
      faults.push(
        `${candidate.name}: ${foreign.status} ${foreign.visible}; of nothing: ${nothing.status} ${nothing.visible}`,
      )
  }
  expect(faults).toEqual([])
  expect(await hashes()).toEqual(before)
}, 900_000)

it('answers ids of the own organization otherwise', async () => {
  const user = await createMember()
  const faults: string[] = []
  for (const candidate of listCases()) {
    const nothing = await ask(candidate, crypto.randomUUID(), user)
    const mine = await ask(candidate, await idOf(candidate.id, kept.world.scope), user)
    const isSame = mine.status === nothing.status && mine.visible === nothing.visible
    const before = refusedBefore[candidate.name]
    // Which of several rows is chosen depends on its random id, and not all of them are refused before.
    const isRight = mine.status < 500 && (!isSame || before?.test(mine.visible) === true)
    if (!isRight) faults.push(`${candidate.name}: ${mine.status} ${mine.visible}`)
  }
  expect(faults).toEqual([])
}, 900_000)
