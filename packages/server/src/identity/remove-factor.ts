/**
 * Removes a factor of a user, unless an organization requires it, or no admin of one could sign in without it. Factors
 * belong to no organization: each one that it matters to is locked until the factor is gone, in the order of their IDs,
 * so that of two admins who remove theirs at once the second one is refused.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { type LockedOrganization, lockOrganization } from '@kept/store/people/lock-organization.ts'
import { listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import type { SubjectAccount } from '@kept/store/security/policy-subjects.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'
import { limitsSignIn } from '../platform/ways-in.ts'
import { type RemainingFactors, refuseLastFactor } from './factors.ts'

interface FactorRemoval<T> {
  /** Read under the locks: another removal may have been first. */
  remaining(): Promise<RemainingFactors>
  remove(): Promise<T>
}

export async function removeFactor<T>(database: Database, userId: string, removal: FactorRemoval<T>): Promise<T> {
  const affected = (await listOwnMemberships(database, userId))
    .filter(({ role, organization }) => role === 'admin' && limitsSignIn(organization.enforced_policies))
    .map(({ organization }) => organization.id)
    .sort()
  return underLocks(database, affected, [], async (locked) => {
    const remaining = await removal.remaining()
    await refuseLastFactor(database, userId, remaining)
    for (const each of locked) await refuseLastWayIn(each, userId, remaining)
    return removal.remove()
  })
}

interface Locked {
  tx: ScopedTransaction
  organization: LockedOrganization
}

/** A transaction is of one organization, so each has its own, inside the one before. */
function underLocks<T>(
  database: Database,
  [organizationId, ...others]: readonly string[],
  locked: readonly Locked[],
  work: (locked: readonly Locked[]) => Promise<T>,
): Promise<T> {
  if (organizationId === undefined) return work(locked)
  return database.scoped({ organizationId }, async (tx) => {
    const organization = await lockOrganization(tx)
    return underLocks(database, others, [...locked, { tx, organization }], work)
  })
}

async function refuseLastWayIn({ tx, organization }: Locked, userId: string, remaining: RemainingFactors) {
  const policies = organization.enforced_policies
  const before = await readRunningAdmins(tx, policies)
  const after = await readRunningAdmins(tx, policies, (admin) =>
    admin.id === userId ? withFactors(admin, remaining) : admin,
  )
  if (lossOf(before, after) !== undefined) throw new KeptError('conflict', lastWayInMessage(organization))
}

function withFactors(admin: SubjectAccount, { totp, passkeys }: RemainingFactors): SubjectAccount {
  const methods = passkeys > 0 ? admin.methods : admin.methods.filter((method) => method !== 'passkey')
  return { ...admin, methods, second_factor: totp || passkeys > 0 }
}
