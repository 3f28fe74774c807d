import type { ResourceGroupKey } from '@kept/domain/resource.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoney } from '@kept/ui/format/money.ts'
import { formatCount } from '@kept/ui/format/share.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { DataTable } from '../../table/DataTable.tsx'
import { filterOf, type ResourcesView } from './resource-list.ts'

interface GroupTableProps {
  view: ResourcesView
  by: ResourceGroupKey
  text: string
  onChange(part: Partial<ResourcesView>): void
}

/** The same selection, counted by one of its words; a row narrows the list to it. */
export function GroupTable({ view, by, text, onChange }: GroupTableProps) {
  const query = useQuery({
    ...api.resources.groups.queryOptions({ input: { by, ...filterOf(view, text) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="The groups could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="No resource fits" words="Nothing matches the search and the filters." />
        ) : (
          <DataTable
            label="Resources by group"
            columns={[
              { id: 'name', head: 'Group', cell: (row) => row.name || 'Not said' },
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
            onOpen={({ value }) => value && onChange({ by: '', filters: { ...view.filters, [by]: value } })}
          />
        )
      }
    </Loaded>
  )
}
