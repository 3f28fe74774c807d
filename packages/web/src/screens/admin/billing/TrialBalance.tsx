import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { publicPath } from '../../../url/base-path.ts'

/** Accounts as the trial balance names them. */
const accountLabels: Record<string, string> = {
  receivable: 'Receivable',
  revenue: 'Revenue',
  tax: 'Tax',
  cash: 'Cash',
  credits: 'Customer credit',
  write_off: 'Write-offs',
}

/** Debits and credits of every account, and the journal behind them as a file. */
export function TrialBalance() {
  const query = useQuery(api.billingBooks.trialBalance.queryOptions({ input: {} }))
  return (
    <Section
      title="Trial balance"
      actions={
        <a href={publicPath('/v1/admin/billing/journal.csv')} download className={buttonClass('plain', 'small')}>
          <Download size={14} className="text-faint" aria-hidden="true" />
          Export journal
        </a>
      }
    >
      <Loaded query={query} failed="The trial balance could not be loaded.">
        {({ data: { currencies } }) =>
          currencies.length === 0 ? (
            <p className="text-body text-soft">Nothing is booked yet.</p>
          ) : (
            currencies.map(({ currency, accounts, is_balanced }) => (
              <div key={currency} className="mb-6">
                <p className="mb-1 text-small">
                  {currency}{' '}
                  <Badge tone={is_balanced ? 'plain' : 'leak'}>{is_balanced ? 'Balanced' : 'Not balanced'}</Badge>
                </p>
                <RowsTable
                  label={`Trial balance, ${currency}`}
                  rows={accounts}
                  rowKey={({ account }) => account}
                  columns={[
                    { head: 'Account', cell: ({ account }) => accountLabels[account] ?? account },
                    { head: 'Debit', numeric: true, cell: ({ debit }) => formatMoney(debit, currency) },
                    { head: 'Credit', numeric: true, cell: ({ credit }) => formatMoney(credit, currency) },
                    { head: 'Balance', numeric: true, cell: ({ balance }) => formatMoney(balance, currency) },
                  ]}
                />
              </div>
            ))
          )
        }
      </Loaded>
    </Section>
  )
}
