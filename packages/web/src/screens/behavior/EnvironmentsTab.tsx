import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import { formatLabel } from '@kept/foundation/format/label.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount, formatPercent } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useMedia } from '@kept/ui/controls/useMedia.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { type BehaviorView, nameTeam, questionOf } from './behavior-view.ts'
import { environmentSortBy } from './sorts.ts'
import { statusTone, wasteTone } from './tones.ts'

const maxEnvironments = 2000

interface EnvironmentsTabProps {
  view: BehaviorView
  onChange(part: Partial<BehaviorView>): void
}

/** Every environment: how much of what ran was used, and what the rest cost. */
export function EnvironmentsTab({ view, onChange }: EnvironmentsTabProps) {
  const query = useQuery({
    ...api.developerBehavior.environments.queryOptions({ input: { ...questionOf(view), page_size: maxEnvironments } }),
    placeholderData: keepPreviousData,
  })
  const phone = useMedia('(max-width: 48rem)')
  const detail = phone ? 'least' : view.environment === '' ? 'all' : 'some'
  const open = (environment: string) => onChange({ environment: view.environment === environment ? '' : environment })
  return (
    <Loaded query={query} failed="Environments could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data, meta }) => (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <Badge tone="leak">{formatCount(meta.statuses.zombie ?? 0)} zombie</Badge>
            <Badge tone="watch">{formatCount(meta.statuses.idle ?? 0)} idle</Badge>
            <p role="status" className="ml-auto text-small text-soft">
              {data.length === meta.total
                ? `${formatCount(meta.total)} environments`
                : `Top ${formatCount(data.length)} of ${formatCount(meta.total)} environments by waste`}
            </p>
            {data.length > 0 && (
              <ExportList
                size="small"
                name="environments"
                list={async () => (await import('./export-behavior.ts')).environmentsList(view)}
              />
            )}
          </div>
          <DataTable
            label="Environments"
            columns={columnsOf(detail, open)}
            rows={data}
            rowId={(row) => row.environment_id}
            sort={view.sort}
            onSort={(sort) => sort && onChange({ sort })}
            selected={view.environment}
            onOpen={(row) => open(row.environment_id)}
            minWidth={detail === 'all' ? '64rem' : '20rem'}
          />
        </>
      )}
    </Loaded>
  )
}

function columnsOf(
  detail: 'all' | 'some' | 'least',
  open: (environment: string) => void,
): Column<EnvironmentAnalysis>[] {
  const name: Column<EnvironmentAnalysis> = {
    id: 'name',
    head: 'Environment',
    sortBy: environmentSortBy.name,
    cell: (row) => (
      <span title={row.environment_id}>
        {row.environment_name || row.environment_id} <span className="text-faint">{row.project}</span>
      </span>
    ),
  }
  const waste: Column<EnvironmentAnalysis> = {
    id: 'waste',
    head: 'Waste',
    numeric: true,
    width: '6.5rem',
    sortBy: environmentSortBy.waste,
    cell: (row) => (
      <Badge tone={wasteTone(row.waste_percentage)}>
        {row.waste_percentage === null ? 'Unknown' : formatPercent(row.waste_percentage, { places: 0 })}
      </Badge>
    ),
  }
  const status: Column<EnvironmentAnalysis> = {
    id: 'status',
    head: 'Status',
    width: '6rem',
    sortBy: environmentSortBy.status,
    cell: (row) => <Badge tone={statusTone(row.status)}>{formatLabel(row.status)}</Badge>,
  }
  if (detail === 'least') return [name, waste]
  if (detail === 'some') return [name, waste, status]
  return [name, ...wordColumns, useColumn, waste, costColumn, status, optimizeColumn(open)]
}

const textColumn = (
  id: 'type' | 'team',
  head: string,
  getText: (row: EnvironmentAnalysis) => string,
): Column<EnvironmentAnalysis> => ({
  id,
  head,
  width: '9%',
  sortBy: environmentSortBy[id],
  cell: (row) => (
    <span className="text-soft" title={getText(row)}>
      {getText(row)}
    </span>
  ),
})

const wordColumns = [
  textColumn('type', 'Type', (row) => row.type),
  textColumn('team', 'Team', (row) => nameTeam(row.team)),
]

const useColumn: Column<EnvironmentAnalysis> = {
  id: 'utilization',
  head: 'Utilization',
  numeric: true,
  width: '10.5rem',
  sortBy: environmentSortBy.utilization,
  cell: (row) => (
    <>
      {row.utilization === null ? 'Unknown' : formatPercent(100 * row.utilization, { places: 0 })}{' '}
      <span className="text-faint">
        {formatCount(row.actual_usage_hours)}/{formatCount(row.total_runtime_hours)} h
      </span>
    </>
  ),
}

/** Charged for, in hours that the bill does not say: how much of it was wasted is not known. */
function isUnplaced({ status, total_runtime_hours, total_cost }: EnvironmentAnalysis): boolean {
  return status === 'unknown' && total_runtime_hours === 0 && Number(total_cost) > 0
}

const costColumn: Column<EnvironmentAnalysis> = {
  id: 'cost',
  head: 'Cost Impact',
  numeric: true,
  width: '12rem',
  sortBy: environmentSortBy.cost,
  cell: (row) => (
    <>
      {row.wasted_cost === null || isUnplaced(row) ? 'Unknown' : formatMoney(row.wasted_cost, row.currency || 'USD')}{' '}
      <span className="text-faint">of {formatMoney(row.total_cost, row.currency || 'USD')}</span>
    </>
  ),
}

function optimizeColumn(open: (environment: string) => void): Column<EnvironmentAnalysis> {
  return {
    id: 'optimize',
    head: <span className="sr-only">Schedule</span>,
    width: '6.5rem',
    cell: (row) => (
      <Button
        size="small"
        aria-label={`Optimize ${row.environment_name || row.environment_id}`}
        onClick={() => open(row.environment_id)}
      >
        Optimize
      </Button>
    ),
  }
}
