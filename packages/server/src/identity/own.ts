/** What a handler asks before it touches somebody's own account. */
import { KeptError } from '@kept/domain/errors.ts'
import type { FoundSession } from '@kept/store/people/sessions.ts'
import type { RequestContext } from '../platform/context.ts'
import { countPasswordTry } from './limits.ts'
import { authProvider } from './provider.ts'

const recentMs = 10 * 60_000

/** The session of a route that needs a person. */
export function ownSession({ session }: Pick<RequestContext, 'session'>): FoundSession {
  if (!session) throw new KeptError('unauthenticated', 'Please sign in first.')
  return session
}

/** Refuses who only borrows the account: visitors of the demo, and those one organisation's provider vouches for. */
export function refuseBorrowed(context: Pick<RequestContext, 'session'>): FoundSession {
  const session = ownSession(context)
  if (session.kind === 'demo')
    throw new KeptError('forbidden', 'The demo lets you look and try, not change its people.')
  if (session.bound)
    throw new KeptError(
      'forbidden',
      "You came in through your organisation's identity provider; sign in with your own password or passkey to change your account.",
    )
  return session
}

/** The session of somebody who proved lately who they are, or does so now with the password. */
export async function confirmed(
  context: Pick<RequestContext, 'session' | 'services' | 'visit'>,
  password: string | undefined,
): Promise<FoundSession> {
  const session = refuseBorrowed(context)
  const { services } = context
  if (password !== undefined) {
    await countPasswordTry(services, session.user_id)
    if (await (await authProvider(services)).isPassword(session.user, password)) return session
    throw new KeptError('forbidden', 'This is not your password.', { details: { field: 'password' } })
  }
  if (services.now().getTime() - session.authenticated_at.getTime() < recentMs) return session
  throw new KeptError('forbidden', 'Please give your password again.', { details: { reason: 'confirm_identity' } })
}
