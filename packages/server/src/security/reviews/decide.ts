/** Decisions of reviewers: all of a request or none, with their effects in the same transaction. */
import type { AccessDecision } from '@kept/domain/access-review.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findOwnedApiKey } from '@kept/store/people/api-keys.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers } from '@kept/store/people/members.ts'
import {
  decideItem,
  findReview,
  listReviewItems,
  type ReviewItem,
  type StoredReview,
} from '@kept/store/security/access-reviews.ts'
import type { Acting } from '../../platform/acting.ts'
import { completeReview } from './complete-review.ts'
import { revokeAccess } from './revoke-access.ts'

interface Decision {
  items: readonly string[]
  decision: Extract<AccessDecision, 'confirmed' | 'revoked'>
  note: string
}

export async function decideAccess(
  tx: ScopedTransaction,
  acting: Acting,
  id: string,
  { items: ids, decision, note }: Decision,
): Promise<void> {
  await lockOrganization(tx)
  const review = await findReview(tx, id)
  await refuseReviewer(tx, acting, review)
  const all = await listReviewItems(tx, id)
  const items = [...new Set(ids)].map((itemId) => {
    const item = all.find((candidate) => candidate.id === itemId)
    if (!item) throw new KeptError('not_found', 'There is no item with this ID in the review.')
    refuseItem(acting, review, item)
    return item
  })
  const { actor, at } = acting.auditContext
  if (decision === 'confirmed') await refuseOwnKeys(tx, acting, review, items)
  for (const item of items) {
    if (decision === 'revoked') await revokeAccess(tx, acting, item)
    await decideItem(tx, item.id, { decision, note, actor: actor.name, at })
  }
  const [first] = items
  await recordAudit(tx, {
    ...acting.auditContext,
    action: 'access_review.decided',
    target: id,
    summary: `The access of ${items.length === 1 ? first?.name : counted(items.length, 'item')} was ${decision} in the review "${review.name}".`,
    details: { decision, note, items: items.map(({ kind, subject_id, name }) => ({ kind, subject_id, name })) },
  })
  await completeReview(tx, acting, id)
}

async function refuseReviewer(tx: ScopedTransaction, { userId }: Acting, review: StoredReview): Promise<void> {
  if (review.status !== 'open') throw new KeptError('conflict', `This review was ${review.status}. Start another one.`)
  if (userId !== null && review.reviewers.includes(userId)) return
  const names = (await findMembers(tx, review.reviewers)).map(({ full_name, email }) => full_name || email)
  throw new KeptError('forbidden', `Only the reviewers decide: ${names.join(', ')}.`)
}

/** No one decides about themselves, unless there is no one else. */
function refuseItem({ userId }: Acting, { reviewers }: StoredReview, item: ReviewItem): void {
  if (item.decision !== 'pending')
    throw new KeptError('conflict', `The access of ${item.name} was ${item.decision} by ${item.decided_by} already.`)
  const isOwn = (item.kind === 'person' || item.kind === 'custom_role') && item.subject_id === userId
  if (isOwn && reviewers.length > 1)
    throw new KeptError('conflict', 'You cannot decide about your own access. Another reviewer does.')
}

/** A key does what its creator may do: confirming it is confirming oneself. To revoke it needs no one else. */
async function refuseOwnKeys(
  tx: ScopedTransaction,
  { userId, auditContext }: Acting,
  { reviewers }: StoredReview,
  items: readonly ReviewItem[],
): Promise<void> {
  if (reviewers.length === 1) return
  for (const { kind, subject_id, name } of items) {
    const key = kind === 'api_key' ? await findOwnedApiKey(tx, subject_id, auditContext.at) : undefined
    if (key?.created_by_id === userId)
      throw new KeptError(
        'conflict',
        `You cannot confirm the API key "${name}": you created it. Another reviewer does.`,
      )
  }
}
