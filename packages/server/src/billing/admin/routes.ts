/** Operator routes that change something of one customer. */
import { noteAudit } from '@kept/store/audit/record.ts'
import { lockPayment } from '@kept/store/billing/payments.ts'
import { addSettings, readSettings } from '@kept/store/billing/settings.ts'
import { actingOf } from '../../platform/acting.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { operatorRoutes } from '../../platform/implement.ts'
import { creditOf } from '../credit-of.ts'
import { answer } from '../disputes.ts'
import { issueInvoice } from '../documents/issue-invoice.ts'
import { voidDraft } from '../documents/void-draft.ts'
import { requireRail } from '../payments/deps.ts'
import { recordCreditTransfer } from '../payments/purchase-credit.ts'
import { sendRefund } from '../payments/rail-refund.ts'
import { recordTransfer } from '../payments/record-transfer.ts'
import { settleRefund, startRefund } from '../payments/refund-payment.ts'
import { writeOff } from '../payments/write-off.ts'
import { readInvoiceDetail } from '../read-invoice.ts'
import { changeAsOperator } from './change.ts'

const { billingAdmin: routes } = operatorRoutes
const invoice = (id: string) => ({ table: 'billing_invoice' as const, id })

export const billingAdmin = {
  issue: routes.issue.handler(async ({ context, input: { id } }) => ({
    data: await changeAsOperator(
      context,
      { ...invoice(id), action: 'invoice_issued', summary: 'A draft was issued before the end of its window.' },
      async (tx, { now }) => {
        await issueInvoice(tx, id, { now })
        return readInvoiceDetail(tx, id, now)
      },
    ),
  })),
  void: routes.void.handler(async ({ context, input: { id, reason } }) => ({
    data: await changeAsOperator(
      context,
      { ...invoice(id), action: 'draft_voided', summary: `A draft was voided: ${reason}` },
      async (tx, { now }) => {
        await voidDraft(tx, id, { reason, now })
        return readInvoiceDetail(tx, id, now)
      },
    ),
  })),
  writeOff: routes.writeOff.handler(async ({ context, input: { id, reason } }) => ({
    data: await changeAsOperator(
      context,
      { ...invoice(id), action: 'invoice_written_off', summary: `An invoice was written off: ${reason}` },
      async (tx, { now }) => {
        await writeOff(tx, id, now)
        return readInvoiceDetail(tx, id, now)
      },
    ),
  })),
  recordTransfer: routes.recordTransfer.handler(async ({ context, input: { id, received_on, ...transfer } }) => {
    const summary = `A transfer of ${transfer.amount} ${transfer.currency} was recorded.`
    const change = { ...invoice(id), action: 'transfer_recorded', summary }
    return {
      data: await changeAsOperator(context, change, async (tx, { acting, now }) => {
        await recordTransfer(tx, id, { ...transfer, receivedOn: received_on, recordedBy: acting.actor.name, now })
        return readInvoiceDetail(tx, id, now)
      }),
    }
  }),
  answerDispute: routes.answerDispute.handler(async ({ context, input: { id, accept, answer: text } }) => {
    const summary = `A dispute was ${accept ? 'accepted' : 'rejected'}.`
    const change = { table: 'billing_dispute' as const, id, action: 'dispute_answered', summary }
    const creditNoteId = await changeAsOperator(context, change, (tx, { acting, now }) =>
      answer(tx, id, { accept, text, userName: acting.actor.name, now }),
    )
    return { data: { credit_note_id: creditNoteId } }
  }),
  recordCreditTransfer: routes.recordCreditTransfer.handler(async ({ context, input }) => {
    const { id, amount, received_on: receivedOn, reference } = input
    const summary = `A transfer of ${amount} for prepaid credit was recorded.`
    const change = { table: 'billing_credit' as const, id, action: 'credit_paid', summary }
    return {
      data: await changeAsOperator(context, change, async (tx, { acting, now }) => {
        await recordCreditTransfer(tx, id, { amount, receivedOn, reference, userName: acting.actor.name, now })
        return creditOf(tx, id)
      }),
    }
  }),
  refund: routes.refund.handler(async ({ context, input: { id, amount, reason } }) => {
    const change = {
      table: 'billing_payment' as const,
      id,
      action: 'payment_refunded',
      summary: `A payment was refunded: ${reason}`,
    }
    const { refundId, scope } = await changeAsOperator(context, change, async (tx, { acting, now }) => {
      const payment = await lockPayment(tx, id)
      const started = await startRefund(tx, id, { amount, reason, userName: acting.actor.name, now })
      const isOnline = payment?.rail === 'stripe'
      if (isOnline) requireRail(context.services)
      else await settleRefund(tx, started, now)
      return { refundId: started, scope: isOnline ? { organizationId: tx.scopedTo } : null }
    })
    if (scope === null) return { data: { refund_id: refundId, state: 'paid' as const } }
    const state = await sendRefund(requireRail(context.services), scope, { id: refundId, paymentId: id })
    return { data: { refund_id: refundId, state } }
  }),
  settings: routes.settings.handler(async ({ context: { services } }) => ({
    data: await readSettings(services.state.database.shared),
  })),
  changeSettings: routes.changeSettings.handler(async ({ context, input }) => {
    refuseInDemo(context)
    const { services, scope } = context
    const { database } = services.state
    const acting = actingOf(context)
    await addSettings(database, input, { actorName: acting.actor.name, now: services.now() })
    const summary = 'The billing settings were changed.'
    await noteAudit(database, scope, { ...acting.auditContext, action: 'billing.settings_changed', summary })
    return { data: await readSettings(database.shared) }
  }),
}
