import { addDays } from '@kept/foundation/calendar/day.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useRemoval } from '../removal/useRemoval.ts'
import { useMe } from '../shell/useMe.ts'
import { describeEffect, kindLabels } from './event-text.ts'

/** Loaded on demand: it is rarely used. */
const NewEvent = lazy(() => import('./NewEvent.tsx'))

/** Planned changes that the bill does not show yet. The forecast includes them at once. */
export function KnownEvents({ currency }: { currency: string }) {
  const client = useQueryClient()
  const query = useQuery(api.forecasts.knownEvents.queryOptions({ input: {} }))
  const mayWrite = useMe().data?.permissions.includes('alerts:write') ?? false
  const [making, setMaking] = useState(false)
  const renew = () => client.invalidateQueries({ queryKey: api.forecasts.key() })
  const { remove, hasLeft } = useRemoval()
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-body font-semibold">Known events</h3>
        {mayWrite && !making && (
          <Button size="small" onClick={() => setMaking(true)}>
            Add event
          </Button>
        )}
      </div>
      <p className="mt-1 text-small text-soft">
        A commitment that ends, a planned schedule, or an announced change. The forecast adjusts from that day.
      </p>
      {making && (
        <Suspense fallback={<SkeletonRows />}>
          <NewEvent
            currency={currency}
            onCancel={() => setMaking(false)}
            onMade={() => {
              setMaking(false)
              void renew()
            }}
          />
        </Suspense>
      )}
      <Loaded query={query} failed="Known events could not be loaded.">
        {({ data }) => (
          <ul className="mt-2">
            {data
              .filter(({ id }) => !hasLeft(`known event ${id}`))
              .map((event) => (
                <li
                  key={event.id}
                  className="flex items-start justify-between gap-4 border-rule border-b py-2 text-small"
                >
                  <span className="min-w-0">
                    <span className="block font-medium">{event.description}</span>
                    <span className="block text-soft">
                      {kindLabels[event.kind]}
                      {event.provider && `, ${event.provider}`}, from {formatDay(event.start_date)}
                      {event.end_date && ` to ${formatDay(addDays(event.end_date, -1))}`}:{' '}
                      {describeEffect(event, (amount) => formatMoney(amount, event.currency, { signed: true }))}. Added
                      by {event.created_by}.
                    </span>
                  </span>
                  {mayWrite && (
                    <Button
                      size="small"
                      onClick={() =>
                        remove({
                          id: `known event ${event.id}`,
                          title: `"${event.description}" removed`,
                          body: 'The forecast updates when this message closes.',
                          send: () => api.forecasts.removeKnownEvent.call({ id: event.id }),
                          renew,
                        })
                      }
                    >
                      Remove<span className="sr-only"> {event.description}</span>
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}
