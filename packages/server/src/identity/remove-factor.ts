/**
 * Removes a factor of a user, unless an organization requires it, or no admin of one could sign in without it. Factors
 * belong to no organization: each one that the user is an admin of is locked until the factor is gone, so that of two
 * admins who remove theirs at once the second one is refused.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database, PersonTransaction, SharedTables } from '@kept/store/database/connect.ts'
import { enterOrganization } from '@kept/store/database/enter-organization.ts'
import { type LockedOrganization, lockOrganizations } from '@kept/store/people/lock-organization.ts'
import { readOwnMemberships } from '@kept/store/people/own-memberships.ts'
import type { SubjectAccount } from '@kept/store/security/policy-subjects.ts'
import { lastWayInMessage, lossOf, readRunningAdmins } from '../platform/running-admins.ts'
import { limitsSignIn } from '../platform/ways-in.ts'
import { type RemainingFactors, refuseLastFactor } from './factors.ts'

interface FactorRemoval<T> {
  /** Read under the locks: another removal may have been first. */
  remaining(factors: SharedTables): Promise<RemainingFactors>
  remove(factors: SharedTables): Promise<T>
}

export async function removeFactor<T>(database: Database, userId: string, removal: FactorRemoval<T>): Promise<T> {
  return database.asPerson(userId, async (tx) => {
    const factors = { shared: tx }
    const administered = (await readOwnMemberships(tx, userId)).filter(({ role }) => role === 'admin')
    const ids = administered.map(({ organization }) => organization.id)
    const organizations = await lockOrganizations(tx, ids)
    const remaining = await removal.remaining(factors)
    refuseLastFactor(await readOwnMemberships(tx, userId), remaining)
    for (const organization of organizations) await refuseLastWayIn(tx, organization, userId, remaining)
    return removal.remove(factors)
  })
}

async function refuseLastWayIn(
  tx: PersonTransaction,
  organization: LockedOrganization,
  userId: string,
  remaining: RemainingFactors,
): Promise<void> {
  const { id, enforced_policies: policies } = organization
  if (!limitsSignIn(policies)) return
  const changed = (admin: SubjectAccount) => (admin.id === userId ? withFactors(admin, remaining) : admin)
  const entered = await enterOrganization(tx, id)
  const loss = lossOf(await readRunningAdmins(entered, policies), await readRunningAdmins(entered, policies, changed))
  if (loss !== undefined) throw new KeptError('conflict', lastWayInMessage(organization))
}

function withFactors(admin: SubjectAccount, { totp, passkeys }: RemainingFactors): SubjectAccount {
  const methods = passkeys > 0 ? admin.methods : admin.methods.filter((method) => method !== 'passkey')
  return { ...admin, methods, second_factor: totp || passkeys > 0 }
}
