import type { AlertDelivery } from '@kept/contract/routes/alerts.ts'
import { type DeliveryStatus, deliveryStatuses } from '@kept/domain/alert-words.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { useSearchState } from '../../url/useSearchState.ts'
import { statusWords } from './words.ts'

const pageSize = 50
const statuses = [
  { value: 'all', label: 'All' },
  ...deliveryStatuses.map((value) => ({ value, label: statusWords[value].label })),
] as const

const columns: Column<AlertDelivery>[] = [
  { id: 'title', head: 'What', cell: ({ title }) => title },
  { id: 'created_at', head: 'When', width: '11.5rem', cell: ({ created_at }) => formatMoment(created_at) },
  { id: 'channel', head: 'Channel', width: '11rem', cell: ({ channel }) => channel.name },
  {
    id: 'status',
    head: 'How it went',
    width: '8rem',
    cell: ({ status }) => <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>,
  },
  { id: 'attempts', head: 'Tries', numeric: true, width: '4rem', cell: ({ attempts }) => attempts },
]

/** Everything that was sent, and how it went; what is on its way is looked at again by itself. */
export function LogTab() {
  const [search, setSearch] = useSearchState()
  const status = deliveryStatuses.find((one) => one === search.status)
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
          <Input
            label="Search what was sent"
            hiddenLabel
            type="search"
            placeholder="What, channel or what came back"
            icon={<Search size={14} />}
            defaultValue={search.q ?? ''}
            onChange={(event) => setSearch({ q: event.target.value, page: '' })}
          />
        </div>
        <div className="w-40">
          <Select<DeliveryStatus | 'all'>
            label="How it went"
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
      <Loaded query={query} failed="What was sent could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              level={2}
              title={filtered ? 'Nothing matches' : 'Nothing was sent yet'}
              words={
                filtered
                  ? 'Search for something else.'
                  : 'What rules tell through channels is listed here, each try with what came back.'
              }
            />
          ) : (
            <>
              <DataTable
                label="What was sent"
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
                what="what was sent"
                onPage={(next) => setSearch({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
