/** Rows of billing as the API answers them. */
import type {
  CreditAnswer,
  DisputeAnswer,
  InvoiceSummary,
  PaymentAnswer,
} from '@kept/contract/routes/billing/shapes.ts'
import { amountText } from '@kept/engine/billing/minor.ts'
import { openAmount } from '@kept/engine/billing/payment-state.ts'
import type { Totals } from '@kept/engine/billing/totals.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { CreditRow } from '@kept/store/billing/credits.ts'
import type { DisputeRow } from '@kept/store/billing/disputes.ts'
import type { InvoiceRow } from '@kept/store/billing/invoices.ts'
import type { PaymentRow } from '@kept/store/billing/payments.ts'

/** `totals`: of a draft, whose row has none yet. */
export function describeInvoice(row: InvoiceRow, now: Date, totals?: Totals): InvoiceSummary {
  const text = (minor: bigint) => amountText(minor, row.currency)
  const isDraft = row.state === 'draft'
  const amounts = isDraft && totals ? totals : row
  const open = row.state === 'issued' && row.kind === 'invoice' ? openAmount(row) : 0n
  return {
    ...{ id: row.id, kind: row.kind, number: row.number, state: row.state },
    ...{ payment_state: row.paymentState, sync_state: row.syncState, period: row.period, currency: row.currency },
    created_at: row.createdAt.toISOString(),
    issues_at: isDraft ? row.issueAfter.toISOString() : null,
    ...{ issued_on: row.issuedOn, due_on: row.dueOn },
    is_overdue: open > 0n && row.dueOn !== null && row.dueOn < utcDay(now.getTime()),
    ...{ net: text(amounts.net), tax: text(amounts.tax), gross: text(amounts.gross) },
    ...{ credit_applied: text(amounts.creditApplied), due: text(amounts.due) },
    ...{ paid: text(row.paid), credited: text(row.credited), written_off: text(row.writtenOff), open: text(open) },
  }
}

export function describePayment(row: PaymentRow): PaymentAnswer {
  const text = (minor: bigint) => amountText(minor, row.currency)
  return {
    ...{ id: row.id, invoice_id: row.invoiceId, credit_id: row.creditId, rail: row.rail, state: row.state },
    ...{ amount: text(row.amount), currency: row.currency, refunded: text(row.refunded), disputed: text(row.disputed) },
    ...{ reference: row.reference, failure_reason: row.failureReason, action_url: row.actionUrl },
    ...{ created_at: row.createdAt.toISOString(), received_on: row.receivedOn },
  }
}

export function describeDispute(row: DisputeRow): DisputeAnswer {
  return {
    ...{ id: row.id, invoice_id: row.invoiceId, line_id: row.lineId, description: row.description },
    ...{ fee: amountText(row.fee, row.currency), currency: row.currency, state: row.state, reason: row.reason },
    ...{ opened_by: row.openedBy, opened_at: row.openedAt.toISOString(), answer: row.answer },
    ...{ answered_at: row.answeredAt?.toISOString() ?? null, credit_note_id: row.creditNoteId },
  }
}

export function describeCredit(row: CreditRow): CreditAnswer {
  const text = (minor: bigint) => amountText(minor, row.currency)
  return {
    ...{ id: row.id, source: row.source, state: row.state, currency: row.currency, amount: text(row.amount) },
    ...{ remaining: text(row.remaining), invoice_id: row.invoiceId, reference: row.reference },
    ...{ created_at: row.createdAt.toISOString(), available_at: row.availableAt?.toISOString() ?? null },
    uses: row.uses.map(({ invoiceId, number, amount, usedAt }) => ({
      ...{ invoice_id: invoiceId, number, amount: text(amount), used_at: usedAt.toISOString() },
    })),
  }
}
