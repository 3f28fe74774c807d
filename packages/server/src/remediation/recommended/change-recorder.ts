/**
 * What a change in the cloud means for its recommendation and for the savings ledger, in the transaction that completes
 * the change: done, or open again.
 */

import { mayMove } from '@kept/domain/recommendation-life.ts'
import type { ActionState } from '@kept/domain/remediation-action.ts'
import { fromHour, toHour } from '@kept/foundation/calendar/hour.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { moveRecommendationIn, noteRecommendation, wasAcceptedBefore } from '@kept/store/recommendations/move.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { addActionIn, withdrawOfRecommendation } from '@kept/store/savings/actions.ts'
import type { OnActionChange } from '../public/actions.ts'

export function changeRecorder(actorName: string, now: () => Date): OnActionChange {
  return async (tx, stored, state, failureReason) => {
    const { action } = stored
    const scope = { organizationId: tx.scopedTo }
    const id = action.subject_id
    if (state === 'waiting' && failureReason === '') {
      const { status } = await findRecommendation(tx, id)
      const note = { id, actorName, now: now(), note: action.description }
      // What someone accepted stays theirs.
      if (status === 'accepted') await noteRecommendation(tx, scope, note)
      else if (mayMove(status, 'accept')) await moveRecommendationIn(tx, scope, { ...note, move: 'accept' })
    }
    if (action.grace_days > 0 && isKept(stored, state)) {
      const { status } = await findRecommendation(tx, id)
      const note = failureReason || 'It was restored during its grace period.'
      // Who had accepted it before keeps it, with its due date.
      if (status === 'accepted' && (await wasAcceptedBefore(tx, id, action.description)))
        await noteRecommendation(tx, scope, { id, actorName, now: now(), note })
      else if (status === 'accepted' || status === 'verifying')
        await moveRecommendationIn(tx, scope, { id, move: 'reopen', actorName, now: now(), note })
    }
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

/** It was marked, and is not deleted: restored, or changed by others meanwhile. */
function isKept({ action, deletionStartedAt }: StoredAction, state: ActionState): boolean {
  if (state === 'undone') return deletionStartedAt === null
  return state === 'left' && (deletionStartedAt === null || action.state === 'doing')
}
