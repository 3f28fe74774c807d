import type { InvoiceDetail } from '@kept/contract/routes/billing/shapes.ts'
import { formatDay, formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { DisputeLine } from './DisputeLine.tsx'
import { Disputes } from './Disputes.tsx'
import { DownloadMenu } from './DownloadMenu.tsx'
import { InvoiceHistory } from './InvoiceHistory.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { invoiceStatus } from './invoice-status.ts'
import { PayNow } from './PayNow.tsx'
import { useInvoice } from './useBilling.ts'

/** One invoice or credit note: the document, its files, disputes and history. */
export function InvoiceView({ id }: { id: string }) {
  const query = useInvoice(id)
  return (
    <Loaded query={query} failed="The invoice could not be loaded.">
      {({ data }) => <Invoice detail={data} />}
    </Loaded>
  )
}

function Invoice({ detail }: { detail: InvoiceDetail }) {
  const { invoice, document, disputes, details_missing: isIncomplete } = detail
  const mayWrite = useMe().data?.permissions.includes('billing:write') ?? false
  const [disputedLine, setDisputedLine] = useState<string | null>(null)
  const { label, tone } = invoiceStatus(invoice)
  const held = new Set(disputes.filter(({ state }) => state === 'open').map(({ line_id }) => line_id))
  const canDispute = mayWrite && invoice.kind === 'invoice' && invoice.state !== 'voided'
  return (
    <section aria-label={invoice.number ?? 'Draft invoice'} className="min-w-0">
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-2 print:hidden">
        <p className="flex items-center gap-2">
          <strong className="text-lead">{invoice.number ?? 'Draft invoice'}</strong>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <div className="flex gap-2">
          <Button size="small" icon={<Printer size={14} className="text-faint" />} onClick={() => window.print()}>
            Print
          </Button>
          {mayWrite && <PayNow invoice={invoice} />}
          <DownloadMenu id={invoice.id} number={invoice.number} />
        </div>
      </div>
      {isIncomplete && (
        <div className="mb-3 print:hidden">
          <Notice tone="watch">Add your billing details. The invoice is not issued without them.</Notice>
        </div>
      )}
      <InvoiceSheet
        document={document}
        payment={<PaymentNote detail={detail} />}
        due={invoice.state === 'draft' ? invoice.due : invoice.kind === 'credit_note' ? invoice.gross : invoice.open}
        held={held}
        {...(canDispute && {
          lineAction: (lineId: string) =>
            held.has(lineId) ? (
              <span className="text-micro text-soft">Disputed</span>
            ) : (
              <Button size="small" tone="quiet" onClick={() => setDisputedLine(lineId)}>
                Dispute
              </Button>
            ),
        })}
      />
      <Disputes detail={detail} />
      <InvoiceHistory detail={detail} />
      {disputedLine !== null && (
        <DisputeLine detail={detail} lineId={disputedLine} onClose={() => setDisputedLine(null)} />
      )}
    </section>
  )
}

/** How and when it is paid, in one or two sentences beside the amount. */
function PaymentNote({ detail: { invoice, payments } }: { detail: InvoiceDetail }) {
  const { state, kind, payment_state, issues_at, due_on, currency } = invoice
  if (state === 'draft')
    return issues_at
      ? `In review until ${formatDayShort(issues_at.slice(0, 10))}. Nothing is due yet.`
      : 'Nothing is due yet.'
  if (state === 'voided') return 'Voided. Nothing is due.'
  if (kind === 'credit_note') return 'Added to your credit.'
  if (payment_state === 'paid') return 'Paid. Thank you.'
  const confirmation = payments.find(({ action_url }) => action_url !== null)?.action_url
  return (
    <>
      {due_on && <p>Due {formatDay(due_on)}.</p>}
      {Number(invoice.paid) > 0 && <p className="text-soft">{formatMoney(invoice.paid, currency)} is paid.</p>}
      {confirmation && (
        <a href={confirmation} className="text-fact underline">
          Confirm the payment with your bank
        </a>
      )}
    </>
  )
}
