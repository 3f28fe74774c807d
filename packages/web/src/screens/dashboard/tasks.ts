/** What is worth doing first: running loops by their cost, then budgets that will be passed, then savings. */
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { compare, isNegative } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { isAtRisk, overshootOf } from '../../budget/budget-risk.ts'
import type { Search } from '../../url/search.ts'

export interface Task {
  id: string
  title: string
  /** What it costs or saves. */
  figure: string
  urgent: boolean
  description: string
  /** The label of its button. */
  action: string
  to: string
  search: Search
  /** A quiet second way. */
  more?: { label: string; to: string; search: Search }
}

interface TaskSources {
  currency: string
  loops: readonly ListedLoop[]
  budgets: readonly BudgetAnswer[]
  recommendations: readonly Recommendation[]
}

const maxTasks = 3

export function tasksOf({ currency, loops, budgets, recommendations }: TaskSources): Task[] {
  const running = loops
    .filter((loop) => loop.status !== 'resolved' && loop.confirmed)
    .toSorted((a, b) => compare(hourlyOf(b), hourlyOf(a)))
    .slice(0, 1)
    .map(toLoopTask)
  const [budget] = budgets
    .filter((entry) => entry.currency === currency && isAtRisk(entry))
    .toSorted((a, b) => compare(overshootOf(b) ?? '0', overshootOf(a) ?? '0'))
  const savings = recommendations
    .filter((recommendation) => recommendation.currency === currency && recommendation.monthly_savings !== null)
    .toSorted((a, b) => compare(b.monthly_savings ?? '0', a.monthly_savings ?? '0'))
    .map(toSavingTask)
  return [...running, ...(budget ? [toBudgetTask(budget)] : []), ...savings].slice(0, maxTasks)
}

function hourlyOf({ cost_impact }: ListedLoop): string {
  return cost_impact.estimated_hourly_cost ?? '0'
}

function toLoopTask(loop: ListedLoop): Task {
  const { estimated_hourly_cost: hourly, estimated_total_cost: total, currency } = loop.cost_impact
  const cost = total === null ? '' : `${formatMoney(total, currency)} so far. `
  return {
    id: `loop ${loop.id}`,
    title: `Stop the loop in ${loop.resource_name}`,
    figure: hourly === null ? 'Cost unknown' : `${formatMoney(hourly, currency)}/h`,
    urgent: true,
    description: `${cost}${loop.root_cause_analysis.probable_cause}`,
    action: 'Stop loop',
    to: '/loops',
    search: { loop: loop.id, act: 'stop' },
    more: { label: 'Investigate', to: '/loops', search: { loop: loop.id } },
  }
}

function toBudgetTask(budget: BudgetAnswer): Task {
  const over = overshootOf(budget) ?? '0'
  const money = (amount: string) => formatMoney(amount, budget.currency, { places: 0 })
  return {
    id: `budget ${budget.id}`,
    title: `Review the budget ${budget.name}`,
    figure: isNegative(over) ? money(budget.amount) : `${money(over)} over`,
    urgent: false,
    description: `Projected ${money(budget.state?.forecast ?? budget.state?.actual ?? '0')} of ${money(budget.amount)}.`,
    action: 'Open the budget',
    to: '/budgets',
    search: { budget: budget.id },
  }
}

function toSavingTask(recommendation: Recommendation): Task {
  const { id, title, summary, currency, monthly_savings: saving } = recommendation
  const { resource_id: resourceId } = recommendation
  const resource = recommendation.resource_name || recommendation.service
  return {
    id: `recommendation ${id}`,
    title: `${title}: ${resource}`,
    figure: `${formatMoney(saving ?? '0', currency, { places: 0 })}/mo`,
    urgent: false,
    description: summary,
    action: 'Review and accept',
    to: '/savings',
    search: { recommendation: id },
    ...(resourceId && { more: { label: 'View resource', to: '/resources', search: { id: resourceId } } }),
  }
}
