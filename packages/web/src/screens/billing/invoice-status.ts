import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import type { Tone } from '@kept/ui/controls/Badge.tsx'

interface InvoiceStatus {
  label: string
  tone: Tone
}

const payments: Record<InvoiceSummary['payment_state'], InvoiceStatus> = {
  none: { label: 'Open', tone: 'fact' },
  pending: { label: 'Payment pending', tone: 'fact' },
  action_required: { label: 'Confirm payment', tone: 'watch' },
  partial: { label: 'Partly paid', tone: 'fact' },
  paid: { label: 'Paid', tone: 'plain' },
  failed: { label: 'Payment failed', tone: 'leak' },
  refunded: { label: 'Refunded', tone: 'plain' },
  uncollectible: { label: 'Written off', tone: 'plain' },
}

type StatusFields = Pick<InvoiceSummary, 'state' | 'kind' | 'payment_state' | 'is_overdue'>

/** One word for a document: its own state, and of an issued invoice that of its payment. */
export function invoiceStatus({ state, kind, payment_state, is_overdue }: StatusFields): InvoiceStatus {
  if (state === 'draft') return { label: 'Draft', tone: 'plain' }
  if (state === 'voided') return { label: 'Voided', tone: 'plain' }
  if (kind === 'credit_note') return { label: 'Credit note', tone: 'plain' }
  const isOpen = payment_state === 'none' || payment_state === 'partial'
  return is_overdue && isOpen ? { label: 'Overdue', tone: 'leak' } : payments[payment_state]
}
