import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget, changeBudget, listBudgets, removeBudget } from '@kept/store/budgets/budgets.ts'
import { ownOrganization } from '../organizations/public/own-organization.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { statesOf } from './budget-state.ts'
import { evaluateBudgets } from './evaluate-budgets.ts'

type Change = { [Name in keyof Omit<Budget, 'id'>]?: Budget[Name] | undefined }

async function list(services: Services, scope: Scope) {
  const budgets = await listBudgets(services.state.database, scope)
  const states = await statesOf(services, scope, budgets)
  return { data: budgets.map((budget, index) => ({ ...budget, state: states[index] ?? null })) }
}

async function create(services: Services, scope: Scope, budget: Omit<Budget, 'id'>, userName: string) {
  const owned = { ...budget, owner: budget.owner || userName }
  const data = await addBudget(services.state.database, scope, owned, services.now())
  await evaluateBudgets(services, scope)
  return { data }
}

async function change(services: Services, scope: Scope, id: string, change: Change) {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const data = await changeBudget(services.state.database, scope, id, (budget) => ({ ...budget, ...changes }))
  await evaluateBudgets(services, scope)
  return { data }
}

async function remove(services: Services, scope: Scope, id: string) {
  await removeBudget(services.state.database, scope, id)
  return { data: { removed: true as const } }
}

export const budgets = {
  list: routes.budgets.list.handler(({ context: { services, scope } }) => list(services, scope)),
  create: routes.budgets.create.handler(({ context: { services, scope, me }, input }) =>
    create(services, scope, input, me.user.full_name),
  ),
  change: routes.budgets.change.handler(({ context: { services, scope }, input: { id, ...changes } }) =>
    change(services, scope, id, changes),
  ),
  remove: routes.budgets.remove.handler(({ context: { services, scope }, input }) => remove(services, scope, input.id)),
}

/** The specification's route for the same. */
export const billingAlerts = {
  list: routes.billingAlerts.list.handler(({ context: { services, scope, me }, input }) => {
    ownOrganization(input.organization, me)
    return list(services, scope)
  }),
  create: routes.billingAlerts.create.handler(
    ({ context: { services, scope, me }, input: { organization, ...budget } }) => {
      ownOrganization(organization, me)
      return create(services, scope, budget, me.user.full_name)
    },
  ),
  change: routes.billingAlerts.change.handler(
    ({ context: { services, scope, me }, input: { organization, id, ...changes } }) => {
      ownOrganization(organization, me)
      return change(services, scope, id, changes)
    },
  ),
  remove: routes.billingAlerts.remove.handler(({ context: { services, scope, me }, input }) => {
    ownOrganization(input.organization, me)
    return remove(services, scope, input.id)
  }),
}
