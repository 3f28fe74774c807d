import { routes } from '../platform/implement.ts'
import { createBudget, deleteBudget, describeBudgets, updateBudget } from './public/budget-changes.ts'

export const budgets = {
  list: routes.budgets.list.handler(async ({ context: { services, scope } }) => ({
    data: await describeBudgets(services, scope),
  })),
  create: routes.budgets.create.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await createBudget(services, scope, input, me.user.full_name),
  })),
  change: routes.budgets.change.handler(async ({ context: { services, scope }, input: { id, ...changes } }) => ({
    data: await updateBudget(services, scope, id, changes),
  })),
  remove: routes.budgets.remove.handler(async ({ context: { services, scope }, input }) => {
    await deleteBudget(services, scope, input.id)
    return { data: { removed: true as const } }
  }),
}
