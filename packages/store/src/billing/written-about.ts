/** Documents and payments that an email is still to be written about. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { type InvoiceRow, toInvoice } from './invoices.ts'

/** Whether an email with this source was written: "issued <id>". */
const isWritten = (source: ReturnType<typeof sql<string>>) =>
  sql<boolean>`EXISTS (SELECT FROM billing_email e WHERE e.organization_id = ${sql.ref('organization_id')} AND e.source = ${source})`

/** Issued since then. */
export async function listIssuedUnwritten(tx: ScopedTransaction, since: Date): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('billing_invoice')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('state', '=', 'issued')
    .where('issued_at', '>=', since)
    .where(({ not }) => not(isWritten(sql<string>`'issued ' || billing_invoice.id`)))
    .orderBy('issued_at')
    .execute()
  return rows.map(toInvoice)
}

/** Still owed, and due from `today` to `until`. */
export async function listDueUnwritten(
  tx: ScopedTransaction,
  { today, until }: { today: string; until: string },
): Promise<InvoiceRow[]> {
  const rows = await tx
    .selectFrom('billing_invoice')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('state', '=', 'issued')
    .where('kind', '=', 'invoice')
    .where('due_on', '>=', today)
    .where('due_on', '<=', until)
    .where(sql<boolean>`due_minor > paid_minor + credited_minor + written_off_minor`)
    .where(({ not }) => not(isWritten(sql<string>`'due ' || billing_invoice.id`)))
    .orderBy('due_on')
    .execute()
  return rows.map(toInvoice)
}

export interface StoppedPayment {
  id: string
  invoiceId: string
  state: 'failed' | 'action_required'
  amount: bigint
  failureReason: string
}

/** Charges that were declined or wait for the customer since then. */
export async function listStoppedUnwritten(tx: ScopedTransaction, since: Date): Promise<StoppedPayment[]> {
  const rows = await tx
    .selectFrom('billing_payment')
    .select(['id', 'invoice_id', 'state', 'amount_minor', 'failure_reason'])
    .where('organization_id', '=', tx.scopedTo)
    .where('rail', '=', 'stripe')
    .where('invoice_id', 'is not', null)
    .where('state', 'in', ['failed', 'action_required'])
    .where('updated_at', '>=', since)
    .where(({ not }) => not(isWritten(sql<string>`'payment ' || billing_payment.state || ' ' || billing_payment.id`)))
    .orderBy('updated_at')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, invoiceId: row.invoice_id ?? '', amount: BigInt(row.amount_minor) },
    state: row.state === 'failed' ? 'failed' : 'action_required',
    failureReason: row.failure_reason,
  }))
}

/** Disputes that were answered since then. */
export async function listAnsweredUnwritten(tx: ScopedTransaction, since: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('billing_dispute')
    .select('id')
    .where('organization_id', '=', tx.scopedTo)
    .where('answered_at', '>=', since)
    .where(({ not }) => not(isWritten(sql<string>`'dispute ' || billing_dispute.id`)))
    .orderBy('answered_at')
    .execute()
  return rows.map(({ id }) => id)
}
