import type { InvoiceDetail } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

interface HistoryEntry {
  at: string
  text: string
}

type Payment = InvoiceDetail['payments'][number]

/** What happened to a document, oldest first, each as a sentence without a period. */
export function historyOf({
  invoice,
  payments,
  refunds,
  disputes,
  emails,
  credit_notes,
}: InvoiceDetail): HistoryEntry[] {
  const money = (amount: string) => formatMoney(amount, invoice.currency)
  const entries: HistoryEntry[] = [
    { at: invoice.created_at, text: 'Draft made from the signed statement' },
    ...(invoice.issued_on ? [{ at: `${invoice.issued_on}T00:00:00.000Z`, text: `Issued as ${invoice.number}` }] : []),
    ...payments.map((payment) => ({ at: payment.created_at, text: paymentText(payment, money) })),
    ...refunds.map(({ created_at, amount, reason }) => ({
      at: created_at,
      text: `${money(amount)} refunded: ${reason}`,
    })),
    ...disputes.map(({ opened_at, opened_by, description }) => ({
      at: opened_at,
      text: `${opened_by} disputed "${description}"`,
    })),
    ...disputes.flatMap(({ answered_at, state, description }) =>
      answered_at === null ? [] : [{ at: answered_at, text: `Dispute of "${description}" ${state}` }],
    ),
    ...emails.flatMap(({ sent_at, subject, recipients }) =>
      sent_at === null || recipients.length === 0
        ? []
        : [{ at: sent_at, text: `"${subject}" sent to ${recipients.join(', ')}` }],
    ),
    ...credit_notes.map(({ created_at, number, gross }) => ({
      at: created_at,
      text: `Credit note ${number ?? 'in review'} of ${money(gross)}`,
    })),
  ]
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function paymentText(
  { state, amount, rail, reference, failure_reason }: Payment,
  money: (amount: string) => string,
): string {
  const method =
    rail === 'transfer' ? `by transfer${reference ? `, reference ${reference}` : ''}` : 'with the payment method'
  if (state === 'paid') return `${money(amount)} paid ${method}`
  if (state === 'failed') return `Payment of ${money(amount)} failed${failure_reason ? `: ${failure_reason}` : ''}`
  if (state === 'canceled') return `Payment of ${money(amount)} canceled`
  return state === 'action_required'
    ? `Payment of ${money(amount)} waits for a confirmation`
    : `Payment of ${money(amount)} started`
}
