import { describe, expect, it } from 'vitest'
import { operatorRoutes, personRoutes, publicRoutes, routes } from './implement.ts'

/** None of these is called: each line is checked by the type checker, not at run time. */
const refusedByTheCompiler = [
  // @ts-expect-error a public handler has no user
  () => publicRoutes.health.alive.handler(({ context }) => ({ status: context.me ? 'ok' : 'ok' })),
  // @ts-expect-error a public handler has no organization
  () => publicRoutes.health.alive.handler(({ context }) => ({ status: context.scope ? 'ok' : 'ok' })),
  // @ts-expect-error a route that needs a permission cannot be implemented as a public one
  () => publicRoutes.costs.query,
  // @ts-expect-error a route that needs an operator permission cannot be implemented with another context
  () => routes.commission.customers,
  // @ts-expect-error a route that needs a permission cannot be implemented for operators only
  () => operatorRoutes.costs.query,
  // @ts-expect-error the organization of a user can be missing
  () => personRoutes.auth.profile.handler(({ context }) => context.me.organization),
]

describe('contexts', () => {
  it('refuses at compile time what a route does not declare', () => {
    expect(refusedByTheCompiler).toHaveLength(6)
  })

  it('gives a handler what its route declares', () => {
    const handlers = [
      publicRoutes.health.alive.handler(() => ({ status: 'ok' })),
      routes.session.me.handler(({ context }) => ({ data: context.me })),
      personRoutes.auth.endOtherSessions.handler(({ context }) => ({ ended_count: context.session.id.length })),
      operatorRoutes.commission.customers.handler(({ context, input }) => ({
        data: [],
        meta: { page: input.page, page_size: input.page_size, total: context.reach.demo ? 1 : 0 },
      })),
    ]
    expect(handlers.map((handler) => handler['~orpc'].meta.needs)).toEqual([
      'public',
      'signed_in',
      'person',
      'commission:operate',
    ])
  })
})
