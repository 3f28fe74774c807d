/**
 * Money arrived: the payment becomes paid, once, whatever the rail. It settles what its invoice still asks for; the rest
 * goes to the credit balance. Money for a written-off invoice takes the write-off back first.
 */
import { bookPayment, bookPurchase, bookWriteOffReturned } from '@kept/engine/billing/journal-entries.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import { addCredit, releasePurchase } from '@kept/store/billing/credits.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { changePayment, lockPayment, type PaymentRow } from '@kept/store/billing/payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { settleInvoice } from './settle-invoice.ts'

/** False when it was received before: then nothing is written. */
export async function receivePayment(
  tx: ScopedTransaction,
  paymentId: string,
  { now, receivedOn }: { now: Date; receivedOn: string },
): Promise<boolean> {
  await lockBilling(tx)
  const payment = await lockPayment(tx, paymentId)
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  if (payment.state === 'paid') return false
  const applied = await apply(tx, payment, now)
  await changePayment(tx, paymentId, {
    ...{ state: 'paid', applied_minor: applied, failure_reason: '', action_url: null },
    ...{ updated_at: now, received_on: receivedOn },
  })
  if (payment.invoiceId !== null) await settleInvoice(tx, payment.invoiceId, { paid: applied })
  return true
}

/** Books it and returns what of it settles its invoice. */
async function apply(tx: ScopedTransaction, payment: PaymentRow, now: Date): Promise<bigint> {
  const { id, currency, amount, creditId, invoiceId, reference } = payment
  if (invoiceId === null) {
    if (creditId === null) throw new Error(`payment ${id} pays for nothing`)
    const isReleased = await releasePurchase(tx, creditId, { amount, now })
    // It was paid before by another payment, so this one is credit of its own.
    if (!isReleased)
      await addCredit(tx, {
        ...{ currency, source: 'overpayment', amount, invoiceId: null, reference: `overpayment ${id}` },
        ...{ createdBy: 'Kept', now },
      })
    await bookTransaction(tx, bookPurchase({ id, currency, reference }, amount), { invoiceId: null, now })
    return 0n
  }
  const invoice = await requireInvoice(tx, invoiceId)
  const event = { id, currency, reference: invoice.number ?? '' }
  const booked = { invoiceId, now }
  const returned = amount < invoice.writtenOff ? amount : invoice.writtenOff
  if (returned > 0n) {
    await bookTransaction(tx, bookWriteOffReturned({ ...event, payment: id }, returned), booked)
    await settleInvoice(tx, invoiceId, { writtenOff: -returned })
  }
  const open = openAmount(invoice) + returned
  const applied = amount < open ? amount : open
  const surplus = amount - applied
  await bookTransaction(tx, bookPayment(event, { applied, surplus }), booked)
  if (surplus > 0n)
    await addCredit(tx, {
      ...{ currency, source: 'overpayment', amount: surplus, invoiceId, reference: `overpayment ${id}` },
      ...{ createdBy: 'Kept', now },
    })
  return applied
}
