/**
 * Limits of a demo session: nothing outside the demo organization, and nothing that would lock out the next visitor.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext } from './context.ts'
import { demoRefusal, isInDemo } from './demo/gate.ts'

/** For checks that depend on more than the route: see `demo/rules.ts`. */
export function refuseInDemo(context: Pick<RequestContext, 'person' | 'me' | 'authenticatedBy'>): void {
  if (isInDemo(context)) throw new KeptError('forbidden', demoRefusal)
}

/**
 * The only organization a session may access; undefined when it may access every organization of its user. An
 * organization's identity provider is trusted only there, and a demo session belongs to its demo.
 */
export function onlyOrganizationOf({ session }: Pick<RequestContext, 'session'>): string | null | undefined {
  if (!session) return undefined
  return session.bound || session.kind === 'demo' ? session.active_organization_id : undefined
}

/** Rejects an organization outside the session's scope with the same message as for non-members. */
export function requireReachableOrganization(context: Pick<RequestContext, 'session'>, organizationId: string): void {
  const reachableId = onlyOrganizationOf(context)
  if (reachableId === undefined || reachableId === organizationId) return
  throw new KeptError('not_found', 'You do not belong to this organization.')
}

/** A session of an organization's identity provider proves nothing about the user elsewhere. */
export function refuseWhenBound({ session }: Pick<RequestContext, 'session'>): void {
  if (!session?.bound) return
  throw new KeptError(
    'forbidden',
    'You signed in through your organization’s identity provider. Sign in with your password or passkey to do this.',
  )
}
