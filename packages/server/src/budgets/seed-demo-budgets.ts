/** Two budgets for the demo organization. */
import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget, listBudgets } from '@kept/store/budgets/budgets.ts'
import type { Services } from '../platform/context.ts'
import { evaluateBudgets } from './evaluate-budgets.ts'

const thresholds: Budget['thresholds'] = [
  { percent: 80, basis: 'actual' },
  { percent: 100, basis: 'actual' },
  { percent: 100, basis: 'forecast' },
]

const demoBudgets: Omit<Budget, 'id'>[] = [
  {
    name: 'All clouds',
    period: 'monthly',
    amount: '450000',
    currency: 'USD',
    filters: [],
    thresholds,
    owner: 'Finance',
  },
  {
    name: 'Google Cloud',
    period: 'monthly',
    amount: '84000',
    currency: 'USD',
    filters: [{ dimension: 'provider', op: 'is', values: ['Google Cloud'] }],
    thresholds,
    owner: 'Data platform',
  },
]

/** Adds missing budgets. */
export async function seedDemoBudgets(services: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const { database } = services.state
  const existing = new Set((await listBudgets(database, scope)).map(({ name }) => name))
  const missing = demoBudgets.filter(({ name }) => !existing.has(name))
  if (missing.length === 0) return
  for (const budget of missing) await addBudget(database, scope, budget, services.now())
  await evaluateBudgets(services, scope)
}
