/** Paying an invoice online, besides the payment methods themselves. */
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { readInvoice } from '@kept/store/billing/invoices.ts'
import { lockPayment } from '@kept/store/billing/payments.ts'
import { actingOf } from '../../platform/acting.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { describePayment } from '../describe.ts'
import { callRail } from './call-rail.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { requireRail } from './deps.ts'
import { methodHandlers } from './method-routes.ts'

export const billingPayments = {
  ...methodHandlers,
  pay: routes.billingPayments.pay.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope, me } = context
    requireRequestedOrganization(input.organization, me)
    const { database } = services.state
    const { actor, auditContext } = actingOf(context)
    const { id: invoiceId, payment_method_id: methodId } = input
    const invoice = await database.scoped(scope, (tx) => readInvoice(tx, invoiceId))
    if (!invoice) throw new KeptError('not_found', 'Invoice not found.')
    const deps = requireRail(services)
    await database.scoped(scope, (tx) =>
      recordAudit(tx, {
        ...auditContext,
        ...{ action: 'billing.payment_started', target: invoiceId, summary: 'Paying an invoice online was started.' },
      }),
    )
    const { id } = await callRail(() => chargeInvoice(deps, scope, { invoiceId, methodId, recordedBy: actor.name }))
    const payment = await database.scoped(scope, (tx) => lockPayment(tx, id))
    if (!payment) throw new KeptError('not_found', 'Payment not found.')
    return { data: describePayment(payment) }
  }),
}
