/** Two budgets for the demo organisation, set once, beside its bill; what they say is worked out like anybody's. */
import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget } from '@kept/store/budgets/budgets.ts'
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

export async function seedDemoBudgets(services: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  for (const budget of wanted) await addBudget(services.state.database, scope, budget, services.now())
  await judgeBudgets(services, scope)
}
