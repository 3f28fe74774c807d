/** Evaluates every billing alert and notifies once for each month, invoice, or balance that fell. */
import type { Scope } from '@kept/domain/scope.ts'
import {
  type BillingAlertRow,
  forgetBillingCrossing,
  listBillingAlerts,
  noteBillingCrossings,
} from '@kept/store/billing/alerts.ts'
import type { AlertDeps } from '../deps.ts'
import { balanceSubject, findCrossings } from './find-crossings.ts'

/** Returns how many notifications it made. */
export async function evaluateBillingAlerts(deps: AlertDeps, scope: Scope): Promise<number> {
  const { database } = deps.state
  const alerts = await database.scoped(scope, listBillingAlerts)
  let created = 0
  for (const alert of alerts.filter(({ enabled }) => enabled)) created += await evaluateAlert(deps, scope, alert)
  return created
}

async function evaluateAlert(deps: AlertDeps, scope: Scope, alert: BillingAlertRow): Promise<number> {
  const { state, log, now } = deps
  const crossings = await findCrossings(deps, scope, alert)
  const created = await state.database.scoped(scope, async (tx) => {
    if (alert.kind === 'credit_balance' && crossings.length === 0)
      await forgetBillingCrossing(tx, alert.id, balanceSubject)
    return noteBillingCrossings(tx, alert.id, crossings, now())
  })
  if (created > 0)
    log.info(
      { event: 'billing.alert_sent', organization_id: scope.organizationId, alert_id: alert.id, kind: alert.kind },
      'sent a billing alert',
    )
  return created
}
