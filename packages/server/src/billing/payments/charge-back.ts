/** The customer's bank took money back, or gave it back again: the invoice is owed by that much more or less. */
import { bookChargeback, bookChargebackReturned } from '@kept/engine/billing/journal-entries.ts'
import { readInvoice } from '@kept/store/billing/invoices.ts'
import { bookTransaction } from '@kept/store/billing/journal.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { changePayment, lockPayment } from '@kept/store/billing/payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { settleInvoice } from './settle-invoice.ts'

/**
 * `disputed` is what the bank holds back now, in minor units. False when nothing changed. `event` names the rail's
 * message, so that a repeated one books nothing.
 */
export async function chargeBack(
  tx: ScopedTransaction,
  paymentId: string,
  { disputed, event, now }: { disputed: bigint; event: string; now: Date },
): Promise<boolean> {
  await lockBilling(tx)
  const payment = await lockPayment(tx, paymentId)
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  const { invoiceId, currency, applied, refunded } = payment
  const limit = applied - refunded
  const target = disputed < limit ? disputed : limit
  const change = target - payment.disputed
  if (invoiceId === null || change === 0n) return false
  const reference = (await readInvoice(tx, invoiceId))?.number ?? ''
  const booking = { id: `${paymentId} ${event}`, currency, reference }
  const transaction = change > 0n ? bookChargeback(booking, change) : bookChargebackReturned(booking, -change)
  if (!(await bookTransaction(tx, transaction, { invoiceId, now }))) return false
  await changePayment(tx, paymentId, { disputed_minor: target, updated_at: now })
  await settleInvoice(tx, invoiceId, { paid: -change })
  return true
}
