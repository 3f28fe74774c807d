/** How a person can still sign in, and get past the second factor, while these policies are enforced. */
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import type { SubjectAccount } from '@kept/store/security/policy-subjects.ts'
import { refusedBySignIn } from './policies.ts'

export function allowedMethods(policies: EnforcedPolicies, person: SubjectAccount): SignInMethod[] {
  return person.methods.filter((method) => isAllowed(policies, person, method))
}

function isAllowed(policies: EnforcedPolicies, person: SubjectAccount, method: SignInMethod): boolean {
  return refusedBySignIn({ name: '' }, policies, { ...person, method }) === undefined
}

export function isRequiredToHaveFactor(
  { second_factor }: EnforcedPolicies,
  { role }: Pick<SubjectAccount, 'role'>,
): boolean {
  return second_factor !== undefined && (second_factor.applies_to === 'everyone' || role === 'admin')
}

/**
 * A session of the organization's identity provider changes no account, so it sets up no factor either. Who has no
 * password gets one by an email.
 */
export function canSetUpFactor(policies: EnforcedPolicies, person: SubjectAccount): boolean {
  return (
    isAllowed(policies, person, 'password') ||
    allowedMethods(policies, person).some((method) => method !== 'identity_provider')
  )
}

export function passesFactor(policies: EnforcedPolicies, person: SubjectAccount): boolean {
  return !isRequiredToHaveFactor(policies, person) || person.second_factor || canSetUpFactor(policies, person)
}

/** Why these policies let no session of a person in, as the end of a sentence; undefined where they let one in. */
export function keptOutBy(policies: EnforcedPolicies, person: SubjectAccount): string | undefined {
  if (policies.sign_in && allowedMethods(policies, person).length === 0) return 'can no longer sign in'
  if (isRequiredToHaveFactor(policies, person) && !person.second_factor) return 'has no second factor'
  return undefined
}

/** Whether these policies can keep someone out wherever they are; a network is left by going elsewhere. */
export function limitsSignIn({ sign_in, second_factor }: EnforcedPolicies): boolean {
  return sign_in !== undefined || second_factor !== undefined
}

/** Whether someone without a session could start one, and get past the second factor. */
export function canSignIn(policies: EnforcedPolicies, person: SubjectAccount): boolean {
  if (policies.sign_in && allowedMethods(policies, person).length === 0) return false
  return passesFactor(policies, person)
}
