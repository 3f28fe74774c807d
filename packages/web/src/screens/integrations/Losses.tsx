import type { Import } from '@kept/domain/ingest.ts'
import { formatMonth } from '@kept/ui/format/day.ts'

/** What a delivery lacks, month by month. */
export function Losses({ losses }: { losses: Import['losses'] }) {
  const places = Map.groupBy(losses, ({ billing_period, account }) =>
    [billing_period && formatMonth(billing_period), account].filter(Boolean).join(', '),
  )
  return (
    <dl className="space-y-2 text-body">
      {[...places].map(([place, own]) => (
        <div key={place}>
          <dt className="font-medium">{place || 'The whole delivery'}</dt>
          {own.map(({ summary }) => (
            <dd key={summary} className="break-words text-soft">
              {summary}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
