import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useDebounced } from '../../shell/useDebounced.ts'
import { DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditColumns } from './audit-columns.tsx'
import { type AuditView, auditFilterOf, isFiltered, noFilters, pageSize } from './security-view.ts'

interface AuditLogProps {
  organization: string
  view: AuditView
  onChange(part: Partial<AuditView>): void
  isTailing: boolean
  onTailing(next: boolean): void
}

/** The audit log, the newest first. New events arrive over the live connection while the tail is on. */
export function AuditLog({ organization, view, onChange, isTailing, onTailing }: AuditLogProps) {
  const text = useDebounced(view.text.trim(), 200)
  const query = useQuery({
    ...api.security.listAuditLogs.queryOptions({
      input: { organization, page: view.page, page_size: pageSize, ...auditFilterOf(view, text) },
      // Events over the live connection invalidate the list; static data is not fetched again then.
      staleTime: isTailing ? 0 : 'static',
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label="Audit log" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-lead">Audit log</h2>
        <Checkbox checked={isTailing} onChange={onTailing}>
          Live tail
        </Checkbox>
      </div>
      <AuditFilters organization={organization} view={view} onChange={onChange} />
      <Loaded query={query} failed="The audit log could not be loaded." loading={<SkeletonRows rows={10} />}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <NoEvents
              isBeyondLast={meta.total > 0}
              filtered={isFiltered(view)}
              onFirst={() => onChange({ page: 1 })}
              onShowAll={() => onChange(noFilters)}
            />
          ) : (
            <>
              <DataTable
                label="Audit log"
                columns={auditColumns}
                rows={data}
                rowId={({ id }) => id}
                minWidth="56rem"
                {...(view.event && { selected: view.event })}
                onOpen={({ id }) => onChange({ event: id === view.event ? '' : id, page: view.page })}
              />
              {meta.is_capped && (
                <p className="mt-2 text-small text-soft">
                  More than {formatCount(meta.total)} events match. Narrow the filters, or export them all.
                </p>
              )}
              <Pager
                page={meta.page}
                pageSize={pageSize}
                total={meta.total}
                noun="events"
                onPage={(page) => onChange({ page })}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface NoEventsProps {
  /** The address names a page after the last one. */
  isBeyondLast: boolean
  filtered: boolean
  onFirst(): void
  onShowAll(): void
}

function NoEvents({ isBeyondLast, filtered, onFirst, onShowAll }: NoEventsProps) {
  if (isBeyondLast)
    return (
      <EmptyState
        title="This page is empty"
        description="The log has fewer pages than the address names."
        action={<Button onClick={onFirst}>Show the first page</Button>}
      />
    )
  return filtered ? (
    <EmptyState
      title="No events match"
      description="Clear the filters to see all events."
      action={<Button onClick={onShowAll}>Clear filters</Button>}
    />
  ) : (
    <EmptyState title="No events yet" description="Sign-ins and changes appear here as they happen." />
  )
}
