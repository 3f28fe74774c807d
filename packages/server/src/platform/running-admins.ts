/**
 * Who could undo a mistake in an organization: its admins who may change users, settings and policies, and can sign in
 * under its policies. A change of users or of ways to sign in reads them before and after, under the organization's
 * lock. A change that takes nothing away is never refused, also where no admin was left before.
 */
import { KeptError } from '@kept/domain/errors.ts'
import { mayRunOrganization, runsOrganization } from '@kept/domain/permission.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { type LockedOrganization, lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findActiveAdmins } from '@kept/store/people/members.ts'
import { readSubjectAdmins, type SubjectAccount } from '@kept/store/security/policy-subjects.ts'
import { canSignIn, limitsSignIn } from './ways-in.ts'

interface RunningAdmin {
  id: string
  /** True for everyone where no policy limits it. */
  can_sign_in: boolean
}

/** `changed`: how someone would be after a change that is not stored yet. */
export async function readRunningAdmins(
  tx: ScopedTransaction,
  policies: EnforcedPolicies,
  changed: (admin: SubjectAccount) => SubjectAccount = (admin) => admin,
): Promise<RunningAdmin[]> {
  if (!limitsSignIn(policies))
    return (await findActiveAdmins(tx)).filter(runsOrganization).map(({ id }) => ({ id, can_sign_in: true }))
  return (await readSubjectAdmins(tx))
    .filter(({ role, permissions }) => mayRunOrganization(role, permissions))
    .map((admin) => ({ id: admin.id, can_sign_in: canSignIn(policies, changed(admin)) }))
}

/** What a change took away: the last admin, or the last one who can sign in. */
export function lossOf(
  before: readonly RunningAdmin[],
  after: readonly RunningAdmin[],
): 'last_admin' | 'last_way_in' | undefined {
  if (before.length > 0 && after.length === 0) return 'last_admin'
  const canAny = (admins: readonly RunningAdmin[]) => admins.some(({ can_sign_in }) => can_sign_in)
  return canAny(before) && !canAny(after) ? 'last_way_in' : undefined
}

export function lastWayInMessage({ name }: Pick<LockedOrganization, 'name'>): string {
  return `At least one admin of "${name}" must be able to sign in under its policies. Change the policies first, or add another admin who can sign in.`
}

/** Locks the organization and makes the change, or throws when no admin could sign in after it. */
export async function keepWayIn<T>(tx: ScopedTransaction, change: () => Promise<T>): Promise<T> {
  const organization = await lockOrganization(tx)
  const policies = organization.enforced_policies
  if (!limitsSignIn(policies)) return change()
  const before = await readRunningAdmins(tx, policies)
  const result = await change()
  const after = await readRunningAdmins(tx, policies)
  if (lossOf(before, after) !== undefined) throw new KeptError('conflict', lastWayInMessage(organization))
  return result
}
