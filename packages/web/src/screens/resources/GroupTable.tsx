import type { ResourceGroupKey } from '@kept/domain/resource-list.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { filterOf, type ResourcesView } from './resource-list.ts'

interface GroupTableProps {
  view: ResourcesView
  groupBy: ResourceGroupKey
  text: string
  onChange(part: Partial<ResourcesView>): void
}

/** The selected resources by group. A row filters the list by its group. */
export function GroupTable({ view, groupBy, text, onChange }: GroupTableProps) {
  const query = useQuery({
    ...api.resources.groups.queryOptions({ input: { group_by: groupBy, ...filterOf(view, text) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="The groups could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="No matching resources" description="Change or clear the search and filters." />
        ) : (
          <DataTable
            label="Resources by group"
            columns={[
              { id: 'name', head: 'Group', cell: (row) => row.name || 'Not set' },
              {
                id: 'resources',
                head: 'Resources',
                numeric: true,
                width: '9rem',
                cell: (row) => formatCount(row.resources),
              },
              {
                id: 'cost',
                head: 'Last 30 days',
                numeric: true,
                width: '14rem',
                cell: (row) => row.costs.map((cost) => formatMoney(cost.effective, cost.currency)).join(' and ') || '–',
              },
            ]}
            rows={data}
            rowId={(row) => row.value}
            onOpen={({ value }) => value && onChange({ groupBy: '', filters: { ...view.filters, [groupBy]: value } })}
          />
        )
      }
    </Loaded>
  )
}
