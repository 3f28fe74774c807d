/** Adds to what settled an issued invoice, and derives its payment state again. */
import { paymentStateOf } from '@kept/engine/billing/payment-state.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import { listPaymentsOf, saveSettlement } from '@kept/store/billing/payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { requireInvoice } from '../documents/load-document.ts'
import { notifyPaid } from '../documents/notify.ts'

interface SettledAmounts {
  /** Minor units; negative where money was given back. */
  paid?: bigint
  credited?: bigint
  writtenOff?: bigint
}

/** Without an amount it only derives the state: a payment was started or declined. */
export async function settleInvoice(
  tx: ScopedTransaction,
  invoiceId: string,
  amounts: SettledAmounts = {},
): Promise<InvoiceRow> {
  const invoice = await requireInvoice(tx, invoiceId)
  const settlement = {
    due: invoice.due,
    paid: invoice.paid + (amounts.paid ?? 0n),
    credited: invoice.credited + (amounts.credited ?? 0n),
    writtenOff: invoice.writtenOff + (amounts.writtenOff ?? 0n),
  }
  const payments = await listPaymentsOf(tx, invoiceId)
  const state = paymentStateOf(settlement, {
    attempt: payments.at(-1)?.state ?? null,
    refunded: payments.some(({ refunded, disputed }) => refunded + disputed > 0n),
  })
  await saveSettlement(tx, invoiceId, { ...settlement, state })
  const settled = { ...invoice, ...settlement, paymentState: state }
  if (state === 'paid' && invoice.paymentState !== 'paid') await notifyPaid(tx, settled)
  return settled
}
