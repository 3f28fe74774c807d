/** Continues after authentication: asks for a second factor where required, else creates the session. */
import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import { countPasskeys } from '@kept/store/people/passkeys.ts'
import type { Person } from '@kept/store/people/persons.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { signedInAnswer } from './answers.ts'
import { beginSession } from './begin-session.ts'
import { requiresSecondFactor } from './factors.ts'
import { joinInvited } from './invited.ts'
import { issueToken } from './one-time-link.ts'

const stepLifeMs = 5 * 60_000
const secondStepUrl = '/auth/second-factor'

interface Entering {
  person: Person
  method: string
  organizationId?: string
  bound?: boolean
  /** Hash of the invitation token used at sign-in. */
  invitation?: string
  redirectUrl?: string
}

/** Called after the first factor. */
export async function enter(
  context: Pick<RequestContext, 'services' | 'visit' | 'session'>,
  entering: Entering,
): Promise<SignedIn> {
  const { services, visit } = context
  const { person, method, organizationId, bound, invitation } = entering
  const methods = await secondStepsOf(services, person.id)
  if (methods.length === 0) return completeSignIn(context, entering)
  refuseDisabled(person)
  const value = { way: method, organizationId, bound, invitation }
  const token = await issueToken(services, 'step', {
    subject: person.id,
    lifeMs: stepLifeMs,
    value,
    replacesExisting: true,
  })
  visit.setCookie('kept-step', token, stepLifeMs / 1000)
  return { success: true, user: null, redirectUrl: secondStepUrl, second_factor: methods }
}

/** Called after all factors. */
export async function completeSignIn(
  context: Pick<RequestContext, 'services' | 'visit' | 'session'>,
  { person, method, organizationId, bound, invitation, redirectUrl }: Entering,
): Promise<SignedIn> {
  refuseDisabled(person)
  const joined = invitation === undefined ? undefined : await joinInvited(context, person, invitation)
  const membership = await beginSession(context, { person, method, organizationId: joined ?? organizationId, bound })
  // Invited users skip onboarding, because their organization exists.
  return signedInAnswer(person, membership, joined === undefined ? redirectUrl : undefined)
}

function refuseDisabled(person: Person): void {
  if (person.disabled_at)
    throw new KeptError('forbidden', 'This account is disabled. Contact an admin of your organization.')
}

/**
 * A configured authenticator is always required. A passkey is required only where an organization enforces two-factor
 * authentication.
 */
async function secondStepsOf({ state }: Services, userId: string): Promise<NonNullable<SignedIn['second_factor']>> {
  const totp = await findTwoFactor(state.database, userId)
  const passkeys = await countPasskeys(state.database, userId)
  if (totp?.confirmed_at) return passkeys > 0 ? ['totp', 'recovery_code', 'passkey'] : ['totp', 'recovery_code']
  if (passkeys === 0) return []
  return (await listOwnMemberships(state.database, userId)).some(requiresSecondFactor) ? ['passkey'] : []
}
