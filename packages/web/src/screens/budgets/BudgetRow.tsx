import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { absolute, compare } from '@kept/foundation/decimal.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { BudgetBar } from '../../budget/BudgetBar.tsx'
import { isAtRisk, isOver, overshootOf } from '../../budget/budget-risk.ts'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { whyOfBudget } from '../../explain/why-questions.ts'
import { describeRecord } from '../../forecast/record-text.ts'
import { useRemoval } from '../../removal/useRemoval.ts'
import { HighlightedRow } from '../../table/HighlightedRow.tsx'
import { BudgetForm } from './BudgetForm.tsx'
import { describeScope, periodLabels, shareOf } from './budget-text.ts'

interface BudgetRowProps {
  budget: BudgetAnswer
  mayWrite: boolean
  /** True when the address names this budget. */
  highlighted: boolean
}

/** Whether it will hold, in one line. */
function Outlook({ budget }: { budget: BudgetAnswer }) {
  const over = overshootOf(budget)
  if (over === null || budget.state === null) return null
  const isPassed = compare(budget.state.actual, budget.amount) > 0
  const amount = formatMoney(absolute(over), budget.currency, { places: 0 })
  if (isOver(budget))
    return (
      <p className="text-small text-leak">
        {isPassed ? `Over budget, ${amount} at the end` : `Forecast ${amount} over`}
      </p>
    )
  return (
    <p className={cx('text-small', isAtRisk(budget) ? 'text-watch' : 'text-soft')}>
      {isAtRisk(budget) ? `At risk: ${amount} left at the end` : 'On track'}
    </p>
  )
}

/** A budget: actual and projected spend, and the thresholds crossed. */
export function BudgetRow({ budget, mayWrite, highlighted }: BudgetRowProps) {
  const { name, amount, currency, state, crossings } = budget
  const share = shareOf(budget)
  const client = useQueryClient()
  const [changing, setChanging] = useState(false)
  const money = (figure: string) => formatMoney(figure, currency)
  return (
    <HighlightedRow highlighted={highlighted} className="border-rule border-b py-4">
      <div className="grid gap-x-8 gap-y-1 md:grid-cols-[minmax(0,15rem)_minmax(0,1fr)_auto] md:items-center">
        <div className="min-w-0">
          <h2 className="text-lead font-semibold">{name}</h2>
          <p className="text-small text-soft">
            {periodLabels[budget.period]}. {describeScope(budget)}.{budget.owner && ` Owner: ${budget.owner}.`}
          </p>
        </div>
        <BudgetBar budget={budget} />
        <div className="figure whitespace-nowrap md:w-52 md:text-right">
          <p className="text-body">
            {state && <strong className="font-semibold">{money(state.actual)}</strong>}
            {state ? ' of ' : ''}
            {money(amount)}
          </p>
          <Outlook budget={budget} />
        </div>
      </div>
      <p className="mt-2 text-small">
        {state === null || share === null ? (
          'No costs yet.'
        ) : (
          <>
            {formatPercent(share * 100, { places: 0 })} used since {formatDay(state.period_start)}.
            {state.forecast !== null && ` Projected ${money(state.forecast)}`}
            {state.forecast_low !== null &&
              state.forecast_high !== null &&
              state.forecast_low !== state.forecast_high &&
              `, likely ${money(state.forecast_low)} to ${money(state.forecast_high)}`}
            {state.forecast !== null && '.'}{' '}
            <WhyLink question={whyOfBudget(budget, state)} subject={name}>
              Why did this change?
            </WhyLink>
            {state.record && <span className="block text-soft">{describeRecord(state.record)}</span>}
          </>
        )}
      </p>
      {crossings.length > 0 && <History budget={budget} />}
      {mayWrite && !changing && (
        <div className="mt-2 flex gap-2">
          <Button size="small" onClick={() => setChanging(true)}>
            Edit<span className="sr-only"> {name}</span>
          </Button>
          <Remove budget={budget} />
        </div>
      )}
      {changing && (
        <div className="mt-4">
          <BudgetForm
            budget={budget}
            onCancel={() => setChanging(false)}
            onSaved={() => {
              setChanging(false)
              void client.invalidateQueries({ queryKey: api.budgets.key() })
            }}
          />
        </div>
      )}
    </HighlightedRow>
  )
}

const initialCrossings = 3

/** The thresholds crossed, newest first. */
function History({ budget: { crossings, currency } }: { budget: BudgetAnswer }) {
  const [all, setAll] = useState(false)
  const visibleCrossings = all ? crossings : crossings.slice(0, initialCrossings)
  return (
    <div className="mt-2 text-small text-soft">
      <ul>
        {visibleCrossings.map(({ percent, basis, crossed_at, period_start, amount }) => (
          <li key={`${period_start} ${percent} ${basis}`}>
            {basis === 'actual' ? `Exceeded ${percent}%` : `Forecast to exceed ${percent}%`}:{' '}
            {formatMoney(amount, currency)}, period from {formatDay(period_start)}, detected {formatMoment(crossed_at)}
          </li>
        ))}
      </ul>
      {crossings.length > initialCrossings && (
        <Button size="small" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `Show all ${crossings.length}`}
        </Button>
      )}
    </div>
  )
}

function Remove({ budget: { id, name } }: { budget: BudgetAnswer }) {
  const client = useQueryClient()
  const { remove } = useRemoval()
  return (
    <Button
      size="small"
      onClick={() =>
        remove({
          id: `budget ${id}`,
          title: `"${name}" removed`,
          body: 'Its history is removed too. Your billing data does not change.',
          send: () => api.budgets.remove.call({ id }),
          renew: () => client.invalidateQueries({ queryKey: api.budgets.key() }),
        })
      }
    >
      Remove<span className="sr-only"> {name}</span>
    </Button>
  )
}
