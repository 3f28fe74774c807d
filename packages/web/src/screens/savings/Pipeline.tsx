import type { RecordedAction } from '@kept/contract/routes/savings.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { useQueries, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Section } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { PriceNotices } from './PriceNotices.tsx'
import { RecordAction } from './RecordAction.tsx'
import { ResourceLabel } from './ResourceLabel.tsx'

const Replacements = lazy(async () => ({ default: (await import('./Replacements.tsx')).Replacements }))

const stages = [
  ['open', 'Open'],
  ['accepted', 'Accepted'],
  ['done', 'Done'],
  ['verifying', 'Verifying'],
  ['verified', 'Resolved'],
  ['regressed', 'Reopened'],
] as const satisfies [RecommendationStatus, string][]

/** Recommendations by status, and every recorded action with its state. */
export function Pipeline() {
  const [recording, setRecording] = useState(false)
  const me = useMe()
  const actions = useQuery(api.savings.actions.queryOptions({ input: {} }))
  return (
    <>
      <Stages />
      <Section
        title="Actions"
        actions={
          <span className="flex flex-wrap items-center gap-2">
            {actions.data && actions.data.data.length > 0 && (
              <ExportList
                size="small"
                name="actions"
                list={async () => (await import('./ledger-columns.ts')).actionsList(actions.data.data)}
              />
            )}
            {me.data?.permissions.includes('savings:write') && (
              <Button size="small" onClick={() => setRecording(true)}>
                Record an action
              </Button>
            )}
          </span>
        }
      >
        <Loaded query={actions} failed="The actions could not be loaded.">
          {({ data }) => (data.length === 0 ? <NoActions /> : <Actions actions={data} />)}
        </Loaded>
      </Section>
      <Suspense fallback={null}>
        <Replacements canDeclare={me.data?.permissions.includes('savings:write') ?? false} />
      </Suspense>
      <PriceNotices mayWrite={me.data?.permissions.includes('savings:write') ?? false} />
      <RecordAction open={recording} onOpenChange={setRecording} />
    </>
  )
}

function Stages() {
  const queries = useQueries({
    queries: stages.map(([status]) => api.costOptimization.recommendations.queryOptions({ input: { status } })),
  })
  return (
    <Section
      title="Recommendations by status"
      className="mt-6"
      description="Monthly estimates. Verified savings are in the ledger."
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        {stages.map(([status, label], index) => {
          const answer = queries[index]?.data
          return (
            <div key={status} className="border-rule border-l pl-3">
              <dt className="text-small text-soft">{label}</dt>
              <dd>
                <span className="figure block text-title font-semibold">
                  {answer ? formatCount(answer.data.length) : '…'}
                </span>
                {answer?.meta.totals.map(({ currency, monthly_savings: saving }) => (
                  <span key={currency} className="figure block text-small text-faint">
                    {formatMoney(saving, currency)}
                  </span>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
    </Section>
  )
}

function NoActions() {
  return (
    <EmptyState
      title="No actions yet"
      description="Mark a recommendation as done, or record an action. Savings count from the hour your bill shows the change."
    />
  )
}

const kinds: Record<NonNullable<RecordedAction['kind']>, string> = {
  terminate: 'Terminated',
  schedule: 'Schedule',
  rightsize: 'Resized',
  demand: 'Efficiency',
  loop_stop: 'Loop stopped',
  commitment: 'Commitment',
}

/** How the action was recorded. */
const sources: Record<RecordedAction['source'], (actor: string) => string> = {
  person: (actor) => `by ${actor}`,
  recommendation: () => 'from a recommendation',
  loop: () => 'by loop detection',
  schedule: () => 'by a schedule',
}

function Actions({ actions }: { actions: readonly RecordedAction[] }) {
  return (
    <Table label="Actions">
      <thead>
        <tr>
          <Th>Action</Th>
          <Th>Type</Th>
          <Th>State</Th>
          <Th>Counts from</Th>
          <Th numeric>Monthly estimate</Th>
          <Th numeric>In the ledger</Th>
        </tr>
      </thead>
      <tbody>
        {actions.map((action) => (
          <Tr key={action.id}>
            <Td className="min-w-48">
              <span className="font-medium">{action.title}</span>
              <ResourceLabel id={action.resource_id} name={action.resource_name} className="text-small text-soft" />
            </Td>
            <Td>
              {action.kind ? kinds[action.kind] : 'Not detected yet'}
              <span className="block text-micro text-faint">{sources[action.source](action.recorded_by)}</span>
            </Td>
            <Td className="min-w-40">
              <State action={action} />
            </Td>
            <Td>{action.effective_time ? formatMoment(action.effective_time) : '–'}</Td>
            <Td numeric className="text-soft">
              {action.estimate === null ? '–' : formatMoney(action.estimate, action.currency)}
            </Td>
            <Td numeric className={action.booked === null ? 'text-faint' : 'text-kept'}>
              {action.booked === null ? 'Nothing yet' : formatMoney(action.booked, action.currency)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function State({ action: { state, reason, confidence } }: { action: RecordedAction }) {
  if (state === 'counting')
    return (
      <>
        <Badge tone="kept">Counting</Badge>
        {confidence === 'low' && (
          <span className="mt-0.5 block text-micro text-watch">Low confidence: uses the conservative baseline.</span>
        )}
      </>
    )
  return (
    <>
      <Badge tone={state === 'waiting' ? 'watch' : 'plain'}>
        {state === 'waiting' ? 'Waiting for the bill' : state}
      </Badge>
      <span className="mt-0.5 block max-w-xs text-pretty text-micro text-soft">{reason}</span>
    </>
  )
}
