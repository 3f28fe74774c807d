/**
 * Finds or creates the user of a provider's claims. Google and GitHub are trusted for addresses they verified. An
 * organization's provider is trusted only inside that organization.
 */

import { nameOfRole } from '@kept/domain/custom-role.ts'
import { gainedOnEntry } from '@kept/domain/permission.ts'
import { roleOfGroups } from '@kept/domain/saml.ts'
import { noteAudit } from '@kept/store/audit/record.ts'
import { findAccount, linkAccount, removePassword } from '@kept/store/people/credentials.ts'
import { findDomain } from '@kept/store/people/domains.ts'
import { findOpenInvitations } from '@kept/store/people/find-invitations.ts'
import { listGroupRoles } from '@kept/store/people/group-roles.ts'
import { addMembership, findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { changePerson, ensurePerson, findPerson, type Person } from '@kept/store/people/persons.ts'
import { endSessionsOf } from '@kept/store/people/sessions.ts'
import { joinByInvitation } from '../../people/public/join-by-invitation.ts'
import type { Services } from '../../platform/context.ts'
import { openInvitation } from '../invited.ts'
import { makeOwnOrganization, maySignUp } from '../welcome.ts'
import type { Claims } from './claims.ts'
import type { KnownProvider } from './known-providers.ts'
import { newcomerRole } from './newcomer-role.ts'
import { refusal } from './refusal.ts'

/** What of a provider decides whom its claims sign in. */
type ClaimingProvider = Pick<KnownProvider, 'id' | 'organization'>

export async function personOfClaims(
  services: Services,
  provider: ClaimingProvider,
  claims: Claims,
  /** Hash of the invitation token used at sign-in. */
  invitation?: string,
): Promise<{ person: Person; isNew: boolean }> {
  const { database } = services.state
  const account = await findAccount(database, provider.id, claims.subject)
  const linked = account && (await findPerson(database, { id: account.user_id }))
  if (provider.organization) return { person: await ofOrganization(services, provider, claims, linked), isNew: false }
  // Checked before anything is created, so the invitation stays usable with the right account.
  const offer = await openInvitation(services, invitation)
  if (offer && offer.email !== (linked?.email ?? claims.email).toLowerCase())
    throw refusal('other_address', `The invitation was sent to ${offer.email}. This account has another address.`)
  if (linked) return { person: linked, isNew: false }
  return byVerifiedAddress(services, provider, claims, offer !== undefined)
}

async function byVerifiedAddress(services: Services, provider: ClaimingProvider, claims: Claims, invited: boolean) {
  const { database } = services.state
  const now = services.now()
  const { email, full_name, avatar_url } = claims
  if (!claims.email_verified)
    throw refusal('email_unverified', 'Your provider has not verified this email address. Verify it there first.')
  const existing = await findPerson(database, { email })
  if (!existing && !invited && !maySignUp(services, email))
    throw refusal('sign_up_closed', 'Sign-up is closed. Ask for an invitation.')
  const { person, created: isNewPerson } = await ensurePerson(database, {
    email,
    full_name,
    avatar_url,
    email_verified: true,
    now,
  })
  if (!person.email_verified) {
    // Another person signed up with this address without verifying it. The owner is here now, so that password must not
    // work.
    await removePassword(database, person.id)
    await endSessionsOf(database, person.id)
    await changePerson(database, person.id, { email_verified: true, full_name }, now)
  }
  await linkAccount(database, { userId: person.id, providerId: provider.id, accountId: claims.subject, now })
  const isNew = isNewPerson || !person.email_verified
  if (isNew && !invited) await makeOwnOrganization(services, person)
  return { person: { ...person, email_verified: true }, isNew }
}

async function isVerifiedDomain({ state }: Services, organizationId: string, email: string): Promise<boolean> {
  const domain = email.split('@')[1] ?? ''
  const domainRow = await state.database.scoped({ organizationId }, (tx) => findDomain(tx, domain))
  return domainRow?.verified_at != null
}

async function ofOrganization(
  services: Services,
  { id, organization }: ClaimingProvider,
  { email, subject, full_name, avatar_url, groups = [] }: Claims,
  linked: Person | undefined,
): Promise<Person> {
  const { database } = services.state
  const now = services.now()
  if (!organization) throw new Error('not the provider of an organization')
  if (linked) {
    if (await findOwnMembership(database, linked.id, organization.id)) return linked
    throw refusal('not_a_member', 'You no longer belong to this organization.')
  }
  if (!organization.domains.includes(email.split('@')[1] ?? ''))
    throw refusal('not_a_member', 'This address is not in a domain of the organization.')
  // A provider can claim any address, so it is trusted only for verified domains of its organization.
  if (!(await isVerifiedDomain(services, organization.id, email)))
    throw refusal(
      'domain_unverified',
      `The domain of ${email} is not verified. An admin can verify it in Settings, Organization.`,
    )
  const existing = await findPerson(database, { email })
  if (existing && !(await findOwnMembership(database, existing.id, organization.id)))
    throw refusal('account_exists', 'This address already has an account. Sign in and ask for an invitation.')
  const scope = { organizationId: organization.id }
  const [invitation] = existing ? [] : await database.scoped(scope, (tx) => findOpenInvitations(tx, [email], now))
  const assigned =
    invitation ??
    (await database.scoped(
      scope,
      async (tx) => roleOfGroups(groups, await listGroupRoles(tx)) ?? (await newcomerRole(tx, organization)),
    ))
  if (!existing && assigned === null) throw refusal('not_a_member', 'You have no invitation to this organization.')
  // Not marked as verified: other organizations must not trust this provider's claim.
  const { person } = await ensurePerson(database, { email, full_name, avatar_url, email_verified: false, now })
  if (invitation) {
    const actor = { kind: 'person' as const, id: person.id, name: full_name || email }
    const joining = { invitation: { id: invitation.id, organization_id: organization.id }, person }
    await joinByInvitation(services, { ...joining, auditContext: { actor, at: now } })
  } else if (!existing && assigned) {
    const { role, custom_role } = assigned
    await addMembership(database, { organizationId: organization.id, userId: person.id, role, custom_role, now })
    await noteAudit(database, scope, {
      action: 'membership.joined',
      actor: { kind: 'person', id: person.id, name: full_name || email },
      target: person.id,
      summary: `${full_name || email} joined as ${nameOfRole(assigned)} through the identity provider.`,
      at: now,
      gained: gainedOnEntry(role, { allow: [], deny: [], custom_role }),
    })
  }
  await linkAccount(database, { userId: person.id, providerId: id, accountId: subject, now })
  return person
}
