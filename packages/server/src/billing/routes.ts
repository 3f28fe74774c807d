import { amountText } from '@kept/engine/billing/minor.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { listCredits } from '@kept/store/billing/credits.ts'
import { lockPayment } from '@kept/store/billing/payments.ts'
import { readAccount, readSettings, writeAccount } from '@kept/store/billing/settings.ts'
import { billingVersion } from '@kept/store/billing/version.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { actingOf } from '../platform/acting.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { costAllocationOf } from './cost-allocation.ts'
import { creditOf } from './credit-of.ts'
import { describeCredit, describePayment } from './describe.ts'
import { openDispute } from './disputes.ts'
import { overviewOf } from './overview.ts'
import { callRail } from './payments/call-rail.ts'
import { chargeCredit } from './payments/charge-credit.ts'
import { requireRail } from './payments/deps.ts'
import { purchaseCredit } from './payments/purchase-credit.ts'
import { requireChargedMethod } from './payments/send-charge.ts'
import { listInvoiceSummaries, readInvoiceDetail } from './read-invoice.ts'
import { cancelSubscription, changeSubscription, describeSubscription, resumeSubscription } from './subscription.ts'
import { usageOf } from './usage.ts'

export const billing = {
  invoices: routes.billing.invoices.handler(async ({ context: { services, scope, me }, input }) => {
    const { organization, ...filter } = input
    requireRequestedOrganization(organization, me)
    const { invoices, total } = await listInvoiceSummaries(services, scope, filter)
    return { data: invoices, meta: { page: input.page, page_size: input.page_size, total } }
  }),
  invoice: routes.billing.invoice.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    const { database } = services.state
    return { data: await database.scoped(scope, (tx) => readInvoiceDetail(tx, input.id, services.now())) }
  }),
  account: routes.billing.account.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    return { data: await accountOf(context) }
  }),
  changeAccount: routes.billing.changeAccount.handler(async ({ context, input: { organization, ...account } }) => {
    requireRequestedOrganization(organization, context.me)
    const { services, scope } = context
    await services.state.database.scoped(scope, async (tx) => {
      await writeAccount(tx, account, { now: services.now() })
      await recordAudit(tx, {
        ...actingOf(context).auditContext,
        ...{ action: 'billing.account_changed', summary: `Billing details were changed to ${account.buyer.name}.` },
      })
    })
    const data = await accountOf(context)
    if (!data) throw new Error('billing details were not stored')
    return { data }
  }),
  dispute: routes.billing.dispute.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const acting = actingOf(context)
    const now = services.now()
    const { id: invoiceId, line_id: lineId, reason } = input
    const data = await services.state.database.scoped(scope, async (tx) => {
      await openDispute(tx, { invoiceId, lineId, reason, userName: acting.actor.name, now })
      const summary = 'A line of an invoice was disputed.'
      await recordAudit(tx, { ...acting.auditContext, action: 'billing.line_disputed', target: lineId, summary })
      return readInvoiceDetail(tx, invoiceId, now)
    })
    return { data }
  }),
  credits: routes.billing.credits.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    const credits = await services.state.database.scoped(scope, listCredits)
    const balances = [...Map.groupBy(credits, ({ currency }) => currency)].map(([currency, rows]) => ({
      currency,
      amount: amountText(
        rows.reduce((sum, { remaining }) => sum + remaining, 0n),
        currency,
      ),
    }))
    return { data: { balances, credits: credits.map(describeCredit) } }
  }),
  purchaseCredit: routes.billing.purchaseCredit.handler(
    async ({ context, input: { organization, amount, currency, pay_with, payment_method_id: methodId } }) => {
      requireRequestedOrganization(organization, context.me)
      const rail = pay_with === 'payment_method' ? requireRail(context.services) : null
      const { services, scope } = context
      const acting = actingOf(context)
      const data = await services.state.database.scoped(scope, async (tx) => {
        const now = services.now()
        if (rail) await requireChargedMethod(tx, methodId)
        const id = await purchaseCredit(tx, { amount, currency, userName: acting.actor.name, now })
        const summary = `Prepaid credit of ${amount} ${currency} was ordered.`
        await recordAudit(tx, { ...acting.auditContext, action: 'billing.credit_ordered', target: id, summary })
        return creditOf(tx, id)
      })
      if (rail === null) return { data: { ...data, payment: null } }
      const request = { creditId: data.id, methodId, recordedBy: acting.actor.name }
      const { id: paymentId } = await callRail(() => chargeCredit(rail, scope, request))
      return { data: await services.state.database.scoped(scope, (tx) => paidCredit(tx, data.id, paymentId)) }
    },
  ),
  overview: routes.billing.overview.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const { database } = services.state
    const version = () => database.scoped(scope, billingVersion)
    return {
      data: await cachedAnswer(context, utcDay(services.now().getTime()), version, () => overviewOf(services, scope)),
    }
  }),
  usage: routes.billing.usage.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    return { data: await usageOf(services, scope, { months: input.months, byDay: input.by_day }) }
  }),
  subscription: routes.billing.subscription.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization, me)
    const now = services.now()
    return { data: await services.state.database.scoped(scope, (tx) => describeSubscription(tx, now)) }
  }),
  changeSubscription: routes.billing.changeSubscription.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const data = await services.state.database.scoped(scope, async (tx) => {
      const { ends_on: endsOn, cancel_reason: reason } = input
      const changed = await changeSubscription(tx, { endsOn, reason, now: services.now() })
      const summary = endsOn === null ? 'The subscription goes on.' : `The subscription ends on ${endsOn}.`
      await recordAudit(tx, { ...actingOf(context).auditContext, action: 'billing.subscription_changed', summary })
      return changed
    })
    return { data }
  }),
  cancelSubscription: routes.billing.cancelSubscription.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const data = await services.state.database.scoped(scope, async (tx) => {
      const canceled = await cancelSubscription(tx, { reason: input.reason, now: services.now() })
      const summary = `The subscription was canceled and ends on ${canceled.ends_on}.`
      await recordAudit(tx, { ...actingOf(context).auditContext, action: 'billing.subscription_canceled', summary })
      return canceled
    })
    return { data }
  }),
  resumeSubscription: routes.billing.resumeSubscription.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const data = await services.state.database.scoped(scope, async (tx) => {
      const resumed = await resumeSubscription(tx, services.now())
      const summary = 'The subscription was resumed.'
      await recordAudit(tx, { ...actingOf(context).auditContext, action: 'billing.subscription_resumed', summary })
      return resumed
    })
    return { data }
  }),
}

async function paidCredit(tx: ScopedTransaction, creditId: string, paymentId: string) {
  const payment = await lockPayment(tx, paymentId)
  return { ...(await creditOf(tx, creditId)), payment: payment ? describePayment(payment) : null }
}

export const costAllocation = {
  read: routes.costAllocation.read.handler(async ({ context: { services, scope, me }, input }) => {
    const { organization, ...query } = input
    requireRequestedOrganization(organization, me)
    return { data: await costAllocationOf(services, scope, query) }
  }),
}

async function accountOf({ services, scope }: Pick<SignedInContext, 'services' | 'scope'>) {
  return services.state.database.scoped(scope, async (tx) => {
    const account = await readAccount(tx)
    if (!account) return null
    const { settings } = await readSettings(tx)
    return { ...account, terms_days: account.terms_days ?? settings.terms_days }
  })
}
