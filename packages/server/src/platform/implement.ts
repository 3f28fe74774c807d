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
  .use(({ context, procedure, next }, input) =>
    carryOut(context, procedure, input, {
      admit: ({ needs }) => admit(context, needs),
      handle: async (admitted) => next({ context: admitted }),
      replay: (admitted, output) => ({ output, context: admitted }),
    }),
  )

/** Routes that need an operator permission. */
export const operatorRoutes = implement(operatorContract)
  .$context<RequestContext>()
  .use(({ context, procedure, next }, input) =>
    carryOut(context, procedure, input, {
      admit: ({ needs }) => admitOperator(context, needs),
      handle: async (admitted) => next({ context: admitted }),
      replay: (admitted, output) => ({ output, context: admitted }),
    }),
  )

/** Every route: a missing handler is a type error. */
export const allRoutes = implement(contract).$context<RequestContext>()

interface Handling<Meta extends RouteMeta, Admitted extends SignedInContext, Result extends { output: unknown }> {
  /** Checks access, and throws where it is missing. */
  admit(meta: Meta): Admitted
  handle(admitted: Admitted): Promise<Result>
  /** The result of a request that was carried out before, from its stored response. */
  replay(admitted: Admitted, output: unknown): Result
}

/**
 * Checks access, records the request, and carries it out, once for an idempotency key. In the demo, visitors share one
 * user: a response stored for one visitor's key would be given to another.
 */
function carryOut<Meta extends RouteMeta, Admitted extends SignedInContext, Result extends { output: unknown }>(
  context: RequestContext,
  procedure: RouteProcedure & { '~orpc': { meta: Meta } },
  input: unknown,
  { admit: admitRequest, handle, replay }: Handling<Meta, Admitted, Result>,
): Promise<Result> {
  const { meta } = procedure['~orpc']
  return recordRequest(context, describeRoute(procedure, input), {
    admit: () => admitRequest(meta),
    handle(admitted, changing) {
      const change = () => changing(() => handle(admitted))
      if (isInDemo(admitted)) return runInDemo(admitted, input, change)
      if (meta.idempotency !== 'key') return change()
      const { method, path } = admitted.route
      return carryOutOnce(admitted, [method, path, input], change, (output) => replay(admitted, output))
    },
  })
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
