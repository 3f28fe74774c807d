/** For tests: asks every route of the server in one person's name. */
import { randomUUID } from 'node:crypto'
import type { TestKept } from '../testing.ts'
import { contractRoutes, type KnownRoute, rawRoutes } from './every-route.ts'

interface CrawlAnswer {
  /** "GET /v1/me": the declared route. */
  route: string
  /** The address that was asked. */
  path: string
  status: number
  /** Headers and body. */
  text: string
  body: string
  type: string
}

/** These end the asking session itself, which would hide every later answer. */
const endsSession = /^(POST \/api\/auth\/(logout|login|demo)|DELETE \/api\/auth\/sessions\/)/

export function listRoutes(kept: Pick<TestKept, 'server'>): KnownRoute[] {
  return [...contractRoutes(), ...rawRoutes(kept.server.routes)].filter(
    ({ needs, method, path }) => needs !== 'operator' && !endsSession.test(`${method} ${path}`),
  )
}

/** Asks each route once; `fill` answers the value of a path parameter, `bodyOf` the body of a changing route. */
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
