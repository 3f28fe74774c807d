import type { Resource } from '@kept/domain/resource.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { useMemo } from 'react'
import { exactFigure, formatFigure } from '../../spend/figure.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { dayOf } from './day-of.ts'
import { costIn, keyOf, type ResourceColumn, type ResourcesView, readColumns } from './resource-list.ts'

interface ResourceTableProps {
  rows: Resource[]
  view: ResourcesView
  onChange(part: Partial<ResourcesView>): void
}

/** The list of resources. Only the visible rows are rendered. */
export function ResourceTable({ rows, view, onChange }: ResourceTableProps) {
  const phone = useMedia('(max-width: 48rem)')
  // One text, so that the columns stay the same while the address does.
  const chosen = view.columns.join()
  const columns = useMemo(() => columnsOf(view.currency, readColumns(chosen), phone), [view.currency, chosen, phone])
  return (
    <DataTable
      label="Resources"
      columns={columns}
      rows={rows}
      rowId={keyOf}
      sort={view.sort}
      onSort={(sort) => sort && onChange({ sort: sort as ResourcesView['sort'] })}
      onOpen={({ resource_id, provider }) => onChange({ id: resource_id, provider })}
      minWidth={phone ? '18rem' : `${18 + view.columns.length * 7.6}rem`}
    />
  )
}

function columnsOf(currency: string, chosen: readonly ResourceColumn[], phone: boolean): Column<Resource>[] {
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
    width: phone ? '7.5rem' : '8.5rem',
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
  const available: Record<ResourceColumn, Column<Resource>> = {
    provider: textColumn('provider', 'Provider', '8rem', (row) => row.provider),
    service: textColumn('service', 'Service', '12rem', (row) => row.service, true),
    type: textColumn('type', 'Type', '9rem', (row) => row.type, true),
    size: textColumn('size', 'Size', '8rem', (row) => row.size),
    region: textColumn('region', 'Region', '7.5rem', (row) => row.region, true),
    account: textColumn('account', 'Account', '8rem', (row) => row.sub_account_name || row.sub_account_id),
    owner: textColumn('owner', 'Owner', '7rem', (row) => row.owner),
    team: textColumn('team', 'Team tag', '8rem', ({ tags }) => tags[Object.keys(tags).find(isTeam) ?? ''] ?? ''),
    state: textColumn('state', 'State', '7rem', (row) => row.state),
    created: textColumn('created', 'Created', '8rem', (row) => dayOf(row.created_at)),
    last_charged_on: {
      ...textColumn('last_charged_on', 'Last charged', '8rem', (row) => dayOf(row.last_charged_on)),
      sortBy: (row) => row.last_charged_on ?? undefined,
    },
    recommendations: savingsColumn(currency),
  }
  return [name, ...chosen.map((column) => available[column]), cost]
}

function isTeam(key: string): boolean {
  return key.toLowerCase() === 'team'
}

function savingsColumn(currency: string): Column<Resource> {
  return {
    id: 'recommendations',
    head: 'Est. savings',
    numeric: true,
    width: '7.5rem',
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
  }
}
