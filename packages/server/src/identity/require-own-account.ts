/** Checks before a user's own account is changed. */
import { KeptError } from '@kept/domain/errors.ts'
import type { FoundSession } from '@kept/store/people/sessions.ts'
import type { PersonContext } from '../platform/context.ts'
import { countOrReport } from './audit.ts'
import { countPasswordTry } from './limits.ts'
import { authProvider } from './provider.ts'

const recentMs = 10 * 60_000

/** Rejects demo sessions, and sessions of an organization's identity provider. */
export function requireOwnAccount({ session }: Pick<PersonContext, 'session'>): FoundSession {
  if (session.kind === 'demo') throw new KeptError('forbidden', "You can't change accounts in the demo.")
  if (session.bound)
    throw new KeptError(
      'forbidden',
      "You signed in through your organization's identity provider. Sign in with your own password or passkey to change your account.",
    )
  return session
}

/** Returns the session of a user who authenticated recently or confirms with the password now. */
export async function confirmed(
  context: Pick<PersonContext, 'session' | 'services' | 'visit'>,
  password: string | undefined,
): Promise<FoundSession> {
  const session = requireOwnAccount(context)
  const { services, visit } = context
  if (password !== undefined) {
    const { user } = session
    await countOrReport(services, visit, { person: user, secret: 'confirmation' }, () =>
      countPasswordTry(services, session.user_id),
    )
    if (await (await authProvider(services)).isPassword(session.user, password)) return session
    throw new KeptError('forbidden', 'Wrong password.', { details: { field: 'password' } })
  }
  if (services.now().getTime() - session.authenticated_at.getTime() < recentMs) return session
  throw new KeptError('forbidden', 'Enter your password again.', { details: { reason: 'confirm_identity' } })
}
