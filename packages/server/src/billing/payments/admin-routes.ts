/** The operator's routes of the payment rail: reconciliation, dunning. */
import type { Dunning, DunningCampaignAnswer } from '@kept/contract/routes/billing/payments-admin.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { noteAudit, recordAudit } from '@kept/store/audit/record.ts'
import { findOrganizationOf } from '@kept/store/billing/across-customers.ts'
import {
  listCampaignCurrencies,
  listSteps,
  pauseDunning,
  readCampaign,
  readPause,
  resumeDunning,
  type StoredCampaign,
  saveCampaign,
} from '@kept/store/billing/dunning.ts'
import { listCustomers } from '@kept/store/commission/across-customers.ts'
import { actingOf } from '../../platform/acting.ts'
import type { OperatorContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { operatorRoutes } from '../../platform/implement.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { requireRail } from './deps.ts'
import { describeReconciliation, reconcile } from './reconcile.ts'

const adminRoutes = operatorRoutes.billingPaymentsAdmin

export const billingPaymentsAdmin = {
  reconciliation: adminRoutes.reconciliation.handler(async ({ context: { services } }) => ({
    data: { online: services.paymentRail !== undefined, ...(await describeReconciliation(services.state.database)) },
  })),
  reconcile: adminRoutes.reconcile.handler(async ({ context }) => {
    refuseInDemo(context)
    const { services } = context
    await reconcile(requireRail(services))
    return { data: { online: true, ...(await describeReconciliation(services.state.database)) } }
  }),
  campaigns: adminRoutes.campaigns.handler(async ({ context: { services } }) => {
    const { database } = services.state
    const currencies = await listCampaignCurrencies(database)
    const campaigns = await Promise.all(currencies.map((currency) => readCampaign(database, currency)))
    return { data: campaigns.map(describeCampaign) }
  }),
  changeCampaign: adminRoutes.changeCampaign.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { database } = services.state
    const { actor, auditContext } = actingOf(context)
    await saveCampaign(database, input, { changedBy: actor.name, now: services.now() })
    const summary = `The dunning campaign of ${input.currency} was changed.`
    await noteAudit(database, scope, {
      ...auditContext,
      ...{ action: 'billing.dunning_campaign_changed', target: input.currency, summary, details: { ...input } },
    })
    return { data: describeCampaign(await readCampaign(database, input.currency)) }
  }),
  dunning: adminRoutes.dunning.handler(async ({ context, input: { id } }) => ({
    data: await describeDunning(context, id),
  })),
  pauseDunning: adminRoutes.pauseDunning.handler(async ({ context, input: { id, reason } }) => {
    refuseInDemo(context)
    const { state, now } = context.services
    const scope = await customerScope(context, id)
    const { actor, auditContext } = actingOf(context)
    await state.database.scoped(scope, async (tx) => {
      await pauseDunning(tx, { reason, pausedBy: actor.name, now: now() })
      const summary = `Dunning was paused: ${reason}`
      await recordAudit(tx, { ...auditContext, action: 'billing.dunning_paused', target: id, summary })
    })
    return { data: { id, paused: true as const } }
  }),
  resumeDunning: adminRoutes.resumeDunning.handler(async ({ context, input: { id } }) => {
    refuseInDemo(context)
    const { state } = context.services
    const scope = await customerScope(context, id)
    await state.database.scoped(scope, async (tx) => {
      await resumeDunning(tx)
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.dunning_resumed', target: id, summary: 'Dunning was resumed.' },
      })
    })
    return { data: { id, paused: false as const } }
  }),
}

async function customerScope({ services, reach }: OperatorContext, id: string) {
  const customers = await listCustomers(services.state.database, reach)
  if (!customers.some((customer) => customer.id === id)) throw new KeptError('not_found', 'Customer not found.')
  return { organizationId: id }
}

function describeCampaign({
  currency,
  enabled,
  steps,
  isCustom,
  changedBy,
  changedAt,
}: StoredCampaign): DunningCampaignAnswer {
  return {
    ...{ currency, enabled, steps, is_custom: isCustom, changed_by: changedBy },
    changed_at: changedAt?.toISOString() ?? null,
  }
}

async function describeDunning({ services, reach }: OperatorContext, invoiceId: string): Promise<Dunning> {
  const { database } = services.state
  const organizationId = await findOrganizationOf(database, reach, 'billing_invoice', invoiceId)
  if (organizationId === undefined) throw new KeptError('not_found', 'Invoice not found.')
  const { invoice, taken, pause } = await database.scoped({ organizationId }, async (tx) => ({
    invoice: await requireInvoice(tx, invoiceId),
    taken: await listSteps(tx, invoiceId),
    pause: await readPause(tx),
  }))
  const { steps } = await readCampaign(database, invoice.currency)
  const isTaken = (step: (typeof steps)[number]) =>
    taken.some(({ days_after_due, action }) => days_after_due === step.days_after_due && action === step.action)
  const { dueOn } = invoice
  const planned = dueOn === null ? [] : steps.filter((step) => !isTaken(step))
  return {
    paused: pause
      ? { reason: pause.reason, paused_by: pause.paused_by, paused_at: pause.paused_at.toISOString() }
      : null,
    steps: [
      ...taken.map(({ days_after_due, action, state, detail, taken_at }) => ({
        ...{ days_after_due, action, state, detail, taken_at: taken_at.toISOString(), planned_on: null },
      })),
      ...planned.map((step) => ({
        ...{ ...step, state: null, detail: '', taken_at: null },
        planned_on: addDays(dueOn ?? '', step.days_after_due),
      })),
    ],
  }
}
