import { sentenceOf } from '@kept/client/errors.ts'
import type { Reconciliation as Report } from '@kept/contract/routes/billing/payments-admin.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'

/** The payment service against the journal: differences, and messages that could not be handled. */
export function Reconciliation() {
  const client = useQueryClient()
  const query = useQuery(api.billingPaymentsAdmin.reconciliation.queryOptions({ input: {} }))
  const run = useMutation(
    api.billingPaymentsAdmin.reconcile.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.billingPaymentsAdmin.key() }),
      onError: (error) => toasts.show({ tone: 'error', title: 'Nothing was compared.', body: sentenceOf(error) }),
    }),
  )
  const report = query.data?.data
  return (
    <Section
      title="Reconciliation"
      description={report && describe(report)}
      actions={
        report?.online && (
          <Button size="small" isBusy={run.isPending} onClick={() => run.mutate({})}>
            Reconcile now
          </Button>
        )
      }
    >
      <Loaded query={query} failed="The reconciliation could not be loaded.">
        {({ data: { differences, failed_events } }) => (
          <>
            {differences.length > 0 && <Differences differences={differences} />}
            {failed_events.length > 0 && (
              <RowsTable
                className="mt-4"
                label="Messages that could not be handled"
                rows={failed_events}
                rowKey={({ id }) => id}
                columns={[
                  { head: 'Message', cell: ({ id }) => id },
                  { head: 'Type', cell: ({ type }) => type },
                  { head: 'Error', cell: ({ error }) => error },
                  { head: 'Attempts', numeric: true, cell: ({ attempts }) => attempts },
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function describe({ online, last_run, differences }: Report): string {
  if (!online && last_run === null) return 'Online payment is not set up, so there is nothing to compare.'
  if (last_run === null) return 'Online payments are compared with the journal every night. It has not run yet.'
  const result = differences.length === 0 ? 'no difference' : counted(differences.length, 'difference')
  return `${formatMoment(last_run.finished_at)}: ${counted(last_run.charges, 'charge')}, ${result}.`
}

function Differences({ differences }: Pick<Report, 'differences'>) {
  return (
    <RowsTable
      label="Differences"
      rows={differences}
      rowKey={({ id }) => id}
      columns={[
        { head: 'Charge', cellClass: 'whitespace-nowrap', cell: ({ charge_ref }) => charge_ref },
        { head: 'Difference', cell: ({ description }) => description },
        { head: 'Payment service', numeric: true, cell: ({ rail, currency }) => formatMoney(rail, currency) },
        { head: 'Journal', numeric: true, cell: ({ journal, currency }) => formatMoney(journal, currency) },
      ]}
    />
  )
}
