import { formatMoney } from '@kept/foundation/format/money.ts'
import { ShareBar } from '../../src/charts/share/ShareBar.tsx'
import { RowsTable } from '../../src/table/RowsTable.tsx'
import { Table, Td, Th, Tr } from '../../src/table/Table.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { figures, longText, noop } from '../sample-text.ts'

const amounts = figures(8)
const largest = Math.max(...amounts)

export function TableShelves() {
  return (
    <Shelf name="Table" description="Th, Tr, and Td. Figures are right-aligned, with their unit in the head." wide>
      <State name="sorted, with shares, a long name, a missing value, and a credit">
        <Table label="Services">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th className="max-sm:hidden">Share</Th>
              <Th numeric unit="USD" sorted="desc" onSort={noop}>
                Effective
              </Th>
              <Th numeric unit="%" sorted={false} onSort={noop}>
                Change
              </Th>
            </tr>
          </thead>
          <tbody>
            {amounts.map((amount, row) => (
              <Tr key={amount}>
                <Td className="w-full max-w-0">
                  <span className="block truncate">{row === 2 ? longText : `Service number ${row + 1}`}</span>
                </Td>
                <Td className="w-32 max-sm:hidden">
                  <ShareBar length={amount / largest} />
                </Td>
                <Td numeric>{formatMoney(String(row === 5 ? -amount : amount))}</Td>
                <Td numeric>{row === 3 ? '–' : `${(amount / 10).toFixed(1)}%`}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </State>
      <State name="rows of statistics">
        <RowsTable
          label="Loops by type"
          rows={amounts}
          rowKey={(amount) => amount}
          columns={[
            { head: 'Type', className: 'max-sm:hidden', cellClass: 'text-soft', cell: () => 'Retry storm' },
            {
              head: 'Cost',
              unit: 'USD',
              numeric: true,
              title: (amount) => `${amount} exactly`,
              cellClass: (amount) => (amount === largest ? 'text-leak' : ''),
              cell: (amount) => formatMoney(String(amount)),
            },
          ]}
        />
      </State>
      <State name="one row">
        <Table label="One service">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th numeric unit="USD" sorted="asc" onSort={noop}>
                Effective
              </Th>
            </tr>
          </thead>
          <tbody>
            <Tr>
              <Td>Amazon S3</Td>
              <Td numeric>$12.00</Td>
            </Tr>
          </tbody>
        </Table>
      </State>
    </Shelf>
  )
}
