/**
 * How features implement the contract. Each kind of access has its own guard and its own context, and the contract's
 * type says which routes belong to it: a handler can neither skip its guard nor read what the guard did not check.
 */
import { contract } from '@kept/contract/contract.ts'
import type { RouteMeta } from '@kept/contract/route.ts'
import type { RoutesNeeding } from '@kept/contract/routes-needing.ts'
import type { OperatorPermission } from '@kept/domain/permission.ts'
import { runInRecording } from '@kept/store/audit/recording.ts'
import { implement } from '@orpc/server'
import { newRecording, type RequestedRoute, recordRequest } from './audit/record-request.ts'
import type { PublicContext, RequestContext, SignedInContext } from './context.ts'
import { isInDemo, runInDemo } from './demo/gate.ts'
import { admit, admitOperator, admitPerson, type OrganizationNeeds } from './guard.ts'
import { carryOutOnce } from './idempotency.ts'
import { verifyCsrf } from './verify-csrf.ts'

const publicContract: RoutesNeeding<typeof contract, 'public'> = contract
const personContract: RoutesNeeding<typeof contract, 'person'> = contract
const signedInContract: RoutesNeeding<typeof contract, Exclude<OrganizationNeeds, OperatorPermission>> = contract
const operatorContract: RoutesNeeding<typeof contract, OperatorPermission> = contract

/** Routes that need no sign-in. Their context has no user. */
export const publicRoutes = implement(publicContract)
  .$context<PublicContext>()
  .use(({ context, next }, input) => {
    verifyCsrf(context, tokenIn(input))
    return runInRecording(newRecording(context), async () => next())
  })

/** Routes that need a user with a session. */
export const personRoutes = implement(personContract)
  .$context<RequestContext>()
  .use(({ context, procedure, next }, input) =>
    recordRequest(context, describeRoute(procedure, input), {
      admit: () => admitPerson(context),
      handle: (admitted, changing) => {
        const handle = () => changing(async () => next({ context: admitted }))
        return isInDemo(admitted) ? runInDemo(admitted, input, handle) : handle()
      },
    }),
  )

/** Routes that need a permission, or any sign-in. */
export const routes = implement(signedInContract)
  .$context<RequestContext>()
  .use(({ context, procedure, next }, input) => {
    const { meta } = procedure['~orpc']
    return recordRequest(context, describeRoute(procedure, input), {
      admit: () => admit(context, meta.needs),
      handle: (admitted, changing) =>
        carryOut(
          admitted,
          meta,
          input,
          () => changing(async () => next({ context: admitted })),
          (output) => ({ output, context: admitted }),
        ),
    })
  })

/** Routes that need an operator permission. */
export const operatorRoutes = implement(operatorContract)
  .$context<RequestContext>()
  .use(({ context, procedure, next }, input) => {
    const { meta } = procedure['~orpc']
    return recordRequest(context, describeRoute(procedure, input), {
      admit: () => admitOperator(context, meta.needs),
      handle: (admitted, changing) =>
        carryOut(
          admitted,
          meta,
          input,
          () => changing(async () => next({ context: admitted })),
          (output) => ({ output, context: admitted }),
        ),
    })
  })

/** Every route: a missing handler is a type error. */
export const allRoutes = implement(contract).$context<RequestContext>()

/** In the demo, visitors share one user: a response stored for one visitor's key would be given to another. */
function carryOut<Result extends { output: unknown }>(
  context: SignedInContext,
  { idempotency }: RouteMeta,
  input: unknown,
  handle: () => Promise<Result>,
  replay: (output: unknown) => Result,
): Promise<Result> {
  if (isInDemo(context)) return runInDemo(context, input, handle)
  if (idempotency !== 'key') return handle()
  return carryOutOnce(context, [context.route.method, context.route.path, input], handle, replay)
}

/** Sign-in can send its CSRF token in the body, as the specification says. */
function tokenIn(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || !('csrfToken' in input)) return undefined
  return typeof input.csrfToken === 'string' ? input.csrfToken : undefined
}

interface RouteProcedure {
  '~orpc': { route: { summary?: string | undefined }; inputSchema?: unknown }
}

function describeRoute({ '~orpc': { route, inputSchema } }: RouteProcedure, input: unknown): RequestedRoute {
  return { summary: route.summary ?? '', inputSchema, input }
}
