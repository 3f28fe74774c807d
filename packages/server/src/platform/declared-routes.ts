/**
 * Every HTTP route declares its access, routes outside the contract in their Fastify `config`. A route without it stops
 * the start, because it could not be checked.
 */
import type { Needs } from '@kept/contract/route.ts'
import type { FastifyInstance } from 'fastify'

/** `contract` means the contract's own guard; `operator` and `metrics` authenticate on their own. */
export type RouteNeeds = Needs | 'contract' | 'operator' | 'metrics'

declare module 'fastify' {
  interface FastifyInstance {
    declaredRoutes: readonly DeclaredRoute[]
  }
  interface FastifyContextConfig {
    needs?: RouteNeeds
  }
}

export interface DeclaredRoute {
  method: string
  path: string
  needs: RouteNeeds
  /** A file of the site or of the dashboard, no operation of the API. */
  isPage: boolean
}

/** Records routes from now on; `during` declares the access of a library's routes (static files). */
export function watchRoutes(app: FastifyInstance): {
  during(needs: RouteNeeds, register: () => PromiseLike<unknown>): Promise<void>
} {
  const routes: DeclaredRoute[] = []
  app.decorate('declaredRoutes', routes)
  let ambient: RouteNeeds | undefined
  app.addHook('onRoute', ({ method, url, config }) => {
    const needs = config?.needs ?? ambient
    if (needs === undefined)
      throw new Error(`${String(method)} ${url} does not say who may pass: config: { needs: ... }.`)
    for (const httpMethod of [method].flat())
      routes.push({ method: httpMethod, path: url, needs, isPage: ambient !== undefined })
  })
  return {
    async during(needs, register) {
      ambient = needs
      try {
        await register()
      } finally {
        ambient = undefined
      }
    },
  }
}
