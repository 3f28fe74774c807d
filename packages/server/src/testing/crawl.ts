/** For tests: requests every route of the server as one user. */
import { randomUUID } from 'node:crypto'
import type { TestKept } from '../testing.ts'
import { contractRoutes, type KnownRoute, rawRoutes } from './every-route.ts'

interface CrawlAnswer {
  /** "GET /v1/me": the declared route. */
  route: string
  /** The requested path. */
  path: string
  status: number
  /** Headers and body. */
  text: string
  body: string
  type: string
}

/** These end the caller's session, which would hide every later response. */
const endsSession = /^(POST \/api\/auth\/(logout|login|demo)|DELETE \/api\/auth\/sessions\/)/

export function listRoutes(kept: Pick<TestKept, 'server'>): KnownRoute[] {
  return [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ needs, method, path }) => needs !== 'operator' && !endsSession.test(`${method} ${path}`),
  )
}

/** Requests each route once; `fill` returns the value of a path parameter, `bodyOf` the body of a write. */
export async function crawl(
  kept: Pick<TestKept, 'url'>,
  routes: readonly KnownRoute[],
  {
    headers,
    fill = () => randomUUID(),
    bodyOf = () => ({}),
  }: {
    headers: Record<string, string>
    fill?: (parameter: string, route: KnownRoute) => string
    bodyOf?: (route: KnownRoute) => unknown
  },
): Promise<CrawlAnswer[]> {
  const answers: CrawlAnswer[] = []
  for (const route of routes) {
    const { method } = route
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => fill(parameter, route))
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const response = await fetch(`${kept.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
      ...(hasBody && { body: JSON.stringify(bodyOf(route)) }),
    })
    const body = await response.text()
    const text = `${JSON.stringify([...response.headers])} ${body}`
    const type = response.headers.get('content-type') ?? ''
    answers.push({ route: `${method} ${route.path}`, path, status: response.status, text, body, type })
  }
  return answers
}
