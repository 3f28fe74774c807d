import type { Resource } from '@kept/domain/resource.ts'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { useMemo } from 'react'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { costIn, keyOf, type ResourcesView } from './resource-list.ts'

interface ResourceTableProps {
  rows: Resource[]
  view: ResourcesView
  onChange(part: Partial<ResourcesView>): void
}

/** One line for each resource; those in sight are drawn, however many there are. */
export function ResourceTable({ rows, view, onChange }: ResourceTableProps) {
  const phone = useMedia('(max-width: 48rem)')
  const columns = useMemo(() => columnsOf(view.currency, phone), [view.currency, phone])
  return (
    <DataTable
      label="Resources"
      columns={columns}
      rows={rows}
      rowId={keyOf}
      sort={view.sort}
      onSort={(sort) => sort && onChange({ sort: sort as ResourcesView['sort'] })}
      onOpen={({ resource_id, provider }) => onChange({ id: resource_id, provider })}
      minWidth={phone ? '18rem' : '64rem'}
    />
  )
}

function columnsOf(currency: string, phone: boolean): Column<Resource>[] {
  const words = (
    id: string,
    head: string,
    width: string,
    of: (row: Resource) => string,
    sortable = false,
  ): Column<Resource> => ({
    id,
    head,
    width,
    ...(sortable ? { sortBy: (row: Resource) => of(row) || undefined } : {}),
    cell: (row) => (
      <span className="text-soft" title={of(row)}>
        {of(row)}
      </span>
    ),
  })
  const name: Column<Resource> = {
    id: 'name',
    head: 'Resource',
    sortBy: (row) => row.name.toLowerCase(),
    cell: (row) => <span title={row.resource_id}>{row.name}</span>,
  }
  const cost: Column<Resource> = {
    id: 'cost',
    head: 'Last 30 days',
    ...(currency ? { unit: currency } : {}),
    numeric: true,
    width: phone ? '7.5rem' : '9rem',
    sortBy: (row) => {
      const found = costIn(row, currency)
      return found ? Number(found.effective) : undefined
    },
    cell: (row) => {
      const found = costIn(row, currency)
      const of = found?.currency ?? currency
      return (
        <span title={exactFigure('effective', found?.effective, of)}>
          {formatFigure('effective', found?.effective, of)}
        </span>
      )
    },
  }
  if (phone) return [name, cost]
  return [
    name,
    words('type', 'Kind', '13%', (row) => row.type, true),
    words('region', 'Region', '11%', (row) => row.region, true),
    words('account', 'Account', '13%', (row) => row.sub_account_name || row.sub_account_id),
    words('owner', 'Owner', '10%', (row) => row.owner),
    words('state', 'State', '9%', (row) => row.state),
    {
      id: 'findings',
      head: 'Could save',
      numeric: true,
      width: '9rem',
      cell: ({ findings, costs }) =>
        findings.open === 0 ? (
          ''
        ) : (
          <span title={`${findings.open} open ${findings.open === 1 ? 'finding' : 'findings'}`}>
            {findings.monthly_saving === null
              ? `${findings.open} to look at`
              : formatMoney(findings.monthly_saving, costs[0]?.currency ?? currency)}
          </span>
        ),
    },
    cost,
  ]
}
