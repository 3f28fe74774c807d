import type { SecurityIncident } from '@kept/contract/routes/security-incidents.ts'
import { incidentName, isIncidentOver } from '@kept/domain/security-incident-states.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { cx } from '@kept/ui/cx.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import OpenIncident from '../../../security/OpenIncident.tsx'
import { useMe } from '../../../shell/useMe.ts'
import { type Column, DataTable, narrowOnly } from '../../../table/DataTable.tsx'
import { Pager } from '../../../table/Pager.tsx'
import { useSearchState } from '../../../url/useSearchState.ts'
import { durationOf, sourceLabels, statusLabels } from './incident-labels.ts'

const pageSize = 50
/** The worst stands out among those that go on. */
const severityClass: Record<SecurityIncident['severity'], string> = {
  SEV1: 'font-medium text-leak',
  SEV2: 'font-medium text-watch',
  SEV3: 'font-medium',
  SEV4: 'font-medium',
}
const columns: Column<SecurityIncident>[] = [
  {
    id: 'title',
    head: 'Incident',
    cell: (incident) => (
      <>
        <span className="block whitespace-normal font-medium">{incident.title}</span>
        <span className="block text-small text-soft">{incidentName(incident.number)}</span>
        <span className={cx('mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 pb-1', narrowOnly)}>
          <IncidentStatusBadge status={incident.status} /> {incident.severity}
          <span className="text-soft">
            {formatMoment(incident.opened_at)}, {impactOf(incident)}
          </span>
        </span>
      </>
    ),
  },
  {
    id: 'severity',
    head: 'Severity',
    width: '6rem',
    wideOnly: true,
    cell: ({ severity, status }) => (
      <span className={isIncidentOver(status) ? 'text-soft' : severityClass[severity]}>{severity}</span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    width: '8rem',
    wideOnly: true,
    cell: ({ status }) => <IncidentStatusBadge status={status} />,
  },
  { id: 'source', head: 'From', width: '9rem', wideOnly: true, cell: ({ source }) => sourceLabels[source] },
  {
    id: 'commander',
    head: 'Commander',
    width: '10rem',
    wideOnly: true,
    cell: ({ commander_name }) => commander_name || '–',
  },
  {
    id: 'opened_at',
    head: 'Opened',
    width: '11.5rem',
    wideOnly: true,
    cell: ({ opened_at }) => formatMoment(opened_at),
  },
  { id: 'impact', head: 'Impact', numeric: true, width: '10rem', wideOnly: true, cell: impactOf },
]

/** "$318.00, 7 h 45 min". */
function impactOf(incident: SecurityIncident): string {
  const { impact } = incident
  return [impact && formatMoney(impact.amount, impact.currency), durationOf(incident, Date.now())]
    .filter(Boolean)
    .join(', ')
}

function IncidentStatusBadge({ status }: Pick<SecurityIncident, 'status'>) {
  return <Badge tone={isIncidentOver(status) ? 'plain' : 'watch'}>{statusLabels[status]}</Badge>
}

/** Incidents, the newest first; the open one stands in the address. */
export default function IncidentsTab({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const [search, setSearch] = useSearchState()
  const [isOpening, setOpening] = useState(false)
  const state = search.state === 'active' ? 'active' : 'all'
  const page = Math.max(1, Number.parseInt(search.page ?? '1', 10) || 1)
  const query = useQuery({
    ...api.securityIncidents.list.queryOptions({ input: { organization, state, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const isDemo = useMe().data?.organization.demo ?? false
  const open = mayChange && !isDemo && (
    <Button tone="primary" icon={<Plus size={14} />} onClick={() => setOpening(true)}>
      Open incident
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="Which incidents"
          value={state}
          options={[
            { value: 'all', label: 'All' },
            { value: 'active', label: 'Active' },
          ]}
          onChange={(value) => setSearch({ state: value === 'all' ? '' : value, page: '' })}
        />
        {query.data?.data.length !== 0 && open}
      </div>
      <Loaded query={query} failed="Incidents could not be loaded.">
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState
              level={2}
              title={state === 'active' ? 'No active incidents' : 'No incidents'}
              description={`An incident has a commander, a timeline and a root cause. ${isDemo ? 'The demo has none: an organization of your own can open them.' : 'It can also be opened from a loop, an anomaly, an audit event or a failing check.'}`}
              action={open}
            />
          ) : (
            <>
              <DataTable
                label="Incidents"
                columns={columns}
                rows={data}
                rowId={({ id }) => id}
                minWidth="58rem"
                {...(search.incident && { selected: search.incident })}
                onOpen={({ id }) => setSearch({ incident: id === search.incident ? '' : id })}
              />
              <Pager
                page={page}
                pageSize={pageSize}
                total={meta.total}
                noun="incidents"
                onPage={(next) => setSearch({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
      <OpenIncident
        organization={organization}
        open={isOpening}
        onOpenChange={setOpening}
        onOpened={(incident) => setSearch({ incident })}
      />
    </>
  )
}
