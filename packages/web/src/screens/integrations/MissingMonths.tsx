import type { Import } from '@kept/domain/ingest.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'

/** What an import lacks, month by month. */
export function MissingMonths({ losses }: { losses: Import['losses'] }) {
  const lossesByLocation = Map.groupBy(losses, ({ billing_period, account }) =>
    [billing_period && formatMonth(billing_period), account].filter(Boolean).join(', '),
  )
  return (
    <dl className="space-y-2 text-body">
      {[...lossesByLocation].map(([location, locationLosses]) => (
        <div key={location}>
          <dt className="font-medium">{location || 'Entire import'}</dt>
          {locationLosses.map(({ summary }) => (
            <dd key={summary} className="break-words text-soft">
              {summary}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
