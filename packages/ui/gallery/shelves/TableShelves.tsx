import { ShareBar } from '../../src/charts/share/ShareBar.tsx'
import { formatMoney } from '../../src/format/money.ts'
import { Table, Td, Th, Tr } from '../../src/table/Table.tsx'
import { Shelf, State } from '../Shelf.tsx'
import { figures, longWords, nothing } from '../words.ts'

const amounts = figures(8)
const largest = Math.max(...amounts)

export function TableShelves() {
  return (
    <Shelf name="Table" words="Th, Tr, Td; figures to the right, their unit in the head." wide>
      <State name="sorted, with shares, a long name, a dash and a credit">
        <Table label="Services">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th className="max-sm:hidden">Share</Th>
              <Th numeric unit="USD" sorted="desc" onSort={nothing}>
                Effective
              </Th>
              <Th numeric unit="%" sorted={false} onSort={nothing}>
                Change
              </Th>
            </tr>
          </thead>
          <tbody>
            {amounts.map((amount, row) => (
              <Tr key={amount}>
                <Td className="w-full max-w-0">
                  <span className="block truncate">{row === 2 ? longWords : `Service number ${row + 1}`}</span>
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
      <State name="one row">
        <Table label="One service">
          <thead>
            <tr>
              <Th>Service</Th>
              <Th numeric unit="USD" sorted="asc" onSort={nothing}>
                Effective
              </Th>
            </tr>
          </thead>
          <tbody>
            <Tr>
              <Td>The only one</Td>
              <Td numeric>$12.00</Td>
            </Tr>
          </tbody>
        </Table>
      </State>
    </Shelf>
  )
}
