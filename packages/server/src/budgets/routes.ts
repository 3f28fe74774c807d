import type { Budget } from '@kept/domain/budget.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addBudget, changeBudget, listBudgets, removeBudget } from '@kept/store/budgets/budgets.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { ownOrganization } from '../platform/own-organization.ts'
import { statesOf } from './budget-state.ts'
import { judgeBudgets } from './judge-budgets.ts'

type Change = { [Name in keyof Omit<Budget, 'id'>]?: Budget[Name] | undefined }

async function list(services: Services, scope: Scope) {
  const known = await listBudgets(services.state.database, scope)
  const states = await statesOf(services, scope, known)
  return { data: known.map((budget, at) => ({ ...budget, state: states[at] ?? null })) }
}

async function create(services: Services, scope: Scope, budget: Omit<Budget, 'id'>, by: string) {
  const owned = { ...budget, owner: budget.owner || by }
  const data = await addBudget(services.state.database, scope, owned, services.now())
  await judgeBudgets(services, scope)
  return { data }
}

async function change(services: Services, scope: Scope, id: string, change: Change) {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const data = await changeBudget(services.state.database, scope, id, (budget) => ({ ...budget, ...said }))
  await judgeBudgets(services, scope)
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
  change: routes.budgets.change.handler(({ context: { services, scope }, input: { id, ...rest } }) =>
    change(services, scope, id, rest),
  ),
  remove: routes.budgets.remove.handler(({ context: { services, scope }, input }) => remove(services, scope, input.id)),
}

/** The specification's name for the same. */
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
    ({ context: { services, scope, me }, input: { organization, id, ...rest } }) => {
      ownOrganization(organization, me)
      return change(services, scope, id, rest)
    },
  ),
  remove: routes.billingAlerts.remove.handler(({ context: { services, scope, me }, input }) => {
    ownOrganization(input.organization, me)
    return remove(services, scope, input.id)
  }),
}
