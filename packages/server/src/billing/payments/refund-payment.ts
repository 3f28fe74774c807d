/**
 * Money of a payment is given back. What it settled is owed again, and the invoice's own credit notes settle that first:
 * so a credit note and then a refund return the money and leave nothing owed. A purchase gives back what is left of it.
 */
import { randomUUID } from 'node:crypto'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { bookRefund } from '@kept/engine/billing/journal-entries.ts'
import { amountText, toMinor } from '@kept/engine/billing/minor.ts'
import { readCredit, takeFromCredit } from '@kept/store/billing/credits.ts'
import { readInvoice } from '@kept/store/billing/invoices.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { changePayment, lockPayment, type PaymentRow } from '@kept/store/billing/payments.ts'
import { addRefund, changeRefund, listRefundsOf, lockRefund } from '@kept/store/billing/refunds.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { applyCorrections } from './apply-corrections.ts'
import { settleInvoice } from './settle-invoice.ts'

interface RefundRequest {
  amount: string
  reason: string
  userName: string
  now: Date
}

/** A pending refund. Throws when more is asked for than the payment still holds. */
export async function startRefund(tx: ScopedTransaction, paymentId: string, request: RefundRequest): Promise<string> {
  await lockBilling(tx)
  const payment = await lockPayment(tx, paymentId)
  if (!payment) throw new KeptError('not_found', 'Payment not found.')
  if (payment.state !== 'paid') throw new KeptError('conflict', 'Only a payment that arrived can be refunded.')
  const amount = toMinor(request.amount, payment.currency)
  if (amount <= 0n) throw badInput('amount must be above zero.')
  const waiting = (await listRefundsOf(tx, [paymentId])).filter(({ state }) => state === 'pending')
  const available = (await refundable(tx, payment)) - waiting.reduce((sum, refund) => sum + refund.amount, 0n)
  if (amount > available) {
    const limit = amountText(available > 0n ? available : 0n, payment.currency)
    throw new KeptError('conflict', `At most ${limit} ${payment.currency} of this payment can be refunded.`)
  }
  const { id } = await addRefund(tx, {
    ...{ payment_id: paymentId, state: 'pending', amount_minor: amount, reason: request.reason },
    ...{ idempotency_key: `refund ${randomUUID()}`, recorded_by: request.userName },
    ...{ created_at: request.now, updated_at: request.now },
  })
  return id
}

/** What was paid beyond an invoice is credit, and is not given back here. Of a purchase, what was not used. */
async function refundable(tx: ScopedTransaction, payment: PaymentRow): Promise<bigint> {
  const { creditId, amount, applied, refunded, disputed } = payment
  if (creditId === null) return applied - refunded - disputed
  const left = amount - refunded - disputed
  const remaining = (await readCredit(tx, creditId))?.remaining ?? 0n
  return remaining < left ? remaining : left
}

/** The money is on its way back: booked once. False when it was booked before. */
export async function settleRefund(tx: ScopedTransaction, refundId: string, now: Date): Promise<boolean> {
  await lockBilling(tx)
  const refund = await lockRefund(tx, refundId)
  if (!refund) throw new Error(`refund ${refundId} does not exist`)
  if (refund.state === 'paid') return false
  const payment = await lockPayment(tx, refund.paymentId)
  if (!payment) throw new Error(`payment ${refund.paymentId} does not exist`)
  const { currency, invoiceId, creditId } = payment
  await changeRefund(tx, refundId, { state: 'paid', updated_at: now })
  await changePayment(tx, payment.id, { refunded_minor: payment.refunded + refund.amount, updated_at: now })
  if (invoiceId === null) {
    if (creditId !== null && !(await takeFromCredit(tx, creditId, refund.amount)))
      throw new KeptError('conflict', 'This credit was used already, so its payment cannot be refunded in full.')
    const event = { id: refundId, currency, reference: payment.reference }
    await bookTransaction(tx, bookRefund(event, refund.amount, 'credits'), { invoiceId: null, now })
    return true
  }
  const reference = (await readInvoice(tx, invoiceId))?.number ?? ''
  const event = { id: refundId, currency, reference }
  await bookTransaction(tx, bookRefund(event, refund.amount, 'receivable'), { invoiceId, now })
  await settleInvoice(tx, invoiceId, { paid: -refund.amount })
  await applyCorrections(tx, invoiceId, now)
  return true
}
