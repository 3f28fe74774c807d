/** Whom a policy would affect, and whether it would lock out the one who enables it or every admin. */
import type { PolicyPreview } from '@kept/contract/routes/security-policies.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { PolicySubjects, SubjectKey, SubjectPerson } from '@kept/store/security/policy-subjects.ts'
import { isOverdue, plainAddress, refusedByNetwork, refusedBySignIn, refusedKey } from '../../platform/policies.ts'
import { allowedMethods, canSetUpFactor, isRequiredToHaveFactor, keptOutBy } from '../../platform/ways-in.ts'
import { effectOfApprovals } from './effect-of-approvals.ts'
import { type Caller, lockOut } from './lock-out.ts'

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
          : effectOnPerson(kind, { policies, enforced: { ...enforced, ...policies } }, person, caller, now)
      return effect === undefined ? [] : [{ id: person.id, name: person.name, effect }]
    }),
    api_keys: api_keys.flatMap((key) => {
      const effect =
        kind === 'sign_in' || kind === 'second_factor'
          ? effectOnCreator(policies, people, key)
          : effectOnKey(kind, policies, key, caller, now)
      return effect === undefined ? [] : [{ id: key.id, name: key.name, effect }]
    }),
    data: [],
    tags: null,
    refusal: lockOut(kind, { ...enforced, ...policies }, people, caller) ?? null,
  }
}

function effectOnPerson(
  kind: Exclude<PolicyKind, 'approvals'>,
  { policies, enforced }: { policies: EnforcedPolicies; enforced: EnforcedPolicies },
  person: SubjectPerson,
  { organization }: Caller,
  now: number,
): string | undefined {
  switch (kind) {
    case 'second_factor': {
      if (!isRequiredToHaveFactor(policies, person) || person.second_factor) return undefined
      return canSetUpFactor(enforced, person)
        ? 'has to set up a second factor'
        : 'has no second factor and no allowed way to sign in to set one up'
    }
    case 'session_lifetime': {
      const overdue = person.sessions.filter((session) => isOverdue(policies, session, now))
      return overdue.length > 0 ? `is signed out of ${counted(overdue.length, 'session')}` : undefined
    }
    case 'sign_in': {
      if (allowedMethods(policies, person).length === 0) return 'can no longer sign in'
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

/** A key signs in nowhere: it goes on working for a creator whom the policy keeps out. */
function effectOnCreator(
  policies: EnforcedPolicies,
  people: readonly SubjectPerson[],
  { created_by }: SubjectKey,
): string | undefined {
  const creator = people.find(({ id }) => id === created_by)
  const reason = creator && keptOutBy(policies, creator)
  return reason && `goes on working, although its creator ${creator.name} ${reason}`
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
