/** Takes the access of one item of a review away. The rules of each change apply, so the last admin always stays. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findOwnedApiKey, revokeApiKey } from '@kept/store/people/api-keys.ts'
import { findMembers } from '@kept/store/people/members.ts'
import type { ReviewItem } from '@kept/store/security/access-reviews.ts'
import { changeStatus } from '../../people/public/change-role.ts'
import { removeCustomRole } from '../../people/public/remove-custom-role.ts'
import { removeGroupRole } from '../../people/public/remove-group-role.ts'
import type { Acting } from '../../platform/acting.ts'

/** What has ended since the review began needs nothing. */
export async function revokeAccess(tx: ScopedTransaction, acting: Acting, item: ReviewItem): Promise<void> {
  const { kind, subject_id: id } = item
  switch (kind) {
    case 'person': {
      const [member] = await findMembers(tx, [id])
      if (member && member.removed_at === null && member.status === 'active')
        await changeStatus(tx, acting, id, 'disabled')
      return
    }
    case 'custom_role':
      return removeCustomRole(tx, acting, id)
    case 'group_role':
      requirePermission(acting, 'organization:write')
      return removeGroupRole(tx, acting, id)
    case 'api_key':
      return revokeKey(tx, acting, id)
  }
}

async function revokeKey(tx: ScopedTransaction, acting: Acting, id: string): Promise<void> {
  const { auditContext, userId } = acting
  const key = await findOwnedApiKey(tx, id, auditContext.at)
  if (key?.status !== 'active') return
  if (key.created_by_id !== userId) requirePermission(acting, 'api_keys:write')
  await revokeApiKey(tx, id, auditContext.at)
  const summary = `The API key "${key.name.replaceAll('"', "'")}" was revoked.`
  await recordAudit(tx, { ...auditContext, action: 'api_key.revoked', target: id, summary })
}

function requirePermission({ permissions }: Acting, needed: Permission): void {
  if (!permissions.includes(needed))
    throw new KeptError('forbidden', `You need the permission ${needed} to revoke this. Ask another reviewer.`)
}
