import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import { formatMonthShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'

/** "Under this rule the last quarter would have been ...": the statements that are out, billed again. */
export function Preview({ terms, customer }: { terms: CommissionTerms; customer?: string }) {
  const query = useQuery({
    ...api.commission.preview.queryOptions({
      input: { terms, months: 3, ...(customer !== undefined && { customer_id: customer }) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Preview" className="min-w-0">
      <h3 className="border-rule-strong border-b pb-1 text-small font-semibold">Last three months with this rule</h3>
      <Loaded query={query} failed="Preview could not be loaded.">
        {({ data }) =>
          data.lines.length === 0 ? (
            <p className="mt-2 text-small text-soft">No statements in the last three months.</p>
          ) : (
            <>
              {data.totals.map(({ currency, fee, fee_then: newFee }) => (
                <p key={currency} className="mt-2 text-body">
                  New fee <span className="figure font-semibold">{formatMoney(newFee, currency)}</span>; was{' '}
                  <span className="figure">{formatMoney(fee, currency)}</span>.
                </p>
              ))}
              <Table label="Fees with this rule" className="mt-2">
                <thead>
                  <tr>
                    <Th>Customer</Th>
                    <Th>Month</Th>
                    <Th numeric>Billable</Th>
                    <Th numeric>Fee</Th>
                    <Th numeric>Then</Th>
                  </tr>
                </thead>
                <tbody>
                  {data.lines.map((line, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a month may have several corrections.
                    <Tr key={index}>
                      <Td>{line.customer}</Td>
                      <Td className="min-w-24">
                        <span className="whitespace-nowrap">{formatMonthShort(`${line.period}-01`)}</span>
                        {line.kind === 'trueup' && <span className="text-faint"> correction</span>}
                      </Td>
                      <Td numeric>{formatMoney(line.billable, line.currency)}</Td>
                      <Td numeric>{formatMoney(line.fee, line.currency)}</Td>
                      <Td numeric className="font-medium">
                        {formatMoney(line.fee_then, line.currency)}
                        {line.capped && <span className="block text-micro text-faint">capped</span>}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </>
          )
        }
      </Loaded>
    </section>
  )
}
