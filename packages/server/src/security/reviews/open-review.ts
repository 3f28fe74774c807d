import { counted } from '@kept/foundation/format/number.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { createReview, findReview } from '@kept/store/security/access-reviews.ts'
import type { Acting } from '../../platform/acting.ts'
import type { Services } from '../../platform/context.ts'
import { listAccess } from './list-access.ts'
import { notifyReviewers } from './notify-reviewers.ts'

interface NewReview {
  name: string
  due_at: Date
  reviewers: readonly string[]
  revoke_overdue: boolean
}

/** Opens a review of all access at this moment, and notifies its reviewers. Undefined while another review is open. */
export async function openReview(
  services: Pick<Services, 'jobs'>,
  tx: ScopedTransaction,
  auditContext: Acting['auditContext'],
  { name, due_at, reviewers, revoke_overdue }: NewReview,
): Promise<string | undefined> {
  const { actor, at } = auditContext
  const items = await listAccess(tx, at)
  const fields = { name, reviewers, revoke_overdue, due_at }
  const id = await createReview(tx, fields, items, { actor: actor.name, at })
  if (id === undefined) return undefined
  const organization = await lockOrganization(tx)
  await notifyReviewers(services, tx, { review: await findReview(tx, id), organization, event: 'started' })
  await recordAudit(tx, {
    ...auditContext,
    action: 'access_review.started',
    target: id,
    summary: `The access review "${name}" of ${counted(items.length, 'item')} was started.`,
    after: { name, due_at: due_at.toISOString(), reviewers: [...reviewers], revoke_overdue },
  })
  return id
}
