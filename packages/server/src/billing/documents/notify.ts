/** Notifications and live events about documents, in the transaction of the change: each exactly once. */
import type { InvoiceDocument } from '@kept/domain/billing/invoice-document.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { formatDay, formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { invoicePath } from '../invoice-path.ts'
import { buildDraft, requireInvoice } from './load-document.ts'

export async function notifyDrafted(tx: ScopedTransaction, scope: Scope, invoiceId: string): Promise<void> {
  const invoice = await requireInvoice(tx, invoiceId)
  const { document } = await buildDraft(tx, invoice)
  await addNotification(tx, scope, {
    kind: 'invoice_drafted',
    title: `Invoice for ${formatMonth(`${document.period}-01`)} drafted: ${formatMoney(document.totals.due, document.currency)}`,
    body: `It is issued on ${formatDay(invoice.issueAfter.toISOString().slice(0, 10))}. Until then you can dispute a line.`,
    href: invoicePath(invoiceId),
    thread: `invoice ${invoiceId}`,
  })
}

export async function notifyIssued(
  tx: ScopedTransaction,
  scope: Scope,
  { document, invoiceId }: { document: InvoiceDocument; invoiceId: string },
): Promise<void> {
  const { kind, number, currency, totals, due_on } = document
  const isInvoice = kind === 'invoice'
  await addNotification(tx, scope, {
    kind: isInvoice ? 'invoice_issued' : 'credit_note_issued',
    title: `${isInvoice ? 'Invoice' : 'Credit note'} ${number} issued: ${formatMoney(totals.gross, currency)}`,
    body: isInvoice
      ? `${formatMoney(totals.due, currency)} is due${due_on ? ` by ${formatDay(due_on)}` : ''}.`
      : 'The amount was added to your credit balance.',
    href: invoicePath(invoiceId),
    thread: `invoice ${invoiceId}`,
  })
}

export async function notifyPaid(tx: ScopedTransaction, { id, number, currency, due }: InvoiceRow): Promise<void> {
  const amount = formatMoney(amountText(due, currency), currency)
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'invoice_paid',
      title: `Invoice ${number} paid: ${amount}`,
      body: 'Nothing is left to pay on it.',
      href: invoicePath(id),
      thread: `invoice ${id}`,
    },
  )
}

export async function notifyDue(
  tx: ScopedTransaction,
  { id, number, dueOn }: InvoiceRow,
  { open, isCharged }: { open: string; isCharged: boolean },
): Promise<void> {
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'invoice_due',
      title: `Invoice ${number} is due on ${dueOn}: ${open}`,
      body: isCharged ? 'It is charged to your default payment method on that day.' : `Pay it by ${dueOn}.`,
      href: invoicePath(id),
      thread: `invoice ${id}`,
    },
  )
}
