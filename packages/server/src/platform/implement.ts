/** How features implement the contract: one guard in front of every handler, reading what its route declares. */
import { contract } from '@kept/contract/contract.ts'
import type { RouteMeta } from '@kept/contract/route.ts'
import { implement } from '@orpc/server'
import type { RequestContext, SignedInContext } from './context.ts'
import { isInDemo, runInDemo } from './demo/gate.ts'
import { admit } from './guard.ts'
import { carryOutOnce } from './idempotency.ts'
import { verifyCsrf } from './verify-csrf.ts'

const guarded = implement(contract)
  .$context<RequestContext>()
  .use(({ context, procedure, next }, input) => {
    const { meta, route } = procedure['~orpc']
    const { needs, idempotency } = meta as RouteMeta
    if (needs === 'public') {
      verifyCsrf(context, tokenIn(input))
      return next({ context: context as SignedInContext })
    }
    const admitted = admit(context, needs)
    const handle = async () => next({ context: admitted })
    // Visitors of the demo are one caller: an answer kept for one would be given to another.
    if (isInDemo(admitted)) return runInDemo(admitted, input, handle)
    if (idempotency !== 'key') return handle()
    return carryOutOnce(admitted, [route.method, route.path, input], handle)
  })

/** Public routes get a context without `me`; they declare `public` and must not read it. */
export const routes = guarded

/** Sign-in carries its CSRF token in the body, as the specification has it. */
function tokenIn(input: unknown): string | undefined {
  const { csrfToken } = (input ?? {}) as { csrfToken?: unknown }
  return typeof csrfToken === 'string' ? csrfToken : undefined
}
