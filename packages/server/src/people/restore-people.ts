/** Undoes the removal of users within the retention time. */

import { permissionsOfAssigned } from '@kept/domain/custom-role.ts'
import { gainedOnEntry } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findInvitations } from '@kept/store/people/find-invitations.ts'
import type { FoundInvitation } from '@kept/store/people/invitation-row.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers, restoreMembership } from '@kept/store/people/members.ts'
import type { Acting } from '../platform/acting.ts'
import { restoreInvited } from './change-invited.ts'
import { changerNow, noSuchPerson, type Refusal, refuse } from './change-people.ts'
import { changeRefusal, grantRefusal } from './change-refusal.ts'

export const restorableMs = 7 * 24 * 3600 * 1000

function explainInvitedRestoreRefusal(
  { revoked_at, status, expires_at }: FoundInvitation & { revoked_at: Date | null },
  now: Date,
): string | null {
  if (status !== 'revoked' || revoked_at === null) return 'The invitation was not revoked.'
  const isTooOld = now.getTime() - revoked_at.getTime() > restorableMs || Date.parse(expires_at) <= now.getTime()
  return isTooOld ? 'The invitation has expired. Invite the user again.' : null
}

/** Restores all or none. Ended sessions and revoked API keys stay ended. */
export async function restorePeople(tx: ScopedTransaction, acting: Acting, ids: readonly string[]): Promise<string[]> {
  await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const unique = [...new Set(ids)]
  const members = await findMembers(tx, unique)
  const { at } = acting.auditContext
  const invitations = await findInvitations(tx, unique, at)
  const refusals = unique.flatMap((id): Refusal[] => {
    const invitation = invitations.find((candidate) => candidate.id === id)
    if (invitation) {
      const reason =
        explainInvitedRestoreRefusal(invitation, at) ?? grantRefusal(changer, permissionsOfAssigned(invitation))
      return reason === null ? [] : [{ id, reason, code: 'forbidden' }]
    }
    const member = members.find((candidate) => candidate.id === id)
    if (!member) return [{ id, reason: noSuchPerson, code: 'not_found' }]
    if (member.removed_at === null) return [{ id, reason: 'The user was not removed.', code: 'forbidden' }]
    if (at.getTime() - member.removed_at.getTime() > restorableMs) {
      return [{ id, reason: 'The user was removed too long ago. Invite them again.', code: 'forbidden' }]
    }
    const reason = changeRefusal(changer, { ...member, status: 'disabled' }, { status: 'active' })
    return reason === null ? [] : [{ id, reason, code: 'forbidden' }]
  })
  refuse(refusals)
  for (const { id } of members) await restoreMembership(tx, id)
  for (const invitation of invitations) await restoreInvited(tx, acting, invitation)
  // Who was disabled before the removal still is.
  for (const { id, full_name, email, role, grants, status } of await findMembers(tx, unique)) {
    const summary = `${full_name || email} was restored.`
    const gained = status === 'active' ? gainedOnEntry(role, grants) : []
    await recordAudit(tx, { ...acting.auditContext, action: 'membership.restored', target: id, summary, gained })
  }
  return unique
}
