/** Budgets as both of their routes read and change them. */
import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget, changeBudget, listBudgets, removeBudget } from '@kept/store/budgets/budgets.ts'
import type { Services } from '../../platform/context.ts'
import { evaluateBudgets } from '../evaluate-budgets.ts'
import { statesOf } from './budget-state.ts'

type Change = { [Name in keyof Omit<Budget, 'id'>]?: Budget[Name] | undefined }

export async function describeBudgets(services: Services, scope: Scope) {
  const budgets = await listBudgets(services.state.database, scope)
  const states = await statesOf(services, scope, budgets)
  return budgets.map((budget, index) => ({ ...budget, state: states[index] ?? null }))
}

/** The owner defaults to the user. */
export async function createBudget(
  services: Services,
  scope: Scope,
  budget: Omit<Budget, 'id'>,
  userName: string,
): Promise<Budget> {
  const owned = { ...budget, owner: budget.owner || userName }
  const created = await addBudget(services.state.database, scope, owned, services.now())
  await evaluateBudgets(services, scope)
  return created
}

export async function updateBudget(services: Services, scope: Scope, id: string, change: Change): Promise<Budget> {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const changed = await changeBudget(services.state.database, scope, id, (budget) => ({ ...budget, ...changes }))
  await evaluateBudgets(services, scope)
  return changed
}

export async function deleteBudget(services: Services, scope: Scope, id: string): Promise<void> {
  await removeBudget(services.state.database, scope, id)
}
