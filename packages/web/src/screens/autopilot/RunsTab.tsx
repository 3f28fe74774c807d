import type { AutopilotRunWithChanges } from '@kept/contract/routes/autopilot.ts'
import type { AutopilotChange } from '@kept/domain/autopilot.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { type Column, DataTable } from '../../table/DataTable.tsx'
import { changeLabels, modeLabels, runLabels } from './labels.ts'

const columns: Column<AutopilotChange>[] = [
  {
    id: 'resource',
    head: 'Change',
    cell: ({ resource_name, recommendation_id, rule, step, is_canary }) => (
      <>
        <a className="block truncate font-medium text-fact" href={`/savings?recommendation=${recommendation_id}`}>
          {resource_name}
        </a>
        <span className="block truncate text-small text-soft">
          {rule}, {step.replaceAll('_', ' ')}
          {is_canary && ', canary'}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    width: '11rem',
    cell: ({ state }) => <Badge tone={changeLabels[state].tone}>{changeLabels[state].label}</Badge>,
  },
  {
    id: 'reason',
    head: 'Reason',
    width: '40%',
    cell: ({ reason, state, check_at }) => (
      <span className="line-clamp-3 whitespace-normal text-pretty text-small">
        {reason || (state === 'checking' && check_at ? `Health is checked ${formatMoment(check_at)}.` : '–')}
      </span>
    ),
  },
  {
    id: 'savings',
    head: 'Monthly savings',
    numeric: true,
    width: '9rem',
    cell: ({ monthly_savings, currency }) => formatMoney(monthly_savings, currency),
  },
]

/** What runs did, the newest first, with the state of each change. */
export default function RunsTab({ selected }: { selected: string | undefined }) {
  const query = useQuery({
    ...api.autopilot.runs.queryOptions({ input: {} }),
    refetchInterval: ({ state }) => (state.data?.data.some((run) => run.state === 'running') ? 5_000 : false),
  })
  return (
    <Loaded query={query} failed="Runs could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            level={2}
            title="No runs"
            description="A policy that is turned on runs once a day, in its windows."
          />
        ) : (
          <div className="space-y-2">
            {data.map((run, index) => (
              <Run key={run.id} run={run} isOpen={run.id === selected || (!selected && index === 0)} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function Run({ run, isOpen }: { run: AutopilotRunWithChanges; isOpen: boolean }) {
  const { policy_name, mode, state, reason, changes, started_by, started_at } = run
  const verified = changes.filter((change) => change.state === 'verified').length
  return (
    <details open={isOpen} className="border-rule border-b pb-2">
      <summary className="cursor-pointer py-2 text-body">
        <span className="font-medium">{policy_name}</span>{' '}
        <Badge tone={runLabels[state].tone}>{runLabels[state].label}</Badge>{' '}
        <span className="text-small text-soft">
          {modeLabels[mode].label}, {formatMoment(started_at)}, {started_by}. {verified} of {changes.length} verified.{' '}
          {reason}
        </span>
      </summary>
      <DataTable
        label={`Changes of ${policy_name}`}
        columns={columns}
        rows={changes}
        rowId={({ id }) => id}
        minWidth="48rem"
      />
    </details>
  )
}
