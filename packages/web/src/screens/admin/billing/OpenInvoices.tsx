import { sentenceOf } from '@kept/client/errors.ts'
import type { Receivables } from '@kept/contract/routes/billing/books.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge, type Tone } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { RecordTransfer } from './RecordTransfer.tsx'

type OpenInvoice = Receivables['open'][number]

/** Payments that an operator looks after. */
const attention: Partial<Record<OpenInvoice['invoice']['payment_state'], { label: string; tone: Tone }>> = {
  failed: { label: 'Failed', tone: 'leak' },
  action_required: { label: 'Customer must confirm', tone: 'watch' },
  pending: { label: 'Pending', tone: 'fact' },
}

/** Issued invoices that are not settled, with what an operator does about them. */
export function OpenInvoices({ invoices }: { invoices: readonly OpenInvoice[] }) {
  const client = useQueryClient()
  const [paid, setPaid] = useState<OpenInvoice | null>(null)
  const writeOff = useMutation(
    api.billingAdmin.writeOff.mutationOptions({
      async onSuccess({ data: { invoice } }) {
        await client.invalidateQueries({ queryKey: api.billingBooks.key() })
        toasts.show({ title: `${invoice.number} written off` })
      },
      onError: (error) =>
        toasts.show({ tone: 'error', title: 'The invoice was not written off.', body: sentenceOf(error) }),
    }),
  )
  return (
    <Section title="Open invoices">
      {invoices.length === 0 ? (
        <p className="text-body text-soft">Every issued invoice is settled.</p>
      ) : (
        <RowsTable
          label="Open invoices"
          rows={invoices}
          rowKey={({ invoice }) => invoice.id}
          columns={[
            { head: 'Customer', cell: ({ customer }) => customer.name },
            { head: 'Number', cellClass: 'whitespace-nowrap', cell: ({ invoice }) => invoice.number },
            {
              head: 'Due',
              cellClass: 'whitespace-nowrap',
              cell: ({ invoice: { due_on, is_overdue } }) => (
                <>
                  {due_on && formatDay(due_on)} {is_overdue && <Badge tone="leak">Overdue</Badge>}
                </>
              ),
            },
            {
              head: 'Payment',
              cell: ({ invoice: { payment_state: payment } }) =>
                attention[payment] && <Badge tone={attention[payment].tone}>{attention[payment].label}</Badge>,
            },
            { head: 'Open', numeric: true, cell: ({ invoice }) => formatMoney(invoice.open, invoice.currency) },
            {
              head: 'Actions',
              cell: (entry) => (
                <span className="flex justify-end gap-2">
                  <Button size="small" onClick={() => setPaid(entry)}>
                    Record transfer<span className="sr-only"> for {entry.invoice.number}</span>
                  </Button>
                  <ConfirmButton
                    size="small"
                    label="Write off"
                    subject={entry.invoice.number ?? ''}
                    title={`Write off ${entry.invoice.number}?`}
                    description={`${formatMoney(entry.invoice.open, entry.invoice.currency)} of ${entry.customer.name} is given up. Money that arrives later takes the write-off back.`}
                    act="Write off"
                    cancelLabel="Cancel"
                    isBusy={writeOff.isPending && writeOff.variables.id === entry.invoice.id}
                    onAct={() => writeOff.mutate({ id: entry.invoice.id, reason: 'Written off in the console' })}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
      {paid && <RecordTransfer invoice={paid.invoice} customer={paid.customer.name} onClose={() => setPaid(null)} />}
    </Section>
  )
}
