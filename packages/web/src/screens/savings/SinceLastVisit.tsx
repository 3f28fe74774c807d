import type { RecommendationChange } from '@kept/domain/recommendation.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'

const labels: Partial<Record<RecommendationStatus, string>> = {
  open: 'new',
  accepted: 'accepted',
  done: 'done',
  verifying: 'verifying',
  verified: 'resolved',
  regressed: 'reopened',
  snoozed: 'snoozed',
  dismissed: 'dismissed',
  gone: 'no longer detected',
}

interface SinceLastVisitProps {
  since: string
  changes: readonly RecommendationChange[]
  onOpen(status: RecommendationStatus): void
}

/** What changed since the reader's last visit; each part opens its list. */
export function SinceLastVisit({ since, changes, onOpen }: SinceLastVisitProps) {
  const ordered = Object.keys(labels).flatMap((status) => changes.find((change) => change.status === status) ?? [])
  return (
    <p className="mt-4 flex flex-wrap gap-x-3 gap-y-1 rounded-base border border-rule px-3 py-2 text-small">
      <span className="text-soft">Since {formatDayShort(utcDay(Date.parse(since)))}:</span>
      {ordered.length === 0 && <span>nothing changed.</span>}
      {ordered.map(({ status, count, totals }) => (
        <button key={status} type="button" className="text-fact underline" onClick={() => onOpen(status)}>
          {formatCount(count)} {labels[status]}
          {(status === 'open' || status === 'gone') && totals.length > 0 && (
            <span className="figure">
              {' '}
              (
              {totals
                .map(
                  ({ currency, monthly_savings: saving }) =>
                    `${status === 'open' ? '+' : '−'}${formatMoney(saving, currency)}`,
                )
                .join(', ')}
              )
            </span>
          )}
        </button>
      ))}
    </p>
  )
}
