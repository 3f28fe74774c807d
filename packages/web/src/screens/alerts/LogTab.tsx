import type { AlertDelivery } from '@kept/contract/routes/alerts.ts'
import { type DeliveryStatus, deliveryStatuses } from '@kept/domain/alert-labels.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { statusLabels } from './alert-text.ts'

const pageSize = 50
const statuses = [
  { value: 'all', label: 'All' },
  ...deliveryStatuses.map((value) => ({ value, label: statusLabels[value].label })),
] as const

const columns: Column<AlertDelivery>[] = [
  { id: 'title', head: 'Alert', cell: ({ title }) => title },
  { id: 'created_at', head: 'Time', width: '11.5rem', cell: ({ created_at }) => formatMoment(created_at) },
  { id: 'channel', head: 'Channel', width: '11rem', cell: ({ channel }) => channel.name },
  {
    id: 'status',
    head: 'Status',
    width: '8rem',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
  { id: 'attempts', head: 'Attempts', numeric: true, width: '5.5rem', cell: ({ attempts }) => attempts },
]

/** The delivery log. It refreshes while deliveries are pending. */
export function LogTab() {
  const [search, setSearch] = useSearchState()
  const status = deliveryStatuses.find((name) => name === search.status)
  const page = Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1)
  const query = useQuery({
    ...api.alerts.deliveries.queryOptions({
      input: { page, page_size: pageSize, ...(search.q && { search: search.q }), ...(status && { status }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })
  const filtered = Boolean(search.q) || status !== undefined
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-72">
          <SearchInput
            label="Search deliveries"
            placeholder="Alert, channel, or response"
            defaultValue={search.q ?? ''}
            onChange={(text) => setSearch({ q: text, page: '' })}
          />
        </div>
        <div className="w-40">
          <Select<DeliveryStatus | 'all'>
            label="Status"
            hiddenLabel
            value={status ?? 'all'}
            options={statuses}
            onChange={(value) => setSearch({ status: value === 'all' ? '' : value, page: '' })}
          />
        </div>
        {query.data && query.data.data.length > 0 && (
          <div className="ml-auto">
            <ExportList
              name="alerts-sent"
              list={async () =>
                (await import('./export-alerts.ts')).deliveriesList({
                  ...(search.q && { search: search.q }),
                  ...(status && { status }),
                })
              }
            />
          </div>
        )}
      </div>
      <Loaded query={query} failed="The delivery log could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              level={2}
              title={filtered ? 'No matching deliveries' : 'No deliveries yet'}
              description={
                filtered
                  ? 'Change or clear the search and filter.'
                  : 'Alerts sent through channels are listed here, with each attempt and its response.'
              }
            />
          ) : (
            <>
              <DataTable
                label="Delivery log"
                columns={columns}
                rows={data}
                rowId={({ id }) => id}
                minWidth="46rem"
                {...(search.delivery && { selected: search.delivery })}
                onOpen={({ id }) => setSearch({ delivery: id })}
              />
              <Pager
                page={meta.page}
                pageSize={meta.page_size}
                total={meta.total}
                noun="deliveries"
                onPage={(next) => setSearch({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
