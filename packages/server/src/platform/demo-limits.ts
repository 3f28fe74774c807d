/** What a demo session cannot do: anything that reaches out of the demo organization, or would lock the next visitor out. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext } from './context.ts'
import { demoRefusal, isInDemo } from './demo/gate.ts'

/** For what depends on more than the route: see `demo/rules.ts`. */
export function refuseInDemo(context: Pick<RequestContext, 'person' | 'me' | 'by'>): void {
  if (isInDemo(context)) throw new KeptError('forbidden', demoRefusal)
}

/**
 * The one organization a session may see and touch; undefined when it may reach every organization of its person. An
 * organization's identity provider vouches for its people there only, and a demo session belongs to its demo.
 */
export function onlyOrganizationOf({ session }: Pick<RequestContext, 'session'>): string | null | undefined {
  if (!session) return undefined
  return session.bound || session.kind === 'demo' ? session.active_organization_id : undefined
}

/** Refuses an organization outside the session's reach in the words for one that the person does not belong to. */
export function requireReachableOrganization(context: Pick<RequestContext, 'session'>, organizationId: string): void {
  const reachableId = onlyOrganizationOf(context)
  if (reachableId === undefined || reachableId === organizationId) return
  throw new KeptError('not_found', 'You do not belong to this organization.')
}

/** A session an organization's identity provider vouched for says nothing about the person anywhere else. */
export function refuseWhenBound({ session }: Pick<RequestContext, 'session'>): void {
  if (!session?.bound) return
  throw new KeptError(
    'forbidden',
    'You signed in through your organization’s identity provider. Sign in with your password or passkey to do this.',
  )
}
