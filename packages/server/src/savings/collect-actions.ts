/**
 * Step "collect": a recommendation that was marked as done becomes a recorded action, which waits until the bill shows
 * the change.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { addActions, findUnrecordedRecommendations } from '@kept/store/savings/actions.ts'
import type { SavingsDeps } from './deps.ts'

/** The change of a recommendation is searched this long before it was marked as done. */
const lookBackMs = 30 * dayMs

export async function collectActions({ database, now }: SavingsDeps, scope: Scope): Promise<void> {
  const recommendations = await findUnrecordedRecommendations(database, scope)
  await addActions(
    database,
    scope,
    recommendations.map(({ id, completed_at, resource_id, title, rule, currency, monthly_savings: estimate }) => {
      const completedAfter = new Date(completed_at.getTime() - lookBackMs).toISOString()
      return {
        input: { resource_id, not_before: `${completedAfter.slice(0, 13)}:00:00Z`, evidence: id },
        ...{ title, recommendation_id: id, rule, currency, estimate, actorName: 'Kept', now: now() },
      }
    }),
  )
}
