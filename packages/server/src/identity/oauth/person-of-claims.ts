/**
 * Finds or creates the user of a provider's claims. Google and GitHub are trusted for addresses they verified. An
 * organization's provider is trusted only inside that organization.
 */

import { nameOfRole } from '@kept/domain/custom-role.ts'
import { gainedOnEntry } from '@kept/domain/permission.ts'
import { roleOfGroups } from '@kept/domain/saml.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { findAccount, linkAccount, removePassword } from '@kept/store/people/credentials.ts'
import { findDomain } from '@kept/store/people/domains.ts'
import { findOpenInvitations } from '@kept/store/people/find-invitations.ts'
import { listGroupRoles } from '@kept/store/people/group-roles.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership, findMembers } from '@kept/store/people/members.ts'
import { findOwnMembership } from '@kept/store/people/own-memberships.ts'
import { changePerson, ensurePerson, findPerson, type Person } from '@kept/store/people/persons.ts'
import { endSessionsOf } from '@kept/store/people/sessions.ts'
import { joinByInvitation } from '../../people/public/join-by-invitation.ts'
import type { Services } from '../../platform/context.ts'
import { openInvitation } from '../invited.ts'
import { makeOwnOrganization, maySignUp } from '../welcome.ts'
import type { Claims } from './claims.ts'
import type { KnownProvider, ProviderOrganization } from './known-providers.ts'
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
  claims: Claims,
  linked: Person | undefined,
): Promise<Person> {
  const { database } = services.state
  const { email, subject } = claims
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
  if (existing && !(await findOwnMembership(database, existing.id, organization.id))) throw accountExists()
  const person = existing ?? (await joinOrganization(services, organization, claims))
  await linkAccount(database, { userId: person.id, providerId: id, accountId: subject, now: services.now() })
  return person
}

function accountExists() {
  return refusal('account_exists', 'This address already has an account. Sign in and ask for an invitation.')
}

type Newcomer = Pick<Claims, 'email' | 'full_name' | 'avatar_url' | 'groups'>

/**
 * By an invitation, else by a role of the provider's groups or of the provider. The address is not marked as verified:
 * other organizations must not trust this provider's claim.
 */
async function joinOrganization(
  services: Services,
  organization: ProviderOrganization,
  newcomer: Newcomer,
): Promise<Person> {
  const { database } = services.state
  const now = services.now()
  const { email, full_name, avatar_url } = newcomer
  const scope = { organizationId: organization.id }
  const [invitation] = await database.scoped(scope, (tx) => findOpenInvitations(tx, [email], now))
  if (!invitation) return joinAsNewcomer(services, organization, newcomer)
  const { person } = await ensurePerson(database, { email, full_name, avatar_url, email_verified: false, now })
  await joinByInvitation(services, {
    invitation: { id: invitation.id, organization_id: organization.id },
    person,
    auditContext: { actor: actorOf(person), at: now },
  })
  return person
}

/** The role is read and given under one lock: no one narrows or deletes it in between. */
function joinAsNewcomer(
  { state, now }: Services,
  organization: ProviderOrganization,
  { email, full_name, avatar_url, groups = [] }: Newcomer,
): Promise<Person> {
  const at = now()
  return state.database.scoped({ organizationId: organization.id }, async (tx) => {
    await lockOrganization(tx)
    const assigned = roleOfGroups(groups, await listGroupRoles(tx)) ?? (await newcomerRole(tx, organization))
    if (assigned === null) throw refusal('not_a_member', 'You have no invitation to this organization.')
    const account = { email, full_name, avatar_url, email_verified: false, now: at }
    const { person, created } = await ensurePerson({ shared: tx }, account)
    if (!created) {
      // The same sign-in in another window was first, or someone else with an account of their own.
      const [member] = await findMembers(tx, [person.id])
      if (member?.status !== 'active') throw accountExists()
      return person
    }
    const { role, custom_role } = assigned
    await addMembership(tx, person.id, role, at, custom_role)
    await recordAudit(tx, {
      action: 'membership.joined',
      actor: actorOf(person),
      target: person.id,
      summary: `${full_name || email} joined as ${nameOfRole(assigned)} through the identity provider.`,
      at,
      gained: gainedOnEntry(role, { allow: [], deny: [], custom_role }),
    })
    return person
  })
}

function actorOf({ id, email, full_name }: Person) {
  return { kind: 'person' as const, id, name: full_name || email }
}
