/** User and session data in the format of the specification. */
import type { SignedIn, SignedInUser } from '@kept/contract/routes/auth-shapes.ts'
import type { Role } from '@kept/domain/permission.ts'
import type { OwnMembership } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'

export function userAnswer(
  { id, email, full_name, avatar_url, preferences, created_at }: Omit<Person, 'disabled_at'>,
  membership: { organizationId: string; role: Role } | undefined,
): SignedInUser {
  const organization_id = membership?.organizationId ?? null
  const user_metadata = { full_name, avatar_url, organization_id, preferences }
  return {
    ...{ id, email, role: membership?.role ?? null, user_metadata, full_name, avatar_url },
    ...{ organization_id, preferences, created_at: created_at.toISOString() },
  }
}

/** Where to go after sign-in: admins to the Admin Console, users to their dashboard, new users to onboarding. */
function homeOf(role: Role | undefined): string {
  if (role === undefined) return '/onboarding'
  return role === 'admin' ? '/admin' : '/client'
}

export function signedInAnswer(person: Person, membership: OwnMembership | undefined, redirectUrl?: string): SignedIn {
  const activeMembership = membership && { organizationId: membership.organization.id, role: membership.role }
  return {
    success: true,
    user: userAnswer(person, activeMembership),
    redirectUrl: redirectUrl ?? homeOf(membership?.role),
  }
}
