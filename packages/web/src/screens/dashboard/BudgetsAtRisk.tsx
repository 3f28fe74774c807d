import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { absolute, compare } from '@kept/foundation/decimal.ts'
import { formatMoney, formatMoneyShort } from '@kept/foundation/format/money.ts'
import { counted, formatPercent } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { BudgetBar } from '../../budget/BudgetBar.tsx'
import { isAtRisk, isOver, overshootOf, projectedOf } from '../../budget/budget-risk.ts'
import { WhyLink } from '../../explain/WhyLink.tsx'
import { whyOfBudget } from '../../explain/why-questions.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'

const maxBudgets = 4

/** Budgets that will be passed or nearly, the most over first. */
export function BudgetsAtRisk() {
  const query = useQuery(api.budgets.list.queryOptions({ input: {} }))
  return (
    <Section title="Budgets at risk" actions={<TextLink to="/budgets">All budgets</TextLink>}>
      <Loaded query={query} failed="Budgets could not be loaded." loading={<SkeletonRows rows={maxBudgets} />}>
        {({ data }) => {
          const risky = data
            .filter(isAtRisk)
            .toSorted((a, b) => compare(overshootOf(b) ?? '0', overshootOf(a) ?? '0'))
            .slice(0, maxBudgets)
          if (risky.length > 0) return risky.map((budget) => <RiskRow key={budget.id} budget={budget} />)
          return (
            <p className="py-3 text-body text-soft">
              {data.length === 0 ? (
                <>
                  No budgets yet. <TextLink to="/budgets">Create a budget</TextLink>
                </>
              ) : (
                `${counted(data.length, 'budget')} on track.`
              )}
            </p>
          )
        }}
      </Loaded>
    </Section>
  )
}

function RiskRow({ budget }: { budget: BudgetAnswer }) {
  const { id, name, amount, currency, state } = budget
  if (!state) return null
  const over = overshootOf(budget) ?? '0'
  return (
    <div className="border-rule border-b py-2.5">
      <p className="flex items-baseline justify-between gap-3">
        <TextLink to="/budgets" search={{ budget: id }} quiet className="min-w-0 truncate font-semibold">
          {name}
        </TextLink>
        <span className={`figure shrink-0 font-semibold ${isOver(budget) ? 'text-leak' : 'text-watch'}`}>
          {isOver(budget)
            ? `${formatMoney(absolute(over), currency, { places: 0 })} over`
            : `${formatPercent((Number(projectedOf(state)) / Number(amount)) * 100, { places: 0 })} forecast`}
        </span>
      </p>
      <BudgetBar budget={budget} className="mt-1" />
      <p className="figure mt-1.5 flex flex-wrap justify-between gap-x-3 text-small text-soft">
        <span>
          {formatMoney(state.actual, currency, { places: 0 })} of {formatMoney(amount, currency, { places: 0 })}.{' '}
          <WhyLink question={whyOfBudget(budget, state)} subject={name} />
        </span>
        {state.forecast !== null && <span>Forecast {formatMoneyShort(state.forecast, currency)}</span>}
      </p>
    </div>
  )
}
