import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useDecisions } from '../../savings/useDecisions.ts'
import { totalsOf } from './inbox-groups.ts'
import { OwnerPicker } from './OwnerPicker.tsx'
import type { InboxAct } from './useInboxKeys.ts'

interface BulkBarProps {
  selected: readonly RecommendationWithAlternatives[]
  onAct(act: InboxAct): void
  onClear(): void
}

/** What can be done with the selected rows, at the foot of the screen. */
export function BulkBar({ selected, onAct, onClear }: BulkBarProps) {
  const { decide, deciding } = useDecisions()
  const allMay = (move: Parameters<typeof mayMove>[1]) => selected.every(({ status }) => mayMove(status, move))
  return (
    <section
      aria-label="Selection"
      className="fixed inset-x-3 bottom-4 z-30 mx-auto flex w-fit max-w-[calc(100vw-1.5rem)] flex-wrap items-center justify-center gap-2 rounded-base border border-rule-strong bg-raised px-3 py-2 shadow-float print:hidden"
    >
      <p role="status" className="px-1 text-small">
        <span className="font-semibold">{formatCount(selected.length)} selected</span>
        {totalsOf(selected).map(({ currency, monthly_savings: saving }) => (
          <span key={currency} className="figure text-soft">
            {' '}
            · {formatMoney(saving, currency)} a month
          </span>
        ))}
      </p>
      {allMay('accept') && (
        <Button tone="primary" size="small" onClick={() => onAct('accept')}>
          Accept
        </Button>
      )}
      <OwnerPicker
        owner={null}
        removable
        onPick={(owner) =>
          decide(selected, { decision: 'assign', owner: owner && { type: owner.type, id: owner.id } }, onClear)
        }
        trigger={
          <Button size="small" isBusy={deciding}>
            Assign
          </Button>
        }
      />
      {allMay('snooze') && (
        <Button size="small" onClick={() => onAct('snooze')}>
          Snooze
        </Button>
      )}
      {allMay('dismiss') && (
        <Button size="small" onClick={() => onAct('dismiss')}>
          Dismiss
        </Button>
      )}
      {allMay('reopen') && (
        <Button size="small" onClick={() => decide(selected, { decision: 'reopen' }, onClear)}>
          Reopen
        </Button>
      )}
      <Button tone="quiet" size="small" onClick={onClear}>
        Clear
      </Button>
    </section>
  )
}
