import type { FindingStatus } from '@kept/domain/finding.ts'
import { formatMoment } from '@kept/ui/format/day.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** A status as a step of the life, as a person would say it. */
const became: Record<FindingStatus, string> = {
  open: 'Opened again',
  accepted: 'Accepted',
  done: 'Marked as done',
  verifying: 'No longer in the bill, watched',
  verified: 'Verified',
  regressed: 'Came back',
  dismissed: 'Dismissed',
  gone: 'No longer seen',
}

/** Every step of a finding's life, the latest first: who did it, or that the data did. */
export function Life({ id }: { id: string }) {
  const query = useQuery(api.costOptimization.history.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="What became of it could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <p className="text-small text-soft">Nothing yet: it is as it was found.</p>
        ) : (
          <ol className="space-y-1 text-small">
            {data.toReversed().map((step) => (
              <li key={`${step.at} ${step.status_after}`} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {became[step.status_after]}
                  {step.by_name && <span className="text-soft"> by {step.by_name}</span>}
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
