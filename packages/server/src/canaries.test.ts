/**
 * Two organizations with a canary each in all of their data. No response to one of them, by any route or file, contains
 * the other's canary. With a scope removed it is found, which proves that the search works.
 */
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractRoutes, rawRoutes } from './testing/every-route.ts'
import { type Planted, plant } from './testing/plant.ts'
import { plantEverywhere } from './testing/plant-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { textOfPdf } from './testing/text-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

const canaries = { own: 'canary-yellow', other: 'canary-crimson' } as const

let kept: TestKept
let ownUser: TestUser
let other: TestUser
let planted: { own: Planted; other: Planted }
beforeAll(async () => {
  kept = await openKept()
  ownUser = await createTestUser(kept, { name: canaries.own, in: 'own', role: 'admin' })
  other = await createTestUser(kept, { name: canaries.other, in: 'other', role: 'admin' })
  // The organization that must not be seen has a canary in every table: see planted-tables.test.ts.
  const everywhere = await plantEverywhere(kept, {
    scope: kept.world.otherScope,
    admin: other,
    canary: canaries.other,
  })
  planted = {
    own: await plant(kept, kept.world.scope, ownUser, canaries.own),
    other: everywhere.planted,
  }
})
afterAll(() => kept.close())

/** Ids in paths: objects of one organization, in requests of either. */
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

/** Realistic inputs; a route without one is requested with an empty input, which most accept. */
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
  'POST /v1/reports/{id}/run.csv': [],
}

/** These change something and are tested elsewhere; here they would delete what other routes need. */
const changing =
  /^(POST (\/api\/auth\/|\/v1\/(users\/(bulk|invit|restore|import)|organizations|api-keys|security|autopilot|remediation|invitations|imports|notifications\/read|uploads|operator|cost-optimization))|POST \/api\/users)/

async function crawl(user: TestUser, plantedIds: Planted, organization: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ method, path }) => (method === 'GET' || method === 'POST') && !changing.test(`${method} ${path}`),
  )
  const { data: reports } = await user.client.reports.list({})
  for (const { method, path } of routes) {
    const name = `${method} ${path}`
    const runsReport = name.startsWith('POST /v1/reports/{id}/run')
    const requests = runsReport
      ? reports.map(({ id }) => ({
          address: path.replace(/\{id\}|:id/, id),
          query: '',
          body: { ...window } as unknown,
        }))
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

const crawls = new Map<string, ReturnType<typeof crawl>>()

/** Several tests look at the same responses: every route is requested once for each user and each kind of ids. */
function crawlOnce(user: TestUser, plantedIds: Planted, organization: string): ReturnType<typeof crawl> {
  const key = [user.userId, plantedIds.recommendation, organization].join()
  const answers = crawls.get(key) ?? crawl(user, plantedIds, organization)
  crawls.set(key, answers)
  return answers
}

async function textOf(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('pdf')) return textOfPdf(body)
  if (!response.headers.get('content-type')?.includes('spreadsheetml'))
    return `${JSON.stringify([...response.headers])} ${body}`
  return JSON.stringify(await readSheet(body))
}

/** Responses that contain the other's canary, except those that merely repeat the input. */
function leaks(answers: Map<string, string>, canary: string): string[] {
  return [...answers]
    .filter(([request, answer]) => !request.includes(canary) && answer.includes(canary))
    .map(([request]) => request)
}

it('finds its own canary wherever it is visible', async () => {
  const answers = await crawlOnce(ownUser, planted.own, kept.world.scope.organizationId)
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

it('fails nowhere: a failing route proves nothing', async () => {
  for (const [user, plantedIds, scope] of [
    [ownUser, planted.own, kept.world.scope],
    [other, planted.other, kept.world.otherScope],
  ] as const) {
    const answers = await crawlOnce(user, plantedIds, scope.organizationId)
    expect([...answers].filter(([, answer]) => /^5/.test(answer)).map(([request]) => request)).toEqual([])
  }
})

it('never shows the other organization’s canary, whichever ids are requested', async () => {
  for (const [plantedIds, organization] of [
    [planted.own, kept.world.scope.organizationId],
    [planted.other, kept.world.scope.organizationId],
    [planted.other, kept.world.otherScope.organizationId],
  ] as const) {
    expect(leaks(await crawlOnce(ownUser, plantedIds, organization), canaries.other)).toEqual([])
  }
  // Every route several times: a limit against hangs, not against a busy machine.
}, 300_000)

it('never shows it to an API key either', async () => {
  const { data } = await ownUser.client.apiKeys.create({
    name: 'crawler',
    scopes: ['costs:read', 'recommendations:read', 'notifications:read', 'organization:read', 'users:read'],
  })
  const key: TestUser = { ...ownUser, headers: { authorization: `Bearer ${data.key}` } }
  expect(leaks(await crawl(key, planted.other, kept.world.otherScope.organizationId), canaries.other)).toEqual([])
})

it('would show it if the database scope were wrong', async () => {
  const { database } = kept.world
  const scoped = database.scoped
  database.scoped = (scope, work) =>
    scoped(scope.organizationId === kept.world.scope.organizationId ? kept.world.otherScope : scope, work)
  try {
    const sung = leaks(await crawl(ownUser, planted.other, kept.world.scope.organizationId), canaries.other)
    expect(sung.length).toBeGreaterThan(5)
  } finally {
    database.scoped = scoped
  }
})

it('would show it if the warehouse scope were wrong', async () => {
  const { warehouse, database } = kept.world
  const { query } = warehouse
  const { scoped } = database
  // The ledger also filters by current load ids: those are the other's too, as without a scope.
  const otherScope = kept.world.otherScope
  warehouse.query = ((_scope: unknown, ...parameters: [string]) => query(otherScope, ...parameters)) as typeof query
  database.scoped = (_scope, work) => scoped(otherScope, work)
  try {
    const sung = leaks(await crawl(ownUser, planted.other, kept.world.scope.organizationId), canaries.other)
    expect(sung.filter((request) => /costs|reports|rejected-rows/.test(request))).not.toEqual([])
  } finally {
    warehouse.query = query
    database.scoped = scoped
  }
})
