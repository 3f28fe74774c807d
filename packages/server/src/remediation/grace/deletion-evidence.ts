/** Whether the recommendation behind a deletion still stands, and on data that is new enough to delete by. */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { readEvidence } from '@kept/store/recommendations/evidence.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'

/** Why the recommendation does not stand any more; '' where it does. */
export async function endedRecommendation(tx: ScopedTransaction, { action }: StoredAction): Promise<string> {
  const { status, last_absent_at } = await findRecommendation(tx, action.subject_id)
  if (status === 'dismissed' || status === 'snoozed') return `Its recommendation was ${status}.`
  if (status === 'open') return 'Its recommendation was opened again.'
  if (status !== 'accepted') return `Its recommendation is ${status}: the data no longer shows it as unused.`
  return last_absent_at === null ? '' : 'The data no longer shows it as unused.'
}

/**
 * Why the data does not show it as unused as of now; '' where it does. The cloud itself does not always say that
 * something was used and released again, so without an inventory and an evaluation since the mark nothing is deleted.
 */
export async function staleEvidence(tx: ScopedTransaction, stored: StoredAction, now: Date): Promise<string> {
  // The deletion is tried, and ends for that reason.
  if ((await endedRecommendation(tx, stored)) !== '') return ''
  const { seenAt, evaluatedAt, observedAt } = await readEvidence(tx, stored.action.subject_id)
  const markedAt = new Date(stored.action.at)
  if (observedAt === null || observedAt <= markedAt) return 'No inventory has listed it since it was marked.'
  if (now.getTime() - observedAt.getTime() > dayMs) return 'Its inventory is older than a day.'
  if (evaluatedAt !== null && evaluatedAt > seenAt) return 'The last evaluation did not find it unused.'
  if (seenAt < observedAt) return 'It was not evaluated since its inventory was read.'
  return ''
}
