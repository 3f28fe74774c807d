/** Who may pass a route's door: the contract's handlers and the raw routes ask the same question here. */
import type { Needs } from '@kept/contract/route.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext, SignedInContext } from './context.ts'
import { refuseByDemoRule } from './demo/gate.ts'
import { refuseForgery } from './forgery.ts'
import { refusalOf } from './refusal.ts'

/** The context with its person and organisation certain, or the reason why not. `public` routes do not come here. */
export function admit(context: RequestContext, needs: Exclude<Needs, 'public'>): SignedInContext {
  try {
    const admitted = judge(context, needs)
    refuseByDemoRule(admitted)
    return admitted
  } catch (error) {
    noteRefusal(context, needs, error)
    throw error
  }
}

/** Who was kept from what: a stranger's knock says nothing, somebody with a name at the wrong door may. */
function noteRefusal({ services, requestId, me, person, ip }: RequestContext, needs: Needs, error: unknown): void {
  const who = person?.id ?? me?.user.id
  if (who === undefined || !(error instanceof KeptError)) return
  const { code } = error
  const organization_id = me?.organization.id ?? null
  services.log.warn({
    action: 'request.refused',
    request_id: requestId,
    user_id: who,
    organization_id,
    needs,
    code,
    ip,
  })
}

function judge(context: RequestContext, needs: Exclude<Needs, 'public'>): SignedInContext {
  const { me, scope } = context
  if (context.person ?? me) refuseForgery(context)
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

/** Routes that need a `person` read `context.person`; like public ones they must not read `me`, who may be nobody yet. */
function admitPerson(context: RequestContext): SignedInContext {
  if (context.person) return context as SignedInContext
  if (context.me) throw new KeptError('forbidden', 'Only a person who signed in may do this, no API key.')
  throw new KeptError('unauthenticated', 'Please sign in first.')
}
