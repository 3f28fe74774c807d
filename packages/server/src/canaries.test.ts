/**
 * Two organizations with a canary each in everything they have. Whatever one of them is answered, by any route and in
 * any file, never sings the other's. That the ears are open is asked too: with a scope taken away it is heard.
 */
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractRoutes, rawRoutes } from './testing/every-route.ts'
import { type Planted, plant } from './testing/plant.ts'
import { shapesWith } from './testing/plant-shapes.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { textOfPdf } from './testing/text-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

const canaries = { own: 'canary-yellow', stranger: 'canary-crimson' } as const

let kept: TestKept
let ownUser: TestUser
let other: TestUser
let unplanted: string[]
let planted: { own: Planted; stranger: Planted }
beforeAll(async () => {
  kept = await openKept()
  ownUser = await createTestUser(kept, { name: canaries.own, in: 'own', role: 'admin' })
  other = await createTestUser(kept, { name: canaries.stranger, in: 'stranger', role: 'admin' })
  planted = {
    own: await plant(kept, kept.world.scope, ownUser, canaries.own),
    stranger: await plant(kept, kept.world.otherScope, other, canaries.stranger),
  }
  unplanted = await plantRows(
    kept.world.database,
    kept.world.otherScope,
    canaries.stranger,
    shapesWith(canaries.stranger),
  )
})
afterAll(() => kept.close())

/** What stands in an address: the things of one organization, whoever asks. */
function fill(
  path: string,
  { recommendation, import: imported, member, invitation, peopleImport, provider }: Planted,
  organization: string,
) {
  const id = path.includes('/organizations/')
    ? organization
    : path.includes('/imports/')
      ? imported
      : path.includes('/invitations/')
        ? invitation
        : path.includes('/users/import/')
          ? peopleImport
          : path.includes('/users/')
            ? member
            : recommendation
  const valueByName: Record<string, string> = {
    id,
    organization,
    provider_id: provider,
    name: 'service',
    sessionId: member,
  }
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => valueByName[parameter] ?? id)
}

/** Questions as a person would ask them; a route without one is asked with nothing, which most of them answer. */
const window = { start_date: '2024-01-01', end_date: '2024-12-31' }
const questions: Record<string, { query?: string; body?: unknown }[]> = {
  'GET /v1/search': [{ query: 'q=canary' }, { query: 'q=canary-crimson' }],
  'GET /api/users': [{}, { query: 'search=canary' }],
  'GET /v1/users/export': [{ query: 'format=csv' }, { query: 'format=excel' }, { query: 'format=pdf' }],
  'GET /v1/costs/dimensions/{name}/values': [{}, { query: 'search=canary' }],
  'GET /v1/cost-optimization/overview': [{}, { query: 'start_date=2024-01-01&end_date=2024-12-31' }],
  'POST /v1/costs/query': [
    'ServiceName',
    'ResourceId',
    'SubAccountName',
    'tag:canary-crimson',
    'tag:canary-yellow',
  ].map((key) => ({
    body: { group_by: [key], ...window },
  })),
  'POST /v1/costs/query.csv': [{ body: { group_by: ['service'], ...window } }],
  'POST /v1/reports/{id}/run': [],
}

/** These change something and are asked elsewhere; here they would take away what the others look for. */
const changing =
  /^(POST (\/api\/auth\/|\/v1\/(users\/(bulk|invit|restore|import)|organizations|api-keys|security|invitations|imports|notifications\/read|uploads|operator|cost-optimization))|POST \/api\/users)/

