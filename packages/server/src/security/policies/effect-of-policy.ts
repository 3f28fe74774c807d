/** Whom a policy would affect, and whether it would lock out the one who enables it or every admin. */
import type { PolicyPreview } from '@kept/contract/routes/security-policies.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { PolicyKind, SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { PolicySubjects, SubjectKey, SubjectPerson } from '@kept/store/security/policy-subjects.ts'
import {
  isOverdue,
  methodLabels,
  plainAddress,
  refusedByNetwork,
  refusedBySignIn,
  refusedKey,
} from '../../platform/policies.ts'
import { effectOfApprovals } from './effect-of-approvals.ts'

export interface Caller {
  /** Null for the operator, who has no session. */
  userId: string | null
  email: string
  method: SignInMethod | ''
  ip: string
  organization: { name: string }
}

/** `policies` has only the policy in question, `enforced` also the other enabled ones. */
export function effectOfPolicy(
  kind: PolicyKind,
  policies: EnforcedPolicies,
  { people, api_keys }: PolicySubjects,
  caller: Caller,
  { now, enforced }: { now: number; enforced: EnforcedPolicies },
): PolicyPreview {
  return {
    people: people.flatMap((person) => {
      const effect =
        kind === 'approvals'
          ? effectOfApprovals(policies, person, people)
          : effectOnPerson(kind, policies, person, caller, now)
      return effect === undefined ? [] : [{ id: person.id, name: person.name, effect }]
    }),
    api_keys: api_keys.flatMap((key) => {
      const effect = effectOnKey(kind, policies, key, caller, now)
      return effect === undefined ? [] : [{ id: key.id, name: key.name, effect }]
    }),
    data: [],
    tags: null,
    refusal: lockOut(kind, { ...enforced, ...policies }, people, caller) ?? null,
  }
}

function effectOnPerson(
  kind: Exclude<PolicyKind, 'approvals'>,
  policies: EnforcedPolicies,
  person: SubjectPerson,
  { organization }: Caller,
  now: number,
): string | undefined {
  switch (kind) {
    case 'second_factor': {
      const applies = policies.second_factor?.applies_to === 'everyone' || person.role === 'admin'
      return applies && !person.second_factor ? 'has to set up a second factor' : undefined
    }
    case 'session_lifetime': {
      const overdue = person.sessions.filter((session) => isOverdue(policies, session, now))
      return overdue.length > 0 ? `is signed out of ${counted(overdue.length, 'session')}` : undefined
    }
    case 'sign_in': {
      if (!canSignIn(policies, person)) return 'can no longer sign in'
      const refused = person.sessions.filter(({ method }) =>
        refusedBySignIn(organization, policies, { ...person, method }),
      )
      return refused.length > 0 ? 'has to sign in again' : undefined
    }
    case 'network': {
      const refused = person.sessions.find(({ ip }) => refusedByNetwork(organization, policies, 'console', ip))
      return refused && `is kept out at ${plainAddress(refused.ip)}`
    }
    case 'api_keys':
    case 'retention':
    case 'required_tags':
      return undefined
  }
}

function effectOnKey(
  kind: PolicyKind,
  policies: EnforcedPolicies,
  key: SubjectKey,
  { organization }: Caller,
  now: number,
): string | undefined {
  if (kind !== 'api_keys' && kind !== 'network') return undefined
  if (key.last_used_from !== null) {
    const reason = refusedKey(organization, policies, { ...key, ranges: [] }, { ip: key.last_used_from, now })
    if (reason === undefined) return undefined
  }
  const { api_keys } = policies
  if (api_keys && now >= key.created_at.getTime() + api_keys.max_days * 86_400_000)
    return 'is too old and stops working'
  return key.last_used_from === null ? undefined : `stops working from ${key.last_used_from}`
}

function lockOut(
  kind: PolicyKind,
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  caller: Caller,
): string | undefined {
  const { organization, userId } = caller
  const isLimited = isLimitedToNetworks(policies)
  // Others could not turn it off again.
  const admins = people.filter(({ role, permissions }) => role === 'admin' && permissions.includes('security:write'))
  // Whom one policy leaves, another one may keep out.
  const staysIn = (admin: SubjectPerson) =>
    admin.id === userId ||
    (canSignIn(policies, admin) &&
      (!isLimited || admin.sessions.some(({ ip }) => !refusedByNetwork(organization, policies, 'console', ip))))
  if (kind === 'network' && isLimited) {
    if (userId !== null && refusedByNetwork(organization, policies, 'console', caller.ip))
      return `Your own address ${plainAddress(caller.ip)} is not in the list, so you would lock yourself out. Add it.`
    if (!admins.some(staysIn))
      return 'No admin who could turn it off again is signed in from these networks, so every admin would be locked out.'
  }
  if (kind === 'sign_in') {
    if (userId !== null && refusedBySignIn(organization, policies, caller))
      return `You signed in with ${caller.method === '' ? 'an unknown method' : methodLabels[caller.method]} as ${caller.email}, which this policy does not allow. Sign in as it demands first, so that you don't lock yourself out.`
    if (!admins.some(staysIn))
      return `No admin could sign in with these methods and domains${isLimited ? ' from the allowed networks' : ''}, so every admin would be locked out.`
  }
  return undefined
}

function isLimitedToNetworks({ network }: EnforcedPolicies): boolean {
  return network !== undefined && network.covers !== 'api'
}

function canSignIn(policies: EnforcedPolicies, person: SubjectPerson): boolean {
  return (
    !policies.sign_in ||
    person.methods.some((method) => !refusedBySignIn({ name: '' }, policies, { ...person, method }))
  )
}
