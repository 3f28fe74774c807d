/**
 * Invitations carried through sign-up or a provider sign-in. Only the hash of the token is carried. It is accepted when
 * the session starts, after all factors, by the invited user.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { findInvitationByHash } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'
import { joinByInvitation } from '../people/public/join-by-invitation.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { tokenHash } from '../platform/one-time-token.ts'

/** Returns the hash to carry, or undefined when the invitation is not open. */
export async function carryInvitation(services: Services, token: string | undefined): Promise<string | undefined> {
  const hash = token && tokenHash(token)
  return hash && (await openInvitation(services, hash)) ? hash : undefined
}

export async function openInvitation(
  { state, now }: Pick<Services, 'state' | 'now'>,
  hash: string | undefined,
): Promise<(FoundInvitation & { organization_id: string }) | undefined> {
  const invitation = hash === undefined ? undefined : await findInvitationByHash(state.database, hash, now())
  return invitation?.status === 'pending' ? invitation : undefined
}

/**
 * True when an open invitation matches the address. It allows sign-up where it is closed, and no new organization is
 * created.
 */
export async function isInvitedBy(services: Services, hash: string | undefined, email: string): Promise<boolean> {
  return (await openInvitation(services, hash))?.email === email.toLowerCase()
}

/** Joins the invited organization. Returns undefined when the invitation is closed or belongs to another user. */
export async function joinInvited(
  { services, visit }: Pick<RequestContext, 'services' | 'visit'>,
  person: Person,
  hash: string,
): Promise<string | undefined> {
  const invitation = await openInvitation(services, hash)
  if (!invitation || !person.email_verified || person.email.toLowerCase() !== invitation.email) return undefined
  const actor = { kind: 'person' as const, id: person.id, name: person.full_name || person.email }
  const { organization_id } = invitation
  try {
    await joinByInvitation(services, { invitation, person, auditContext: { actor, at: services.now(), ip: visit.ip } })
    return organization_id
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    // The invitation was just accepted or revoked, or the user is a member: sign in without it.
    return (await findOwnMembership(services.state.database, person.id, organization_id)) && organization_id
  }
}
