import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { cx } from '@kept/ui/cx.ts'
import { countUp } from './count-up.ts'
import { loopDuration } from './loop-text.ts'
import { useNow } from './useNow.ts'

interface CompactLoopProps {
  loop: ListedLoop
  /** When the server answered, in epoch milliseconds. */
  asOf: number
  isCounting: boolean
  onSelect(): void
}

/** A loop in two lines: what it is, what it has cost by now, and how fast it goes on. */
export function CompactLoop({ loop, asOf, isCounting, onSelect }: CompactLoopProps) {
  const isActive = loop.status === 'active'
  const { seconds, cost } = countUp(loop, asOf, useNow(isCounting && isActive))
  const { estimated_hourly_cost: hourly, currency } = loop.cost_impact
  const amounts = [cost, hourly].filter((amount) => amount !== null)
  const facts = [loopTypeLabels[loop.loop_type].label, loop.region].filter(Boolean).join(', ')
  return (
    <li className="border-rule border-b">
      <button
        type="button"
        onClick={onSelect}
        className="flex w-full items-start justify-between gap-3 px-2 py-2.5 text-left hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block truncate font-semibold text-body">{loop.resource_name}</span>
          <span className="block text-small text-soft">
            {facts}. {isActive ? 'Running for' : 'Lasted'} {loopDuration(seconds)}.
          </span>
        </span>
        <span className="figure shrink-0 text-right">
          {amounts.length === 0 && <span className="text-small text-soft">Cost unknown</span>}
          {cost !== null && (
            <span className={cx('block font-semibold text-body', isActive && 'text-leak')}>
              {formatMoney(cost, currency)}
            </span>
          )}
          {hourly !== null && <span className="block text-small text-soft">{formatMoney(hourly, currency)}/h</span>}
        </span>
      </button>
    </li>
  )
}
