/** One document with everything that a person wants to see of it. */
import type { InvoiceDetail, InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type InvoiceFilter, listInvoices } from '@kept/store/billing/invoices.ts'
import { listPaymentsOf } from '@kept/store/billing/payments.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { BillingDeps } from './deps.ts'
import { describeInvoice, describePayment } from './describe.ts'
import { buildDraft, requireInvoice } from './documents/load-document.ts'

export async function readInvoiceDetail(tx: ScopedTransaction, id: string, now: Date): Promise<InvoiceDetail> {
  const row = await requireInvoice(tx, id)
  const built = row.document ? undefined : await buildDraft(tx, row)
  const document = row.document ?? built?.document
  if (!document) throw new Error(`invoice ${id} has no document`)
  return {
    invoice: describeInvoice(row, now, built?.totals),
    document,
    details_missing: row.state === 'draft' && (built?.detailsMissing ?? false),
    payments: (await listPaymentsOf(tx, id)).map(describePayment),
    ...{ disputes: [], held_lines: [], refunds: [], credit_notes: [], emails: [] },
  }
}

export async function listInvoiceSummaries(
  { state, now }: BillingDeps,
  scope: Scope,
  filter: InvoiceFilter,
): Promise<{ invoices: InvoiceSummary[]; total: number }> {
  const { invoices, total } = await listInvoices(state.database, scope, filter)
  const drafts = invoices.filter((invoice) => invoice.state === 'draft')
  const totals = await state.database.scoped(scope, async (tx) => {
    const built = new Map<string, Awaited<ReturnType<typeof buildDraft>>['totals']>()
    for (const draft of drafts) built.set(draft.id, (await buildDraft(tx, draft)).totals)
    return built
  })
  return { invoices: invoices.map((row) => describeInvoice(row, now(), totals.get(row.id))), total }
}
