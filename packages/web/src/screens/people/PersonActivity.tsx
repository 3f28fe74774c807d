import { Badge } from '@kept/ui/controls/Badge.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { outcomeLabels } from '../../security/outcome-labels.ts'
import { Pager } from '../../table/Pager.tsx'

const pageSize = 20

/** What a person did, and what was done to them, the newest first. */
export function PersonActivity({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...api.users.activity.queryOptions({ input: { id, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="Activity could not be loaded.">
      {({ data, meta }) =>
        data.length === 0 ? (
          <p className="py-4 text-small text-soft">No activity yet.</p>
        ) : (
          <>
            <ol className="divide-y divide-rule">
              {data.map((event) => (
                <li key={event.id} className="py-2">
                  <p className="text-small">
                    {event.outcome !== 'allowed' && <Badge tone="leak">{outcomeLabels[event.outcome]}</Badge>}{' '}
                    {event.summary}
                  </p>
                  <p className="text-micro text-faint">
                    <time dateTime={event.created_at} title={formatMoment(event.created_at)}>
                      {formatAgo(event.created_at, Date.now())}
                    </time>
                    {event.actor_id !== id && `, by ${event.actor_name}`}
                    {event.ip && `, from ${event.ip}`}
                  </p>
                </li>
              ))}
            </ol>
            <Pager page={meta.page} pageSize={pageSize} total={meta.total} noun="activity" onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}
