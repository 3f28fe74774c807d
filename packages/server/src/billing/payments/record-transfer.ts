/** The operator records a bank transfer. The same request twice records it once, by its idempotency key. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { toMinor } from '@kept/engine/billing/minor.ts'
import { addPayment } from '@kept/store/billing/payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { receivePayment } from './receive-payment.ts'

interface Transfer {
  amount: string
  currency: string
  receivedOn: string
  /** As the bank's statement names it: the same reference of one invoice is one transfer. */
  reference: string
  recordedBy: string
  now: Date
}

export async function recordTransfer(tx: ScopedTransaction, invoiceId: string, transfer: Transfer): Promise<string> {
  const invoice = await requireInvoice(tx, invoiceId)
  if (invoice.state !== 'issued' || invoice.kind !== 'invoice')
    throw new KeptError('conflict', 'Only an issued invoice can be paid.')
  if (transfer.currency !== invoice.currency)
    throw badInput(`Invoice ${invoice.number} is in ${invoice.currency}, and the transfer in ${transfer.currency}.`)
  const amount = toMinor(transfer.amount, invoice.currency)
  if (amount <= 0n) throw badInput('amount must be above zero.')
  const payment = await addPayment(tx, {
    ...{ invoice_id: invoiceId, rail: 'transfer', state: 'pending', currency: invoice.currency, amount_minor: amount },
    ...{ reference: transfer.reference, idempotency_key: `transfer ${invoiceId} ${transfer.reference}` },
    ...{ recorded_by: transfer.recordedBy, created_at: transfer.now, updated_at: transfer.now },
  })
  if (!payment)
    throw new KeptError('conflict', `A transfer "${transfer.reference}" was recorded for ${invoice.number} before.`)
  await receivePayment(tx, payment.id, { now: transfer.now, receivedOn: transfer.receivedOn })
  return payment.id
}