async function crawl(user: TestUser, plantedIds: Planted, organization: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ method, path }) => (method === 'GET' || method === 'POST') && !changing.test(`${method} ${path}`),
  )
  const { data: reports } = await user.client.reports.list({})
  for (const { method, path } of routes) {
    const name = `${method} ${path}`
    const requests =
      name === 'POST /v1/reports/{id}/run'
        ? reports.map(({ id }) => ({ address: `/v1/reports/${id}/run`, query: '', body: { ...window } as unknown }))
        : (questions[name] ?? [{}]).map(({ query = '', body = {} }) => ({
            address: fill(path, plantedIds, organization),
            query,
            body,
          }))
    for (const { address, query, body } of requests) {
      const response = await fetch(`${kept.url}${address}${query && `?${query}`}`, {
        method,
        redirect: 'manual',
        headers: { ...user.headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
      answers.set(
        `${method} ${address}${query && `?${query}`} ${method === 'POST' ? JSON.stringify(body) : ''}`,
        `${response.status} ${await textOf(response)}`,
      )
    }
  }
  return answers
}

async function textOf(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('pdf')) return textOfPdf(body)
  if (!response.headers.get('content-type')?.includes('spreadsheetml'))
    return `${JSON.stringify([...response.headers])} ${body}`
  return JSON.stringify(await readSheet(body))
}

/** Answers in which the other's canary sings; what merely repeats the question is not one of them. */
function leaks(answers: Map<string, string>, canary: string): string[] {
  return [...answers]
    .filter(([request, answer]) => !request.includes(canary) && answer.includes(canary))
    .map(([request]) => request)
}

it('hears its own canary wherever there is something to hear', async () => {
  const answers = await crawl(ownUser, planted.own, kept.world.scope.organizationId)
  const sung = leaks(answers, canaries.own)
  const silent = [...answers.keys()].filter((request) => !sung.includes(request))
  for (const part of [
    '/api/users',
    '/v1/users/export?format=csv',
    '/v1/users/export?format=excel',
    '/v1/users/export?format=pdf',
    '/v1/imports',
    '/rejected-rows',
    '/v1/search',
    '/v1/notifications',
    '/v1/costs/query',
    '/v1/api-keys',
    '/identity-providers',
    '/recommendations',
    '/overview',
    '/activity',
    '/values',
    '/reports/',
    '/v1/loads',
    '/v1/me',
  ]) {
    expect(
      sung.filter((request) => request.includes(part)),
      `${part} is silent; silent are ${silent.join('\n')}`,
    ).not.toEqual([])
  }
})

it('breaks nowhere: a question that fails proves nothing', async () => {
  for (const [user, plantedIds, scope] of [
    [ownUser, planted.own, kept.world.scope],
    [other, planted.stranger, kept.world.otherScope],
  ] as const) {
    const answers = await crawl(user, plantedIds, scope.organizationId)
    expect([...answers].filter(([, answer]) => /^5/.test(answer)).map(([request]) => request)).toEqual([])
  }
})

it('never hears the other’s, whichever things it asks for', async () => {
  for (const [plantedIds, organization] of [
    [planted.own, kept.world.scope.organizationId],
    [planted.stranger, kept.world.scope.organizationId],
    [planted.stranger, kept.world.otherScope.organizationId],
  ] as const) {
    expect(leaks(await crawl(ownUser, plantedIds, organization), canaries.stranger)).toEqual([])
  }
  // Three times every route: a bound for what hangs, not for a busy machine.
}, 300_000)

it('never hears it through an API key either', async () => {
  const { data } = await ownUser.client.apiKeys.create({
    name: 'crawler',
    scopes: ['costs:read', 'recommendations:read', 'notifications:read', 'organization:read', 'users:read'],
  })
  const key: TestUser = { ...ownUser, headers: { authorization: `Bearer ${data.key}` } }
  expect(leaks(await crawl(key, planted.stranger, kept.world.otherScope.organizationId), canaries.stranger)).toEqual([])
})

it('would hear it if the database were asked for the other organization', async () => {
  const { database } = kept.world
  const scoped = database.scoped
  database.scoped = (scope, work) =>
    scoped(scope.organizationId === kept.world.scope.organizationId ? kept.world.otherScope : scope, work)
  try {
    const sung = leaks(await crawl(ownUser, planted.stranger, kept.world.scope.organizationId), canaries.stranger)
    expect(sung.length).toBeGreaterThan(5)
  } finally {
    database.scoped = scoped
  }
})

it('would hear it if the warehouse were asked for the other organization', async () => {
  const { warehouse, database } = kept.world
  const { query } = warehouse
  const { scoped } = database
  // The ledger asks for the loads that are current, by their ids: those are the other's too, as without a scope.
  const otherScope = kept.world.otherScope
  warehouse.query = ((_scope: unknown, ...parameters: [string]) => query(otherScope, ...parameters)) as typeof query
  database.scoped = (_scope, work) => scoped(otherScope, work)
  try {
    const sung = leaks(await crawl(ownUser, planted.stranger, kept.world.scope.organizationId), canaries.stranger)
    expect(sung.filter((request) => /costs|reports|rejected-rows/.test(request))).not.toEqual([])
  } finally {
    warehouse.query = query
    database.scoped = scoped
  }
})

it('planted something in every table that belongs to an organization', () => {
  expect(unplanted, 'give these a row by hand, in testing/plant.ts').toEqual([])
})
