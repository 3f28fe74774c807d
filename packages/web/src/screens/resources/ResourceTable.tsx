import type { Resource } from '@kept/domain/resource.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { useMemo } from 'react'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { costIn, keyOf, type ResourcesView } from './resource-list.ts'

interface ResourceTableProps {
  rows: Resource[]
  view: ResourcesView
  onChange(part: Partial<ResourcesView>): void
}

/** The list of resources. Only the visible rows are rendered. */
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
  const textColumn = (
    id: string,
    head: string,
    width: string,
    getText: (row: Resource) => string,
    sortable = false,
  ): Column<Resource> => ({
    id,
    head,
    width,
    ...(sortable ? { sortBy: (row: Resource) => getText(row) || undefined } : {}),
    cell: (row) => (
      <span className="text-soft" title={getText(row)}>
        {getText(row)}
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
      const cost = costIn(row, currency)
      return cost ? Number(cost.effective) : undefined
    },
    cell: (row) => {
      const cost = costIn(row, currency)
      const shownCurrency = cost?.currency ?? currency
      return (
        <span title={exactFigure('effective', cost?.effective, shownCurrency)}>
          {formatFigure('effective', cost?.effective, shownCurrency)}
        </span>
      )
    },
  }
  if (phone) return [name, cost]
  return [
    name,
    textColumn('type', 'Type', '13%', (row) => row.type, true),
    textColumn('region', 'Region', '11%', (row) => row.region, true),
    textColumn('account', 'Account', '13%', (row) => row.sub_account_name || row.sub_account_id),
    textColumn('owner', 'Owner', '10%', (row) => row.owner),
    textColumn('state', 'State', '9%', (row) => row.state),
    {
      id: 'recommendations',
      head: 'Est. savings',
      numeric: true,
      width: '9rem',
      cell: ({ recommendations, costs }) =>
        recommendations.open === 0 ? (
          ''
        ) : (
          <span
            title={`${recommendations.open} open ${recommendations.open === 1 ? 'recommendation' : 'recommendations'}`}
          >
            {recommendations.monthly_savings === null
              ? `${recommendations.open} open`
              : formatMoney(recommendations.monthly_savings, costs[0]?.currency ?? currency)}
          </span>
        ),
    },
    cost,
  ]
}
