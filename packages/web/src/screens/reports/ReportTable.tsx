import type { ReportTable as Table } from '@kept/contract/routes/reports.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact, formatQuantity } from '@kept/foundation/format/money.ts'
import { formatPercent } from '@kept/foundation/format/number.ts'
import { type ReactNode, useMemo } from 'react'
import { unknown } from '../../spend/figure.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { isFigure, type ReportColumn, type ReportRow, type ReportSort, rowsOf, sortBy } from './report-rows.ts'

interface ReportTableProps {
  title: string
  table: Table
  sort: ReportSort
  onSort(sort: ReportSort): void
}

/** The rows of a report, formatted by the type of each column. */
export function ReportTable({ title, table, sort, onSort }: ReportTableProps) {
  const rows: ReportRow[] = useMemo(() => rowsOf(table), [table])
  const columns: Column<ReportRow>[] = table.columns.map((column) => ({
    id: column.key,
    head: column.label,
    numeric: isFigure(column),
    width: column.kind === 'text' ? undefined : `${widthOf(column)}rem`,
    sortBy: sortBy(column),
    cell: (row) => show(column, row.cells),
  }))
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      sort={sort}
      onSort={onSort}
      minWidth={`${table.columns.reduce((sum, column) => sum + widthOf(column), 0)}rem`}
    />
  )
}

/** In rem: a heading stays on one line, and names have room. */
function widthOf({ key, kind, label }: ReportColumn): number {
  const isName = kind === 'text' && !key.endsWith('currency')
  return Math.max(isName ? 9 : 7.5, label.length * 0.42 + 1)
}

function show({ key, kind }: ReportColumn, cells: Table['rows'][number]): ReactNode {
  const value = cells[key]
  if (value === null || value === undefined) return <span className="text-faint">{unknown}</span>
  // Each row has its currency in a column.
  const currency = cells.currency ?? cells.billing_currency ?? ''
  switch (kind) {
    case 'money':
      return <span title={formatMoneyExact(value, currency)}>{formatMoney(value, currency)}</span>
    case 'number':
      return formatQuantity(value)
    case 'percent':
      return formatPercent(Number(value))
    case 'date':
      return formatDay(value)
    case 'text':
      return value === '' ? <span className="text-faint">none</span> : <span title={value}>{value}</span>
  }
}
