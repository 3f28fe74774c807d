/** Budgets and billing alerts at one address; an id says which of them it is. */
import { type BillingAlertAnswer, parseNewAlert } from '@kept/contract/routes/billing/alerts.ts'
import type { BillingAlertSettings } from '@kept/domain/billing/alert.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import {
  addBillingAlert,
  type BillingAlertRow,
  changeBillingAlert,
  listBillingAlerts,
  removeBillingAlert,
} from '@kept/store/billing/alerts.ts'
import { createBudget, deleteBudget, describeBudgets, updateBudget } from '../../budgets/public/budget-changes.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { changeSettings, describeAlert, settingsOf, toStoredAlert } from './describe-alert.ts'
import { evaluateBillingAlerts } from './evaluate.ts'

const alertRoutes = routes.billingAlerts
const asBudget = { kind: 'budget' as const }

export const billingAlerts = {
  list: alertRoutes.list.handler(async ({ context, input }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization, me)
    const budgets = await describeBudgets(services, scope)
    const alerts = maySeeBilling(context) ? await services.state.database.scoped(scope, listBillingAlerts) : []
    return { data: [...budgets.map((budget) => ({ ...budget, ...asBudget })), ...alerts.map(describeAlert)] }
  }),
  create: alertRoutes.create.handler(async ({ context, input: { organization, ...alert } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(organization, me)
    const { kind, result } = parseNewAlert(alert)
    if (!result.success) throw badInput('The alert is incomplete.')
    return kind === 'budget'
      ? { data: { ...(await createBudget(services, scope, result.data, me.user.full_name)), ...asBudget } }
      : { data: await createAlert(context, result.data) }
  }),
  change: alertRoutes.change.handler(async ({ context, input: { organization, id, ...changes } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(organization, me)
    const alert = await findAlert(context, id)
    if (alert) return { data: await changeAlert(context, alert, changes) }
    const { days_before, enabled, ...budgetChanges } = changes
    if (days_before !== undefined || enabled !== undefined)
      throw new KeptError('not_found', 'Billing alert not found. A budget has no days_before or enabled.')
    return { data: { ...(await updateBudget(services, scope, id, budgetChanges)), ...asBudget } }
  }),
  remove: alertRoutes.remove.handler(async ({ context, input: { organization, id } }) => {
    const { services, scope, me } = context
    requireRequestedOrganization(organization, me)
    const alert = await findAlert(context, id)
    if (!alert) await deleteBudget(services, scope, id)
    else {
      refuseInDemo(context)
      await services.state.database.scoped(scope, (tx) => removeBillingAlert(tx, id))
    }
    return { data: { removed: true as const } }
  }),
}

function maySeeBilling({ me }: SignedInContext): boolean {
  return me.permissions.includes('billing:read')
}

/** Undefined also for those who may not see billing: to them there are only budgets. */
async function findAlert(context: SignedInContext, id: string): Promise<BillingAlertRow | undefined> {
  if (!maySeeBilling(context)) return undefined
  const { services, scope } = context
  return (await services.state.database.scoped(scope, listBillingAlerts)).find((alert) => alert.id === id)
}

async function createAlert(context: SignedInContext, settings: BillingAlertSettings): Promise<BillingAlertAnswer> {
  refuseInDemo(context)
  if (!maySeeBilling(context))
    throw new KeptError('forbidden', 'Alerts about billing need the permission billing:read. Ask an admin for it.')
  const { services, scope, me } = context
  const created = { createdBy: me.user.full_name, now: services.now() }
  const id = await services.state.database.scoped(scope, (tx) => addBillingAlert(tx, toStoredAlert(settings), created))
  return evaluated(context, id)
}

async function changeAlert(
  context: SignedInContext,
  alert: BillingAlertRow,
  changes: Record<string, unknown>,
): Promise<BillingAlertAnswer> {
  refuseInDemo(context)
  const { services, scope } = context
  const values = toStoredAlert(changeSettings(settingsOf(alert), changes))
  const isNewLimit = values.threshold !== alert.threshold || values.currency !== alert.currency
  await services.state.database.scoped(scope, (tx) =>
    changeBillingAlert(tx, { id: alert.id, ...values }, { isNewLimit }),
  )
  return evaluated(context, alert.id)
}

async function evaluated(context: SignedInContext, id: string): Promise<BillingAlertAnswer> {
  const { services, scope } = context
  await evaluateBillingAlerts(services, scope)
  const alert = await findAlert(context, id)
  if (!alert) throw new KeptError('not_found', 'Alert not found.')
  return describeAlert(alert)
}
