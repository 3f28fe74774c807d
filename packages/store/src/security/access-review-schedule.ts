/** When an access review of an organization starts by itself. */
import type { ScopedTransaction } from '../database/connect.ts'

interface StoredReviewSchedule {
  every_days: number
  decide_within_days: number
  /** IDs of users. */
  reviewers: string[]
  revoke_overdue: boolean
  /** Null when turned off. */
  next_start_at: Date | null
  updated_by: string
}

/** Undefined while none was set. */
export function findReviewSchedule(tx: ScopedTransaction): Promise<StoredReviewSchedule | undefined> {
  return tx
    .selectFrom('access_review_schedule')
    .select(['every_days', 'decide_within_days', 'reviewers', 'revoke_overdue', 'next_start_at', 'updated_by'])
    .where('organization_id', '=', tx.scopedTo)
    .executeTakeFirst()
}

export async function saveReviewSchedule(
  tx: ScopedTransaction,
  { reviewers, ...schedule }: StoredReviewSchedule,
  at: Date,
): Promise<void> {
  const fields = { ...schedule, reviewers: JSON.stringify(reviewers), updated_at: at }
  await tx
    .insertInto('access_review_schedule')
    .values({ organization_id: tx.scopedTo, ...fields })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(fields))
    .execute()
}

/** Moves a due schedule on. False when another process did. */
export async function advanceReviewSchedule(
  tx: ScopedTransaction,
  { due, next }: { due: Date; next: Date },
): Promise<boolean> {
  const moved = await tx
    .updateTable('access_review_schedule')
    .set({ next_start_at: next })
    .where('organization_id', '=', tx.scopedTo)
    .where('next_start_at', '=', due)
    .returning('organization_id')
    .execute()
  return moved.length > 0
}
