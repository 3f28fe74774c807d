import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Table, Td, Th, Tr } from './Table.tsx'

export interface RowsColumn<Row> {
  /** Also identifies the column. */
  head: string
  /** The unit of the figures, shown in the head. */
  unit?: string
  numeric?: boolean
  cell(row: Row): ReactNode
  /** The full value of a shortened cell, as a tooltip. */
  title?(row: Row): string
  /** Of the head and of each cell, such as a width or "max-md:hidden". */
  className?: string
  /** Of a cell alone. */
  cellClass?: string | ((row: Row) => string)
}

interface RowsTableProps<Row> {
  label: string
  columns: readonly RowsColumn<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string | number
  className?: string
}

/** A short table of statistics: all rows in the given order. A list that is sorted or opened is a `DataTable`. */
export function RowsTable<Row>({ label, columns, rows, rowKey, className }: RowsTableProps<Row>) {
  return (
    <Table label={label} className={className}>
      <thead>
        <tr>
          {columns.map(({ head, unit, numeric, className: columnClass }) => (
            <Th key={head} unit={unit} numeric={numeric} className={columnClass}>
              {head}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={rowKey(row)}>
            {columns.map(({ head, numeric, cell, title, className: columnClass, cellClass }) => (
              <Td
                key={head}
                numeric={numeric}
                title={title?.(row)}
                className={cx(columnClass, typeof cellClass === 'function' ? cellClass(row) : cellClass)}
              >
                {cell(row)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
