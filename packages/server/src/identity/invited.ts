/**
 * Invitations people bring to the door: with the sign-up form, or on the way to a provider and back. What is carried is
 * the hash of the token; it is taken up when a session begins, after every factor, by the person it was sent to.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { type FoundInvitation, findInvitationByHash } from '@kept/store/people/invitations.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { joinByInvitation } from '../platform/join-by-invitation.ts'
import { tokenHash } from '../platform/one-time-token.ts'

/** What is carried for a token somebody came with; undefined when its invitation is not open. */
export async function carryInvitation(services: Services, token: string | undefined): Promise<string | undefined> {
  const hash = token && tokenHash(token)
  return hash && (await openInvitation(services, hash)) ? hash : undefined
}

export async function openInvitation(
  { state, now }: Pick<Services, 'state' | 'now'>,
  hash: string | undefined,
): Promise<(FoundInvitation & { organization_id: string }) | undefined> {
  const found = hash === undefined ? undefined : await findInvitationByHash(state.database, hash, now())
  return found?.status === 'pending' ? found : undefined
}

/** True with an open invitation to this very address: it opens sign-up where it is closed, and saves an organisation. */
export async function isInvitedBy(services: Services, hash: string | undefined, email: string): Promise<boolean> {
  return (await openInvitation(services, hash))?.email === email.toLowerCase()
}

/** The organisation the invitation leads to, joined; undefined when it is no longer open, or not this person's. */
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
    await joinByInvitation(services, { invitation, person, stamp: { actor, at: services.now(), ip: visit.ip } })
    return organization_id
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    // Taken up or taken back a moment ago, or a member already: who comes in is let in where they belong.
    return (await findOwnMembership(services.state.database, person.id, organization_id)) && organization_id
  }
}
