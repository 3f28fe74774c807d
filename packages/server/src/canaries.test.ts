/**
 * Two organisations with a canary each in everything they have. Whatever one of them is answered, by any route and in
 * any file, never sings the other's. That the ears are open is asked too: with a scope taken away it is heard.
 */
import { plantRows } from '@kept/store/testing/plant-rows.ts'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractRoutes, rawRoutes } from './testing/every-route.ts'
import { type Planted, plant } from './testing/plant.ts'
import { shapesWith } from './testing/plant-shapes.ts'
import { type Being, be } from './testing/sign-in.ts'
import { wordsOfPdf } from './testing/words-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

const canaries = { own: 'canary-yellow', stranger: 'canary-crimson' } as const

let kept: TestKept
let own: Being
let other: Being
let unplanted: string[]
let planted: { own: Planted; stranger: Planted }
beforeAll(async () => {
  kept = await openKept()
  own = await be(kept, { name: canaries.own, in: 'own', role: 'admin' })
  other = await be(kept, { name: canaries.stranger, in: 'stranger', role: 'admin' })
  planted = {
    own: await plant(kept, kept.world.scope, own, canaries.own),
    stranger: await plant(kept, kept.world.stranger, other, canaries.stranger),
  }
  unplanted = await plantRows(
    kept.world.database,
    kept.world.stranger,
    canaries.stranger,
    shapesWith(canaries.stranger),
  )
})
afterAll(() => kept.close())

/** What stands in an address: the things of one organisation, whoever asks. */
function fill(
  path: string,
  { finding, import: imported, member, invitation, peopleImport, provider }: Planted,
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
            : finding
  const named: Record<string, string> = {
    id,
    organization,
    provider_id: provider,
    name: 'service',
    sessionId: member,
  }
  return path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => named[parameter] ?? id)
}

/** Questions as a person would ask them; a route without one is asked with nothing, which most of them answer. */
const window = { from: '2024-01-01', to: '2024-12-31' }
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

async function crawl(who: Being, things: Planted, organization: string): Promise<Map<string, string>> {
  const heard = new Map<string, string>()
  const routes = [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ method, path }) => (method === 'GET' || method === 'POST') && !changing.test(`${method} ${path}`),
  )
  const { data: reports } = await who.client.reports.list({})
  for (const { method, path } of routes) {
    const name = `${method} ${path}`
    const asked =
      name === 'POST /v1/reports/{id}/run'
        ? reports.map(({ id }) => ({ at: `/v1/reports/${id}/run`, query: '', body: { ...window } as unknown }))
        : (questions[name] ?? [{}]).map(({ query = '', body = {} }) => ({
            at: fill(path, things, organization),
            query,
            body,
          }))
    for (const { at, query, body } of asked) {
      const response = await fetch(`${kept.url}${at}${query && `?${query}`}`, {
        method,
        redirect: 'manual',
        headers: { ...who.headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
      heard.set(
        `${method} ${at}${query && `?${query}`} ${method === 'POST' ? JSON.stringify(body) : ''}`,
        `${response.status} ${await textOf(response)}`,
      )
    }
  }
  return heard
}

async function textOf(response: Response): Promise<string> {
  const body = Buffer.from(await response.arrayBuffer())
  if (response.headers.get('content-type')?.includes('pdf')) return wordsOfPdf(body)
  if (!response.headers.get('content-type')?.includes('spreadsheetml'))
    return `${JSON.stringify([...response.headers])} ${body}`
  return JSON.stringify(await readSheet(body))
}

/** Answers in which the other's canary sings; what merely repeats the question is not one of them. */
function leaks(heard: Map<string, string>, canary: string): string[] {
  return [...heard]
    .filter(([asked, answer]) => !asked.includes(canary) && answer.includes(canary))
    .map(([asked]) => asked)
}

it('hears its own canary wherever there is something to hear', async () => {
  const heard = await crawl(own, planted.own, kept.world.scope.organizationId)
  const sung = leaks(heard, canaries.own)
  const silent = [...heard.keys()].filter((asked) => !sung.includes(asked))
  for (const part of [
    '/api/users',
    '/v1/users/export?format=csv',
    '/v1/users/export?format=excel',
    '/v1/users/export?format=pdf',
    '/v1/imports',
    '/set-aside',
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
      sung.filter((asked) => asked.includes(part)),
      `${part} is silent; silent are ${silent.join('\n')}`,
    ).not.toEqual([])
  }
})

it('breaks nowhere: a question that fails proves nothing', async () => {
  for (const [who, things, scope] of [
    [own, planted.own, kept.world.scope],
    [other, planted.stranger, kept.world.stranger],
  ] as const) {
    const heard = await crawl(who, things, scope.organizationId)
    expect([...heard].filter(([, answer]) => /^5/.test(answer)).map(([asked]) => asked)).toEqual([])
  }
})

it('never hears the other’s, whichever things it asks for', async () => {
  for (const [things, organization] of [
    [planted.own, kept.world.scope.organizationId],
    [planted.stranger, kept.world.scope.organizationId],
    [planted.stranger, kept.world.stranger.organizationId],
  ] as const) {
    expect(leaks(await crawl(own, things, organization), canaries.stranger)).toEqual([])
  }
  // Three times every route: a bound for what hangs, not for a busy machine.
}, 300_000)

it('never hears it through an API key either', async () => {
  const { data } = await own.client.apiKeys.create({
    name: 'crawler',
    scopes: ['costs:read', 'findings:read', 'notifications:read', 'organization:read', 'users:read'],
  })
  const key: Being = { ...own, headers: { authorization: `Bearer ${data.key}` } }
  expect(leaks(await crawl(key, planted.stranger, kept.world.stranger.organizationId), canaries.stranger)).toEqual([])
})

it('would hear it if the database were asked for the other organisation', async () => {
  const { database } = kept.world
  const scoped = database.scoped
  database.scoped = (scope, work) =>
    scoped(scope.organizationId === kept.world.scope.organizationId ? kept.world.stranger : scope, work)
  try {
    const sung = leaks(await crawl(own, planted.stranger, kept.world.scope.organizationId), canaries.stranger)
    expect(sung.length).toBeGreaterThan(5)
  } finally {
    database.scoped = scoped
  }
})

it('would hear it if the warehouse were asked for the other organisation', async () => {
  const { warehouse, database } = kept.world
  const { ask } = warehouse
  const { scoped } = database
  // The ledger asks for the loads that are current, by their ids: those are the other's too, as without a scope.
  const otherScope = kept.world.stranger
  warehouse.ask = ((_scope: unknown, ...rest: [string]) => ask(otherScope, ...rest)) as typeof ask
  database.scoped = (_scope, work) => scoped(otherScope, work)
  try {
    const sung = leaks(await crawl(own, planted.stranger, kept.world.scope.organizationId), canaries.stranger)
    expect(sung.filter((asked) => /costs|reports|set-aside/.test(asked))).not.toEqual([])
  } finally {
    warehouse.ask = ask
    database.scoped = scoped
  }
})

it('planted something in every table that belongs to an organisation', () => {
  expect(unplanted, 'give these a row by hand, in testing/plant.ts').toEqual([])
})
