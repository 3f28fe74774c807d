import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { formatDay, formatMoment } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatPercent } from '@kept/ui/format/share.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { recordWords } from '../../forecast/record-words.ts'
import { useRemoval } from '../../removal/useRemoval.ts'
import { CalledRow } from '../../table/CalledRow.tsx'
import { BudgetForm } from './BudgetForm.tsx'
import { aboutWords, periodWords, shareOf } from './budget-words.ts'

interface BudgetRowProps {
  budget: BudgetAnswer
  mayWrite: boolean
  /** The address names this one. */
  called: boolean
}

/** One budget: how far it is, where it will end, and what was crossed. */
export function BudgetRow({ budget, mayWrite, called }: BudgetRowProps) {
  const { name, amount, currency, state, crossings } = budget
  const share = shareOf(budget)
  const client = useQueryClient()
  const [changing, setChanging] = useState(false)
  const money = (figure: string) => formatMoney(figure, currency)
  return (
    <CalledRow called={called} className="border-rule border-b py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lead font-semibold">{name}</h2>
        <p className="figure text-body">
          {state ? `${money(state.actual)} of ` : ''}
          {money(amount)}
        </p>
      </div>
      <p className="mb-2 text-small text-soft">
        {periodWords[budget.period]}. {aboutWords(budget)}.{budget.owner && ` Owner: ${budget.owner}.`}
      </p>
      {share !== null && <ProgressBar label={`Spent of ${name}`} value={share} tone={share >= 1 ? 'leak' : 'ink'} />}
      <p className="mt-2 text-small">
        {state === null || share === null ? (
          'Nothing is billed yet.'
        ) : (
          <>
            {formatPercent(share * 100, { places: 0 })} spent since {formatDay(state.period_from)}.
            {state.forecast !== null && ` It will end at about ${money(state.forecast)}`}
            {state.forecast_low !== null &&
              state.forecast_high !== null &&
              state.forecast_low !== state.forecast_high &&
              `, likely ${money(state.forecast_low)} to ${money(state.forecast_high)}`}
            {state.forecast !== null && '.'}
            {state.record && <span className="block text-soft">{recordWords(state.record)}</span>}
          </>
        )}
      </p>
      {crossings.length > 0 && <History budget={budget} />}
      {mayWrite && !changing && (
        <div className="mt-2 flex gap-2">
          <Button size="small" onClick={() => setChanging(true)}>
            Change<span className="sr-only"> {name}</span>
          </Button>
          <Remove budget={budget} />
        </div>
      )}
      {changing && (
        <div className="mt-4">
          <BudgetForm
            budget={budget}
            onCancel={() => setChanging(false)}
            onMade={() => {
              setChanging(false)
              void client.invalidateQueries({ queryKey: api.budgets.key() })
            }}
          />
        </div>
      )}
    </CalledRow>
  )
}

const shownAtFirst = 3

/** What was crossed, the newest first; all of it for whoever asks. */
function History({ budget: { crossings, currency } }: { budget: BudgetAnswer }) {
  const [all, setAll] = useState(false)
  const shown = all ? crossings : crossings.slice(0, shownAtFirst)
  return (
    <div className="mt-2 text-small text-soft">
      <ul>
        {shown.map(({ percent, of, crossed_at, period_start, amount }) => (
          <li key={`${period_start} ${percent} ${of}`}>
            {of === 'actual' ? `Passed ${percent} %` : `Foretold to pass ${percent} %`} with{' '}
            {formatMoney(amount, currency)}, period from {formatDay(period_start)}, seen {formatMoment(crossed_at)}
          </li>
        ))}
      </ul>
      {crossings.length > shownAtFirst && (
        <Button size="small" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `All ${crossings.length} of its history`}
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
          body: 'Its history goes with it. Nothing that was billed is touched.',
          send: () => api.budgets.remove.call({ id }),
          renew: () => client.invalidateQueries({ queryKey: api.budgets.key() }),
        })
      }
    >
      Remove<span className="sr-only"> {name}</span>
    </Button>
  )
}
