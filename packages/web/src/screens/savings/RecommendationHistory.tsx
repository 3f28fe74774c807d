import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** Labels of the status changes. */
const transitionLabels: Record<RecommendationStatus, string> = {
  open: 'Reopened',
  accepted: 'Accepted',
  done: 'Marked as done',
  verifying: 'No longer in the bill, verifying',
  verified: 'Resolved',
  regressed: 'Detected again',
  dismissed: 'Dismissed',
  snoozed: 'Snoozed',
  gone: 'No longer detected',
}

/** The history of a recommendation, latest first, with the person behind each change. */
export function RecommendationHistory({ id }: { id: string }) {
  const query = useQuery(api.costOptimization.history.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="History could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-small text-soft">No changes yet.</p>
        ) : (
          <ol className="space-y-1 text-small">
            {data.toReversed().map((step) => (
              <li key={`${step.at} ${step.status_after}`} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {step.status_before === step.status_after ? 'Assigned' : transitionLabels[step.status_after]}
                  {step.actor_name && <span className="text-soft"> by {step.actor_name}</span>}
                  {step.note && <span className="text-faint"> · {step.note}</span>}
                </span>
                <span className="text-faint">{formatMoment(step.at)}</span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  )
}
