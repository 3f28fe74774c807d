/** Shows an invitation, and accepts it for the user with the invited, verified address. */
import { KeptError } from '@kept/domain/errors.ts'
import { findInvitationByHash } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { attachSession } from '@kept/store/people/organizations.ts'
import { joinByInvitation, noLonger } from '../people/public/join-by-invitation.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, Services, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, refuseWhenBound } from '../platform/demo-limits.ts'
import { tokenHash } from '../platform/one-time-token.ts'

type Found = FoundInvitation & { organization_id: string }

/** Returns the open invitation of a token. All other cases throw the same error. */
export async function findOffer({ state, now }: Pick<Services, 'state' | 'now'>, token: string): Promise<Found> {
  const invitation = await findInvitationByHash(state.database, tokenHash(token), now())
  if (invitation?.status !== 'pending') throw noLonger(invitation?.status)
  return invitation
}

/** Returns the joined organization, which becomes the active one. */
export async function acceptInvitation(
  context: RequestContext,
  person: SignedInPerson,
  token: string,
): Promise<string> {
  const { services } = context
  refuseInDemo(context)
  refuseWhenBound(context)
  const offer = await findOffer(services, token)
  if (!person.email_verified || person.email.toLowerCase() !== offer.email) {
    throw new KeptError(
      'forbidden',
      `This invitation is for ${offer.email}. Verify that address, then sign in with it.`,
    )
  }
  await joinByInvitation(services, { invitation: offer, person, auditContext: stampOf(context) }, (tx) =>
    attachSession(tx, person.session_id),
  )
  return offer.organization_id
}
