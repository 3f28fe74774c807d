/** One document with everything that a person wants to see of it. */
import type { InvoiceDetail, InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { listDisputesOf } from '@kept/store/billing/disputes.ts'
import { listEmailsOf } from '@kept/store/billing/emails.ts'
import { type InvoiceFilter, listCorrectionsOf, listInvoices } from '@kept/store/billing/invoices.ts'
import { listPaymentsOf } from '@kept/store/billing/payments.ts'
import { listRefundsOf } from '@kept/store/billing/refunds.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { BillingDeps } from './deps.ts'
import { describeDispute, describeInvoice, describePayment } from './describe.ts'
import { buildDraft, requireInvoice } from './documents/load-document.ts'

export async function readInvoiceDetail(tx: ScopedTransaction, id: string, now: Date): Promise<InvoiceDetail> {
  const row = await requireInvoice(tx, id)
  const built = row.document ? undefined : await buildDraft(tx, row)
  const document = row.document ?? built?.document
  if (!document) throw new Error(`invoice ${id} has no document`)
  const payments = await listPaymentsOf(tx, id)
  const refunds = await listRefundsOf(
    tx,
    payments.map((payment) => payment.id),
  )
  const disputes = await listDisputesOf(tx, { invoiceId: id })
  const text = (minor: bigint) => amountText(minor, row.currency)
  return {
    invoice: describeInvoice(row, now, built?.totals),
    document,
    details_missing: row.state === 'draft' && (built?.detailsMissing ?? false),
    disputes: disputes.map(describeDispute),
    held_lines: disputes
      .filter(({ lineState }) => lineState === 'held')
      .map(({ lineId, group, description, period, fee }) => ({
        ...{ id: lineId, group, description, period, fee: text(fee) },
      })),
    payments: payments.map(describePayment),
    refunds: refunds.map(({ id: refundId, paymentId, state, amount, reason, createdAt }) => ({
      ...{ id: refundId, payment_id: paymentId, state, amount: text(amount), reason },
      created_at: createdAt.toISOString(),
    })),
    credit_notes: (await listCorrectionsOf(tx, id)).map((note) => describeInvoice(note, now)),
    emails: await listEmailsOf(tx, id),
  }
}

export async function listInvoiceSummaries(
  { state, now }: BillingDeps,
  scope: Scope,
  filter: InvoiceFilter,
): Promise<{ invoices: InvoiceSummary[]; total: number }> {
  const { invoices, total } = await listInvoices(state.database, scope, { ...filter, today: utcDay(now().getTime()) })
  const drafts = invoices.filter((invoice) => invoice.state === 'draft')
  const totals = await state.database.scoped(scope, async (tx) => {
    const built = new Map<string, Awaited<ReturnType<typeof buildDraft>>['totals']>()
    for (const draft of drafts) built.set(draft.id, (await buildDraft(tx, draft)).totals)
    return built
  })
  return { invoices: invoices.map((row) => describeInvoice(row, now(), totals.get(row.id))), total }
}
