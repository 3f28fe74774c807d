import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { formatDayShort, formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Link } from '@tanstack/react-router'
import { invoiceStatus } from './invoice-status.ts'

interface InvoiceListProps {
  invoices: readonly InvoiceSummary[]
  shownId: string
}

/** All invoices and credit notes, newest first. A click shows one beside the list. */
export function InvoiceList({ invoices, shownId }: InvoiceListProps) {
  return (
    <ul className="-mx-2">
      {invoices.map((invoice) => {
        const { label, tone } = invoiceStatus(invoice)
        const { id, number, period, currency, gross, kind } = invoice
        return (
          <li key={id} className="border-rule border-b">
            <Link
              to="/billing"
              search={{ invoice: id }}
              aria-current={id === shownId ? 'true' : undefined}
              className={cx(
                'grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 px-2 py-2 text-small hover:bg-hover',
                id === shownId && 'bg-fact-wash',
              )}
            >
              <span className="min-w-0">
                <span className="font-semibold">{formatMonth(`${period}-01`)}</span>{' '}
                <span className="text-soft">{number}</span>
                <span className="block text-micro text-soft">{dayOf(invoice)}</span>
              </span>
              <Badge tone={tone}>{label}</Badge>
              <span className="figure min-w-20 text-right font-semibold">
                {kind === 'credit_note' && '−'}
                {formatMoney(gross, currency)}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function dayOf({ state, kind, issues_at, issued_on, due_on, payment_state }: InvoiceSummary): string {
  if (state === 'draft') return issues_at ? `In review until ${formatDayShort(issues_at.slice(0, 10))}` : 'In review'
  if (kind === 'credit_note' || payment_state === 'paid' || due_on === null)
    return issued_on ? `Issued ${formatDayShort(issued_on)}` : ''
  return `Due ${formatDayShort(due_on)}`
}
