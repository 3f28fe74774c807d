/** How long a response may be used again, as each route declares it. */
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { crawl, listRoutes } from './testing/crawl.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let otherAdmin: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  otherAdmin = await createTestUser(kept, { name: 'other admin', in: 'other', role: 'admin' })
})
afterAll(() => kept.close())

const routes = listContractRoutes(contract)
const cacheControlOf = (text: string) => /\["cache-control","([^"]*)"\]/.exec(text)?.[1]
const declaredFor = (route: string, status: number): string => {
  const match = routes.find(({ method, path }) => `${method} ${path}` === route)
  if (status !== 200 || !match?.cache || !('clientSeconds' in match.cache)) return 'no-store'
  return `${match.needs === 'public' ? 'public' : 'private'}, max-age=${match.cache.clientSeconds}`
}

describe('Cache-Control', () => {
  it('is what the route declares, for every route, and no-store for every error', async () => {
    const reads = listRoutes(kept).filter(({ method, path }) => method === 'GET' && path !== '/metrics')
    const responses = [
      ...(await crawl(kept, reads, { headers: admin.headers })),
      ...(await crawl(kept, reads, { headers: {} })),
    ]
    const differing = responses
      .filter(({ path }) => /^\/(v1|api)\//.test(path))
      .map(({ route, status, text }) => ({
        route,
        status,
        actual: cacheControlOf(text),
        expected: declaredFor(route, status),
      }))
      .filter(({ actual, expected }) => actual !== expected)
    expect(differing).toEqual([])
    const cached = responses.filter(({ text }) => cacheControlOf(text)?.includes('max-age'))
    expect(new Set(cached.map(({ route }) => route)).size).toBe(
      routes.filter(({ cache }) => cache && 'clientSeconds' in cache).length,
    )
  })

  it('lets a client store only what is the same for every organization', async () => {
    const shared = listRoutes(kept).filter(({ method, path }) => declaredFor(`${method} ${path}`, 200) !== 'no-store')
    const [own, other] = await Promise.all([admin, otherAdmin].map(({ headers }) => crawl(kept, shared, { headers })))
    expect(own?.map(({ body }) => body)).toEqual(other?.map(({ body }) => body))
  })
})

describe('serverSeconds', () => {
  it('is declared for reading routes only, and each of them asks the cache', async () => {
    const cached = routes.filter(({ cache }) => cache !== undefined)
    expect(cached.filter(({ method }) => method !== 'GET')).toEqual([])
    // Complete responses are tested in cached-responses.test.ts.
    const paths = cached.flatMap(({ cache, path }) =>
      cache && 'serverSeconds' in cache && !cache.complete ? [path] : [],
    )
    const get = vi.spyOn(kept.server.services.answers, 'get')
    const dates = '?start_date=2024-01-01&end_date=2024-02-01'
    const undated = /\/forecast$|^\/v1\/(billing|security)\//
    for (const path of paths) {
      const filled = path.replace('{organization}', 'own')
      await fetch(`${kept.url}${filled}${undated.test(path) ? '' : dates}`, { headers: admin.headers })
    }
    expect(get.mock.calls.map(([, question]) => (question as unknown[])[0])).toEqual(paths)
  })
})
