import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatDay } from '@kept/foundation/format/day.ts'

/** Why a recommendation waits or is closed, and whose it is. */
export function Standing({ recommendation }: { recommendation: Recommendation }) {
  return (
    <>
      {recommendation.status === 'dismissed' && recommendation.dismissed_reason && (
        <p className="mt-2 text-small text-soft">Dismissed: {recommendation.dismissed_reason}</p>
      )}
      {recommendation.status === 'snoozed' && recommendation.dismissed_until && (
        <p className="mt-2 text-small text-soft">
          Snoozed until {formatDay(recommendation.dismissed_until)}
          {recommendation.dismissed_reason && `: ${recommendation.dismissed_reason}`}
        </p>
      )}
      {recommendation.owner && (
        <p className="mt-2 text-small text-soft">
          Owner: {recommendation.owner}
          {recommendation.due_on && `, due ${formatDay(recommendation.due_on)}`}
        </p>
      )}
    </>
  )
}
