import type { AuditEvent } from '@kept/domain/audit.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useDebounced } from '../../shell/useDebounced.ts'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { Pager } from '../../table/Pager.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditView, auditFilterOf, isFiltered, noFilters, outcomeLabels, pageSize } from './security-view.ts'

const columns: Column<AuditEvent>[] = [
  { id: 'created_at', head: 'Time', width: '11.5rem', cell: ({ created_at }) => formatMoment(created_at) },
  { id: 'actor', head: 'Who', width: '12rem', cell: ({ actor_name }) => actor_name },
  {
    id: 'action',
    head: 'What',
    cell: ({ summary, action, outcome }) => (
      <span title={action}>
        {outcome !== 'allowed' && (
          <>
            <Badge tone="leak">{outcomeLabels[outcome]}</Badge>{' '}
          </>
        )}
        {summary}
      </span>
    ),
  },
  { id: 'ip', head: 'From', width: '9rem', cell: ({ ip }) => ip ?? 'Kept' },
  { id: 'seq', head: 'Entry', numeric: true, width: '6rem', cell: ({ seq }) => formatCount(seq) },
]

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
            <NoEvents filtered={isFiltered(view)} onShowAll={() => onChange(noFilters)} />
          ) : (
            <>
              <DataTable
                label="Audit log"
                columns={columns}
                rows={data}
                rowId={({ id }) => id}
                minWidth="52rem"
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

function NoEvents({ filtered, onShowAll }: { filtered: boolean; onShowAll(): void }) {
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
