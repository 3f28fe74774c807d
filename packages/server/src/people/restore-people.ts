/** The undo of a removal: people come back as they were, while it is remembered how that was. */

import { rolePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { type FoundInvitation, findInvitations } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers, restoreMembership } from '@kept/store/people/members.ts'
import type { Acting } from '../platform/acting.ts'
import { restoreInvited } from './change-invited.ts'
import { changerNow, noSuchPerson, type Refusal, refuse } from './change-people.ts'
import { whyNotChange, whyNotGive } from './judge-change.ts'

export const restorableMs = 7 * 24 * 3600 * 1000

function explainInvitedRestoreRefusal(
  { revoked_at, status, expires_at }: FoundInvitation & { revoked_at: Date | null },
  at: Date,
): string | null {
  if (status !== 'revoked' || revoked_at === null) return 'Their invitation was not taken back.'
  const isTooOld = at.getTime() - revoked_at.getTime() > restorableMs || Date.parse(expires_at) <= at.getTime()
  return isTooOld ? 'Their invitation has expired; invite them again.' : null
}

/** All of them or none. Sessions and API keys that ended with the removal stay ended. */
export async function restorePeople(tx: ScopedTransaction, acting: Acting, ids: readonly string[]): Promise<string[]> {
  await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const unique = [...new Set(ids)]
  const found = await findMembers(tx, unique)
  const { at } = acting.stamp
  const invitations = await findInvitations(tx, unique, at)
  const refusals = unique.flatMap((id): Refusal[] => {
    const invitation = invitations.find((candidate) => candidate.id === id)
    if (invitation) {
      const reason =
        explainInvitedRestoreRefusal(invitation, at) ?? whyNotGive(changer, rolePermissions[invitation.role])
      return reason === null ? [] : [{ id, reason }]
    }
    const member = found.find((one) => one.id === id)
    if (!member) return [{ id, reason: noSuchPerson }]
    if (member.removed_at === null) return [{ id, reason: 'They were not removed.' }]
    if (at.getTime() - member.removed_at.getTime() > restorableMs) {
      return [{ id, reason: 'They were removed too long ago; invite them again.' }]
    }
    const reason = whyNotChange(changer, { ...member, status: 'disabled' }, { status: 'active' })
    return reason === null ? [] : [{ id, reason }]
  })
  refuse(refusals)
  for (const { id } of found) await restoreMembership(tx, id)
  for (const invitation of invitations) await restoreInvited(tx, acting, invitation)
  for (const { id, full_name, email } of found) {
    const summary = `${full_name || email} was brought back.`
    await recordAudit(tx, { ...acting.stamp, action: 'membership.restored', target: id, summary })
  }
  return unique
}
