/**
 * What a change in the cloud means for its recommendation and for the savings ledger, in the transaction that completes
 * the change: done, or open again.
 */
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { fromHour, toHour } from '@kept/foundation/calendar/hour.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { moveRecommendationIn } from '@kept/store/recommendations/move.ts'
import { addActionIn, withdrawOfRecommendation } from '@kept/store/savings/actions.ts'
import type { OnActionChange } from '../public/actions.ts'

export function changeRecorder(actorName: string, now: () => Date): OnActionChange {
  return async (tx, { action }, state, failureReason) => {
    const scope = { organizationId: tx.scopedTo }
    const id = action.subject_id
    if (state === 'done' && failureReason === '') {
      const { status, title, rule, currency, resource_id, monthly_savings } = await findRecommendation(tx, id)
      if (mayMove(status, 'done'))
        await moveRecommendationIn(tx, scope, { id, move: 'done', actorName, now: now(), note: action.description })
      await addActionIn(tx, scope, {
        // The change is looked for from the hour it was made in; the bill decides what kind it is.
        input: { resource_id, not_before: fromHour(toHour(now().toISOString())), evidence: `Remediation ${action.id}` },
        ...{ title, recommendation_id: id, rule, currency, estimate: monthly_savings, actorName, now: now() },
      })
    }
    if (state === 'undone') {
      const { status } = await findRecommendation(tx, id)
      if (status === 'done' || status === 'verifying' || status === 'verified')
        await moveRecommendationIn(tx, scope, {
          id,
          move: 'reopen',
          actorName,
          now: now(),
          note: action.undo_description,
        })
      await withdrawOfRecommendation(tx, id, 'The change was undone.')
    }
  }
}
