/** Access control of all routes: contract handlers and raw routes. */
import type { Needs } from '@kept/contract/route.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { OperatorPermission } from '@kept/domain/permission.ts'
import type { OperatorContext, PersonContext, RequestContext, SignedInContext } from './context.ts'
import { refuseByDemoRule } from './demo/gate.ts'
import { refusalOf } from './refusal.ts'
import { verifyCsrf } from './verify-csrf.ts'

/** A permission of a role, or `signed_in`: what the caller of an organization needs. */
export type OrganizationNeeds = Exclude<Needs, 'public' | 'person'>

/** Returns the context with its user and organization. Throws unauthenticated or forbidden. */
export function admit(context: RequestContext, needs: OrganizationNeeds): SignedInContext {
  return guarded(context, needs, () => evaluate(context, needs))
}

/** Whether `admit` would let this request pass. Nothing is logged: a refusal is told by `admit`. */
export function isAdmitted(context: RequestContext, needs: Needs): boolean {
  if (needs === 'public' || needs === 'person') return false
  try {
    refuseByDemoRule(evaluate(context, needs))
    return true
  } catch (error) {
    if (error instanceof KeptError) return false
    throw error
  }
}

/** Returns the context with its user and session. Throws unauthenticated, or forbidden for an API key. */
export function admitPerson(context: RequestContext): PersonContext {
  return guarded(context, 'person', () => evaluatePerson(context))
}

/** Like `admit`, with the customers that the operator sees. */
export function admitOperator(context: RequestContext, needs: OperatorPermission): OperatorContext {
  const admitted = admit(context, needs)
  return { ...admitted, reach: { demo: admitted.me.organization.demo } }
}

function guarded<Admitted extends RequestContext>(
  context: RequestContext,
  needs: Needs,
  check: () => Admitted,
): Admitted {
  try {
    const admitted = check()
    refuseByDemoRule(admitted)
    return admitted
  } catch (error) {
    noteRefusal(context, needs, error)
    throw error
  }
}

/** Logs refused requests of signed-in users; anonymous requests are not logged. */
function noteRefusal({ services, requestId, me, person, ip }: RequestContext, needs: Needs, error: unknown): void {
  const userId = person?.id ?? me?.user.id
  if (userId === undefined || !(error instanceof KeptError)) return
  const { code } = error
  const organization_id = me?.organization.id ?? null
  services.log.warn({
    event: 'request.refused',
    request_id: requestId,
    user_id: userId,
    organization_id,
    needs,
    code,
    ip,
  })
}

function evaluate(context: RequestContext, needs: OrganizationNeeds): SignedInContext {
  const { me, scope } = context
  if (context.person ?? me) verifyCsrf(context)
  if (context.refusedBy !== undefined) {
    throw new KeptError('forbidden', context.refusedBy, { details: { reason: 'policy' } })
  }
  if (!me || !scope) throw new KeptError('unauthenticated', 'Please sign in first.')
  if (context.secondFactorDue && needs !== 'signed_in') {
    throw new KeptError(
      'second_factor_required',
      'Your organization requires two-factor authentication. Set it up in Settings, Security.',
    )
  }
  if (needs !== 'signed_in' && !me.permissions.includes(needs)) {
    throw refusalOf(context, needs)
  }
  return { ...context, me, scope }
}

function evaluatePerson(context: RequestContext): PersonContext {
  const { me, person, session } = context
  if (person ?? me) verifyCsrf(context)
  if (person && session) return { ...context, person, session }
  if (me) throw new KeptError('forbidden', 'API keys cannot do this. Sign in to do it.')
  throw new KeptError('unauthenticated', 'Please sign in first.')
}
