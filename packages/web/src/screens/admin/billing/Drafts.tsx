import { sentenceOf } from '@kept/client/errors.ts'
import type { Receivables } from '@kept/contract/routes/billing/books.ts'
import { formatDay, formatMonth } from '@kept/foundation/format/day.ts'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'

/** Drafts that wait for the end of their window. */
export function Drafts({ drafts }: Pick<Receivables, 'drafts'>) {
  const client = useQueryClient()
  const issue = useMutation(
    api.billingAdmin.issue.mutationOptions({
      async onSuccess({ data: { invoice } }) {
        await client.invalidateQueries({ queryKey: api.billingBooks.key() })
        toasts.show({ title: `Issued as ${invoice.number}` })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'The draft was not issued.', body: sentenceOf(error) }),
    }),
  )
  return (
    <Section title="Drafts">
      {drafts.length === 0 ? (
        <p className="text-body text-soft">No draft waits.</p>
      ) : (
        <RowsTable
          label="Drafts"
          rows={drafts}
          rowKey={({ invoice }) => invoice.id}
          columns={[
            { head: 'Customer', cell: ({ customer }) => customer.name },
            {
              head: 'Month',
              cellClass: 'whitespace-nowrap',
              cell: ({ invoice }) => formatMonth(`${invoice.period}-01`),
            },
            { head: 'Currency', cell: ({ invoice }) => invoice.currency },
            {
              head: 'In review until',
              cellClass: 'whitespace-nowrap',
              cell: ({ invoice }) => (invoice.issues_at ? formatDay(invoice.issues_at.slice(0, 10)) : ''),
            },
            {
              head: 'Action',
              cellClass: 'text-right',
              cell: ({ invoice, customer }) => (
                <ConfirmButton
                  size="small"
                  label="Issue now"
                  subject={`the invoice of ${customer.name}`}
                  title={`Issue the invoice of ${customer.name}?`}
                  description="It gets its number and can only be corrected by a credit note."
                  act="Issue invoice"
                  cancelLabel="Cancel"
                  isBusy={issue.isPending && issue.variables.id === invoice.id}
                  onAct={() => issue.mutate({ id: invoice.id })}
                />
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
