/**
 * Every route of the HTTP door says who may pass, the ones outside the contract in their Fastify `config`. A route that
 * says nothing stops the start: what is not declared cannot be checked, and would be open one day.
 */
import type { Needs } from '@kept/contract/route.ts'
import type { FastifyInstance } from 'fastify'

/** `contract` hands over to the contract's own guard; `operator` and `metrics` have doors of their own. */
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

/** Watches what is registered from now on; `during` says what routes of a library (files, say) need. */
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
