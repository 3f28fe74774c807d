/** Why a policy would lock out the one who enables it, or every admin who could turn it off again. */
import { mayRunOrganization } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { PolicyKind, SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import type { SubjectPerson } from '@kept/store/security/policy-subjects.ts'
import { methodLabels, plainAddress, refusedByNetwork, refusedBySignIn } from '../../platform/policies.ts'
import { allowedMethods, canSignIn, passesFactor } from '../../platform/ways-in.ts'

export interface Caller {
  /** Null for the operator, who has no session. */
  userId: string | null
  email: string
  method: SignInMethod | ''
  ip: string
  organization: { name: string }
}

/** `policies` are all that would be enforced: whom one leaves, another may keep out. */
export function lockOut(
  kind: PolicyKind,
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  caller: Caller,
): string | undefined {
  if (kind === 'network' && isLimitedToNetworks(policies)) {
    if (caller.userId !== null && refusedByNetwork(caller.organization, policies, 'console', caller.ip))
      return `Your own address ${plainAddress(caller.ip)} is not in the list, so you would lock yourself out. Add it.`
    if (!anyAdminStays(policies, people, caller))
      return 'No admin who could turn it off again is signed in from these networks, so every admin would be locked out.'
  }
  if (kind === 'sign_in') {
    const own = ownSignIn(policies, people, caller) ?? ownFactor(policies, people, caller)
    if (own !== undefined) return own
    if (!anyAdminStays(policies, people, caller)) return noAdminCouldSignIn(policies)
  }
  if (kind === 'second_factor') {
    const own = ownFactor(policies, people, caller)
    if (own !== undefined) return own
    if (!anyAdminStays(policies, people, caller))
      return 'No admin has a second factor or an allowed way to sign in to set one up, so every admin would be locked out.'
  }
  return undefined
}

function ownSignIn(
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  { userId, email, method, organization }: Caller,
): string | undefined {
  if (userId === null) return undefined
  if (refusedBySignIn(organization, policies, { email, method }))
    return `You signed in with ${method === '' ? 'an unknown method' : methodLabels[method]} as ${email}, which this policy does not allow. Sign in as it demands first, so that you don't lock yourself out.`
  // A session may outlive the provider that began it.
  const caller = people.find(({ id }) => id === userId)
  if (method === 'identity_provider' && caller && allowedMethods(policies, caller).length === 0)
    return 'The identity provider that you signed in with is turned off, so you would lock yourself out. Turn it on first.'
  return undefined
}

function ownFactor(
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  { userId }: Caller,
): string | undefined {
  const caller = people.find(({ id }) => id === userId)
  if (!caller || passesFactor(policies, caller)) return undefined
  return "You have no second factor, and can't set one up while you can sign in only with the organization's identity provider. Sign in with a password and set up a second factor first, so that you don't lock yourself out."
}

/** Others could not turn the policy off again. */
function anyAdminStays(
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  { userId, organization }: Caller,
): boolean {
  const isLimited = isLimitedToNetworks(policies)
  const admins = people.filter(({ role, permissions }) => mayRunOrganization(role, permissions))
  return admins.some((admin) => {
    if (admin.id === userId) return passesFactor(policies, admin)
    if (!canSignIn(policies, admin)) return false
    return !isLimited || admin.sessions.some(({ ip }) => !refusedByNetwork(organization, policies, 'console', ip))
  })
}

function noAdminCouldSignIn(policies: EnforcedPolicies): string {
  const networks = isLimitedToNetworks(policies) ? ' from the allowed networks' : ''
  const factor = policies.second_factor ? ' and has or could set up a second factor' : ''
  return `No admin could sign in with these methods and domains${networks}${factor}, so every admin would be locked out.`
}

function isLimitedToNetworks({ network }: EnforcedPolicies): boolean {
  return network !== undefined && network.covers !== 'api'
}
