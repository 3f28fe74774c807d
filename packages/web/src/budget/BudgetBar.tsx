import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { cx } from '@kept/ui/cx.ts'
import { budgetBarParts } from './budget-bar.ts'
import { isOver } from './budget-risk.ts'

/** Spent is solid, the forecast hatched, the budget a line; the arrow marks how much of the period has passed. */
export function BudgetBar({ budget, className = '' }: { budget: BudgetAnswer; className?: string }) {
  const parts = budgetBarParts(budget, Date.now())
  if (!parts || budget.state === null) return null
  const { actual, projected, budget: end, pace } = parts
  const over = isOver(budget)
  const used = formatPercent((Number(budget.state.actual) / Number(budget.amount)) * 100, { places: 0 })
  const percent = (share: number) => `${share * 100}%`
  return (
    <div role="img" aria-label={`${used} of ${budget.name} used`} className={cx('relative pt-1.5', className)}>
      <div className="flex h-2.5 bg-rule" style={{ width: percent(Math.max(end, projected)) }}>
        <span className={cx('h-full', actual > end ? 'bg-leak' : 'bg-fact')} style={{ flexBasis: share(actual) }} />
        <span
          className={cx('h-full', over ? 'hatch-leak' : 'hatch-fact')}
          style={{ flexBasis: share(projected - actual) }}
        />
      </div>
      <span
        className={cx('absolute top-0 -bottom-1 w-px', over ? 'bg-leak' : 'bg-ink')}
        style={{ left: percent(end) }}
        title="Budget"
      />
      {pace !== null && (
        <span
          className="absolute top-0 -bottom-1 w-0 border-faint border-l border-dotted"
          style={{ left: percent(pace) }}
          title={`${formatPercent((pace / end) * 100, { places: 0 })} of the period has passed`}
        />
      )}
    </div>
  )

  /** Of the drawn track, which ends at the budget or at the forecast. */
  function share(part: number): string {
    return percent(part / Math.max(end, projected))
  }
}
