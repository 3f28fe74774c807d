/** What someone should have done by now: actions of incidents, and the access review. */
import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { incidentName } from '@kept/domain/security-incident-states.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findOpenReview } from '@kept/store/security/access-reviews.ts'
import { listOverdueActions } from '@kept/store/security/due-actions.ts'

const LISTED_ACTIONS = 10

export async function readOverdue(tx: ScopedTransaction, now: Date): Promise<SecurityOverview['overdue']> {
  const actions = await listOverdueActions(tx, utcDay(now))
  const review = await findOpenReview(tx)
  const isReviewOverdue = review !== undefined && Date.parse(review.due_at) <= now.getTime()
  return {
    actions: {
      total: actions.length,
      oldest: actions.slice(0, LISTED_ACTIONS).map(({ id, title, due_on, incident }) => ({
        ...{ id, title, due_on, incident_id: incident.id, incident: incidentName(incident.number) },
      })),
    },
    review: isReviewOverdue
      ? { id: review.id, name: review.name, due_at: review.due_at, pending: review.counts.pending }
      : null,
  }
}
