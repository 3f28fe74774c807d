/**
 * The person behind what a provider says. Google and GitHub are believed about addresses they have verified. The
 * provider of an organisation is believed inside that organisation only: whoever runs it could say anything.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { findAccount, linkAccount, removePassword } from '@kept/store/people/credentials.ts'
import { findDomain } from '@kept/store/people/domains.ts'
import { findOpenInvitations } from '@kept/store/people/invitations.ts'
import { addMembership, findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { changePerson, ensurePerson, findPerson, type Person } from '@kept/store/people/persons.ts'
import { endSessionsOf } from '@kept/store/people/sessions.ts'
import type { Services } from '../../platform/context.ts'
import { joinByInvitation } from '../../platform/join-by-invitation.ts'
import { openInvitation } from '../invited.ts'
import { makeOwnOrganization, maySignUp } from '../welcome.ts'
import type { Claims } from './claims.ts'
import type { KnownProvider } from './known-providers.ts'

/** `reason` goes into the address of the sign-in page, which has the words. */
export function refusal(reason: string, sentence: string): KeptError {
  return new KeptError('forbidden', sentence, { details: { oauth_error: reason } })
}

export async function personOfClaims(
  services: Services,
  provider: KnownProvider,
  claims: Claims,
  /** The hash of an invitation the person came with. */
  invitation?: string,
): Promise<{ person: Person; isNew: boolean }> {
  const { database } = services.state
  const account = await findAccount(database, provider.id, claims.subject)
  const linked = account && (await findPerson(database, { id: account.user_id }))
  if (provider.organization) return { person: await ofOrganization(services, provider, claims, linked), isNew: false }
  // Said before anything is made: the organisation that was meant would never see this account.
  const offer = await openInvitation(services, invitation)
  if (offer && offer.email !== (linked?.email ?? claims.email).toLowerCase())
    throw refusal('other_address', `The invitation was sent to ${offer.email}, and this account has another address.`)
  if (linked) return { person: linked, isNew: false }
  return byVerifiedAddress(services, provider, claims, offer !== undefined)
}

async function byVerifiedAddress(services: Services, provider: KnownProvider, claims: Claims, invited: boolean) {
  const { database } = services.state
  const now = services.now()
  const { email, full_name, avatar_url } = claims
  if (!claims.email_verified)
    throw refusal('email_unverified', 'The provider has not verified this e-mail address; verify it there first.')
  const known = await findPerson(database, { email })
  if (!known && !invited && !maySignUp(services, email))
    throw refusal('sign_up_closed', 'Sign-up is closed here; ask for an invitation.')
  const { person, made } = await ensurePerson(database, { email, full_name, avatar_url, email_verified: true, now })
  if (!person.email_verified) {
    // Somebody signed up with this address and never showed that it is theirs. Its owner is here now: the password
    // that somebody chose must not be a way in.
    await removePassword(database, person.id)
    await endSessionsOf(database, person.id)
    await changePerson(database, person.id, { email_verified: true, full_name }, now)
  }
  await linkAccount(database, { userId: person.id, providerId: provider.id, accountId: claims.subject, now })
  const isNew = made || !person.email_verified
  if (isNew && !invited) await makeOwnOrganization(services, person)
  return { person: { ...person, email_verified: true }, isNew }
}

async function isVerifiedDomain({ state }: Services, organizationId: string, email: string): Promise<boolean> {
  const domain = email.split('@')[1] ?? ''
  const found = await state.database.scoped({ organizationId }, (tx) => findDomain(tx, domain))
  return found?.verified_at != null
}

async function ofOrganization(
  services: Services,
  { id, organization }: KnownProvider,
  { email, subject, full_name, avatar_url }: Claims,
  linked: Person | undefined,
): Promise<Person> {
  const { database } = services.state
  const now = services.now()
  if (!organization) throw new Error('not the provider of an organisation')
  if (linked) {
    if (await findOwnMembership(database, linked.id, organization.id)) return linked
    throw refusal('not_a_member', 'You do not belong to this organisation any more.')
  }
  if (!organization.domains.includes(email.split('@')[1] ?? ''))
    throw refusal('not_a_member', "This address is not of the organisation's own domains.")
  // Whoever runs a provider can make it say any address: only of a domain shown to be its organization's is it believed.
  if (!(await isVerifiedDomain(services, organization.id, email)))
    throw refusal(
      'domain_unverified',
      `The domain of ${email} is not verified for this organization yet; an admin can verify it in Settings, Organization.`,
    )
  const known = await findPerson(database, { email })
  if (known && !(await findOwnMembership(database, known.id, organization.id)))
    throw refusal('account_exists', 'This address has an account already; sign in with it and ask for an invitation.')
  const scope = { organizationId: organization.id }
  const [invitation] = known ? [] : await database.scoped(scope, (tx) => findOpenInvitations(tx, [email], now))
  const role = invitation?.role ?? organization.default_role
  if (!known && role === null) throw refusal('not_a_member', 'You were not invited to this organisation yet.')
  // Not verified: the organisation's word proves nothing to others, to whom the address may matter.
  const { person } = await ensurePerson(database, { email, full_name, avatar_url, email_verified: false, now })
  if (invitation) {
    const actor = { kind: 'person' as const, id: person.id, name: full_name || email }
    const joining = { invitation: { id: invitation.id, organization_id: organization.id }, person }
    await joinByInvitation(services, { ...joining, stamp: { actor, at: now } })
  } else if (!known && role) {
    await addMembership(database, { organizationId: organization.id, userId: person.id, role, now })
  }
  await linkAccount(database, { userId: person.id, providerId: id, accountId: subject, now })
  return person
}
