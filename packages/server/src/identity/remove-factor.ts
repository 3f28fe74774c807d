/**
 * Removes a factor of a user, unless an organization requires it, or no admin of one could sign in without it. Factors
 * belong to no organization: each one that the user is an admin of is locked until the factor is gone, so that of two
 * admins who remove theirs at once the second one is refused.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { type LockedOrganization, lockOrganizations } from '@kept/store/people/lock-organization.ts'
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
  const memberships = await listOwnMemberships(database, userId)
  const ids = memberships.filter(({ role }) => role === 'admin').map(({ organization }) => organization.id)
  return database.asPerson(userId, async (tx) => {
    const organizations = await lockOrganizations(tx, ids)
    const remaining = await removal.remaining()
    await refuseLastFactor(database, userId, remaining)
    for (const organization of organizations) await refuseLastWayIn(database, organization, userId, remaining)
    return removal.remove()
  })
}

async function refuseLastWayIn(
  database: Database,
  organization: LockedOrganization,
  userId: string,
  remaining: RemainingFactors,
): Promise<void> {
  const { id, enforced_policies: policies } = organization
  if (!limitsSignIn(policies)) return
  const changed = (admin: SubjectAccount) => (admin.id === userId ? withFactors(admin, remaining) : admin)
  const loss = await database.scoped({ organizationId: id }, async (tx) =>
    lossOf(await readRunningAdmins(tx, policies), await readRunningAdmins(tx, policies, changed)),
  )
  if (loss !== undefined) throw new KeptError('conflict', lastWayInMessage(organization))
}

function withFactors(admin: SubjectAccount, { totp, passkeys }: RemainingFactors): SubjectAccount {
  const methods = passkeys > 0 ? admin.methods : admin.methods.filter((method) => method !== 'passkey')
  return { ...admin, methods, second_factor: totp || passkeys > 0 }
}
