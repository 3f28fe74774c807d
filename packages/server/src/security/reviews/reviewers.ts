/** Who can review access. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findMembers, type Member } from '@kept/store/people/members.ts'

export function canReview({ status, removed_at, account_disabled, role, grants }: Member): boolean {
  if (status !== 'active' || removed_at !== null || account_disabled) return false
  const may = effectivePermissions(role, grants)
  return may.includes('users:write') && may.includes('security:read')
}

/** Someone who may not change users could confirm, and never revoke. */
export async function refuseReviewers(tx: ScopedTransaction, ids: readonly string[]): Promise<void> {
  const members = await findMembers(tx, ids)
  for (const id of ids) {
    const member = members.find((candidate) => candidate.id === id)
    if (!member || member.removed_at !== null)
      throw new KeptError('not_found', 'A reviewer is not a user of this organization.')
    if (!canReview(member))
      throw badInput(`${member.full_name || member.email} cannot review: it needs users:write and security:read.`)
  }
}
