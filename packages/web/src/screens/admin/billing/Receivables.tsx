import type { Receivables as ReceivablesAnswer } from '@kept/contract/routes/billing/books.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
import { Section } from '../../../shell/Page.tsx'

const ages = [
  { name: 'not_due', head: 'Not due' },
  { name: 'days_1_30', head: '1 to 30 days' },
  { name: 'days_31_60', head: '31 to 60' },
  { name: 'days_61_90', head: '61 to 90' },
  { name: 'over_90', head: 'Over 90' },
] as const

/** What all customers owe, by days past the due date. */
export function Receivables({ currencies }: Pick<ReceivablesAnswer, 'currencies'>) {
  return (
    <Section title="Receivables">
      {currencies.length === 0 ? (
        <p className="text-body text-soft">No customer owes anything.</p>
      ) : (
        <RowsTable
          label="Receivables by age"
          rows={currencies}
          rowKey={({ currency }) => currency}
          columns={[
            { head: 'Currency', cell: ({ currency }) => currency },
            ...ages.map(({ name, head }) => ({
              head,
              numeric: true,
              cell: (row: ReceivablesAnswer['currencies'][number]) => formatMoney(row[name], row.currency),
            })),
            {
              head: 'Total',
              numeric: true,
              cellClass: 'font-semibold',
              cell: ({ total, currency }) => formatMoney(total, currency),
            },
          ]}
        />
      )}
    </Section>
  )
}
