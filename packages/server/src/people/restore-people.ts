/** The undo of a removal: people come back as they were, while it is remembered how that was. */
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers, restoreMembership } from '@kept/store/people/members.ts'
import type { Acting } from '../platform/acting.ts'
import { changerNow, noSuchPerson, type Refusal, refuse } from './change-people.ts'
import { whyNotChange } from './judge-change.ts'

export const restorableMs = 7 * 24 * 3600 * 1000

/** All of them or none. Sessions and API keys that ended with the removal stay ended. */
export async function restorePeople(tx: ScopedTransaction, acting: Acting, ids: readonly string[]): Promise<string[]> {
  await lockOrganization(tx)
  const changer = await changerNow(tx, acting)
  const unique = [...new Set(ids)]
  const found = await findMembers(tx, unique)
  const { at } = acting.stamp
  const refusals = unique.flatMap((id): Refusal[] => {
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
  for (const id of unique) await restoreMembership(tx, id)
  for (const { id, full_name, email } of found) {
    const summary = `${full_name || email} was brought back.`
    await recordAudit(tx, { ...acting.stamp, action: 'membership.restored', target: id, summary })
  }
  return unique
}
