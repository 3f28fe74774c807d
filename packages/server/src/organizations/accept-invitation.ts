/** An invitation's link: what it offers, and its acceptance by the person whose verified address it was sent to. */
import { KeptError } from '@kept/domain/errors.ts'
import { type FoundInvitation, findInvitationByHash } from '@kept/store/people/invitations.ts'
import { attachSession } from '@kept/store/people/organizations.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, Services, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, refuseWhenBound } from '../platform/demo-limits.ts'
import { joinByInvitation, noLonger } from '../platform/join-by-invitation.ts'
import { tokenHash } from '../platform/one-time-token.ts'

type Found = FoundInvitation & { organization_id: string }

/** The open invitation behind a token, or one sentence for every way it can be no longer good. */
export async function findOffer({ state, now }: Pick<Services, 'state' | 'now'>, token: string): Promise<Found> {
  const found = await findInvitationByHash(state.database, tokenHash(token), now())
  if (found?.status !== 'pending') throw noLonger(found?.status)
  return found
}

/** The organisation joined; the session acts for it from now on. */
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
      `This invitation is for ${offer.email}; sign in with that address, once it is confirmed.`,
    )
  }
  await joinByInvitation(services, { invitation: offer, person, stamp: stampOf(context) }, (tx) =>
    attachSession(tx, person.session_id),
  )
  return offer.organization_id
}
