/** Access control of all routes: contract handlers and raw routes. */
import type { Needs } from '@kept/contract/route.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext, SignedInContext } from './context.ts'
import { refuseByDemoRule } from './demo/gate.ts'
import { refusalOf } from './refusal.ts'
import { verifyCsrf } from './verify-csrf.ts'

/** Returns the context with its user and organization. Throws unauthenticated or forbidden. Not for `public` routes. */
export function admit(context: RequestContext, needs: Exclude<Needs, 'public'>): SignedInContext {
  try {
    const admitted = evaluate(context, needs)
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

function evaluate(context: RequestContext, needs: Exclude<Needs, 'public'>): SignedInContext {
  const { me, scope } = context
  if (context.person ?? me) verifyCsrf(context)
  if (needs === 'person') return admitPerson(context)
  if (!me || !scope) throw new KeptError('unauthenticated', 'Please sign in first.')
  if (context.secondFactorDue && needs !== 'signed_in') {
    throw new KeptError(
      'second_factor_required',
      'Your organization requires two-factor authentication for its admins. Set it up in Settings, Security.',
    )
  }
  if (needs !== 'signed_in' && !me.permissions.includes(needs)) {
    throw refusalOf(context, needs)
  }
  return { ...context, me, scope }
}

/** Routes that need a `person` read `context.person`, because `me` can be null. */
function admitPerson(context: RequestContext): SignedInContext {
  if (context.person) return context as SignedInContext
  if (context.me) throw new KeptError('forbidden', 'API keys cannot do this. Sign in to do it.')
  throw new KeptError('unauthenticated', 'Please sign in first.')
}
