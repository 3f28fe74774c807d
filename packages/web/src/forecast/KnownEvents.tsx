import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatDay } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { useRemoval } from '../removal/useRemoval.ts'
import { useMe } from '../shell/useMe.ts'
import { effectWords, kindWords } from './event-words.ts'

/** Seldom needed, and the screens it stands on are heavy. */
const NewEvent = lazy(() => import('./NewEvent.tsx'))

/** What people know of days to come and the bill does not say yet; the forecast follows it at once. */
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
            Add an event
          </Button>
        )}
      </div>
      <p className="mt-1 text-small text-soft">
        A commitment that ends, a planned schedule, an announced change: the forecast is adjusted from that day on.
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
                    <span className="block font-medium">{event.words}</span>
                    <span className="block text-soft">
                      {kindWords[event.kind]}
                      {event.provider && `, ${event.provider}`}, from {formatDay(event.from_day)}
                      {event.to_day && ` until before ${formatDay(event.to_day)}`}:{' '}
                      {effectWords(event, (amount) => formatMoney(amount, event.currency, { signed: true }))}. Added by{' '}
                      {event.created_by}.
                    </span>
                  </span>
                  {mayWrite && (
                    <Button
                      size="small"
                      onClick={() =>
                        remove({
                          id: `known event ${event.id}`,
                          title: `"${event.words}" removed`,
                          body: 'The forecast no longer knows of it once this message has gone.',
                          send: () => api.forecasts.removeKnownEvent.call({ id: event.id }),
                          renew,
                        })
                      }
                    >
                      Remove<span className="sr-only"> {event.words}</span>
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
