import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportFile } from '../../csv/ExportFile.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { RequiredTagsNotice } from '../../required-tags/RequiredTagsNotice.tsx'
import { Page } from '../../shell/Page.tsx'
import { useDebounced } from '../../shell/useDebounced.ts'
import { CurrencySwitch } from '../../spend/CurrencySwitch.tsx'
import { useCatalog } from '../../spend/useCatalog.ts'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'
import { writeSearch } from '../../url/search.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Filters } from './Filters.tsx'
import { GroupTable } from './GroupTable.tsx'
import { ResourceFacets } from './ResourceFacets.tsx'
import { ResourcePage } from './ResourcePage.tsx'
import { ResourceTable } from './ResourceTable.tsx'
import { filterOf, type ResourcesView, readResources, writeResources } from './resource-list.ts'

const pageSize = 500

/** Every resource of the bills and inventories, most expensive first, and the page of one resource. */
export function ResourcesScreen() {
  const [search, setSearch] = useSearchState()
  const view = readResources(search)
  const change = (part: Partial<ResourcesView>, options?: { replace: boolean }) =>
    setSearch(writeResources({ ...view, ...part }), options)
  if (view.id !== '') {
    return <ResourcePage id={view.id} provider={view.provider} onChange={(part) => change(part, { replace: false })} />
  }
  return <ResourceList view={view} onChange={(part) => change(part, { replace: part.id === undefined })} />
}

interface ListProps {
  view: ResourcesView
  onChange(part: Partial<ResourcesView>): void
}

function ResourceList({ view, onChange }: ListProps) {
  const currencies = useCatalog().data?.currencies ?? []
  const text = useDebounced(view.text.trim(), 200)
  return (
    <Page
      title="Resource Management"
      description="All resources with their cost in the last 30 days and estimated savings. Select a row for details."
      actions={
        <>
          {view.groupBy === '' ? (
            <ExportFile
              name="resources"
              address={`/v1/resources.csv${writeSearch({
                ...filterOf(view, text),
                sort: view.sort.id,
                order: view.sort.desc ? 'desc' : 'asc',
              })}`}
            />
          ) : (
            <ExportList
              name={`resources-by-${view.groupBy}`}
              list={async () => (await import('./export-groups.ts')).groupsList(view, text)}
            />
          )}
          <CurrencySwitch
            currencies={currencies}
            value={view.currency || (currencies[0] ?? '')}
            onChange={(currency) => onChange({ currency })}
          />
        </>
      }
    >
      <div className="mt-6 grid gap-x-6 gap-y-4 lg:grid-cols-[14rem_minmax(0,1fr)] print:block">
        <ResourceFacets view={view} text={text} onChange={onChange} />
        <div className="min-w-0">
          {!view.withoutRequiredTags && (
            <div className="mb-3 empty:hidden">
              <RequiredTagsNotice onOpen={() => onChange({ withoutRequiredTags: true })} />
            </div>
          )}
          <Filters view={view} onChange={onChange} />
          {view.groupBy === '' ? (
            <ResourceRows view={view} text={text} onChange={onChange} />
          ) : (
            <GroupTable view={view} groupBy={view.groupBy} text={text} onChange={onChange} />
          )}
        </div>
      </div>
    </Page>
  )
}

function ResourceRows({ view, text, onChange }: ListProps & { text: string }) {
  const query = useInfiniteQuery({
    ...api.resources.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...filterOf(view, text),
        sort: view.sort.id,
        order: view.sort.desc ? 'desc' : 'asc',
        limit: pageSize,
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ meta }) => meta.next ?? undefined,
    }),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data) ?? [], [query.data])
  const meta = query.data?.pages[0]?.meta
  return (
    <Loaded query={query} failed="The resources could not be loaded." loading={<SkeletonRows rows={12} />}>
      {() =>
        rows.length === 0 ? (
          <NoResources view={view} onChange={onChange} />
        ) : (
          <>
            <p role="status" className="mb-2 text-small text-soft">
              {rows.length < (meta?.total ?? 0)
                ? `${formatCount(rows.length)} of ${counted(meta?.total ?? 0, 'resource')}`
                : counted(rows.length, 'resource')}
              {meta?.totals.map(({ currency, effective }) => `, ${formatMoney(effective, currency)}`).join('')} in 30
              days
            </p>
            <ResourceTable rows={rows} view={view} onChange={onChange} />
            {query.hasNextPage && (
              <div className="mt-3">
                <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
                  {query.isFetchingNextPage ? 'Loading...' : `Show ${pageSize} more`}
                </Button>
              </div>
            )}
          </>
        )
      }
    </Loaded>
  )
}

function NoResources({ view, onChange }: ListProps) {
  const narrowed =
    view.text !== '' || view.withRecommendations || view.withoutRequiredTags || Object.keys(view.filters).length > 0
  if (narrowed) {
    return (
      <EmptyState
        title="No matching resources"
        description="Change or clear the search and filters."
        action={
          <Button
            onClick={() => onChange({ text: '', filters: {}, withRecommendations: false, withoutRequiredTags: false })}
          >
            Show all resources
          </Button>
        }
      />
    )
  }
  return (
    <UploadFirst title="No resources yet" description="Upload a bill or import an inventory to see your resources." />
  )
}
