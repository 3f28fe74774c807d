/** Two budgets for the demo organization, beside its bill; what they say is worked out like anybody's. */
import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget, listBudgets } from '@kept/store/budgets/budgets.ts'
import type { Services } from '../platform/context.ts'
import { judgeBudgets } from './judge-budgets.ts'

const thresholds: Budget['thresholds'] = [
  { percent: 80, of: 'actual' },
  { percent: 100, of: 'actual' },
  { percent: 100, of: 'forecast' },
]

const wanted: Omit<Budget, 'id'>[] = [
  {
    name: 'All clouds',
    period: 'monthly',
    amount: '30000',
    currency: 'USD',
    filters: [],
    thresholds,
    owner: 'Finance',
  },
  {
    name: 'Google Cloud',
    period: 'monthly',
    amount: '4500',
    currency: 'USD',
    filters: [{ by: 'provider', op: 'is', values: ['Google Cloud'] }],
    thresholds,
    owner: 'Data platform',
  },
]

/** Those that are missing: once at first, and again should they ever be gone. */
export async function seedDemoBudgets(services: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const { database } = services.state
  const known = new Set((await listBudgets(database, scope)).map(({ name }) => name))
  const missing = wanted.filter(({ name }) => !known.has(name))
  if (missing.length === 0) return
  for (const budget of missing) await addBudget(database, scope, budget, services.now())
  await judgeBudgets(services, scope)
}
