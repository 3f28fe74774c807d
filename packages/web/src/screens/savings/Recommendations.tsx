import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Page } from '../../shell/Page.tsx'
import { sortRows } from '../../table/sort-rows.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Evidence } from './Evidence.tsx'
import { RecommendationFilters } from './RecommendationFilters.tsx'
import { RecommendationsTable } from './RecommendationsTable.tsx'
import { RuleOutcomes } from './RuleOutcomes.tsx'
import { chosen, isNarrowed, readSavings, type SavingsView, statuses, writeSavings } from './recommendations.ts'
import { SavingsTotals } from './SavingsTotals.tsx'
import { recommendationSorts } from './sorts.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

const statusLabels = {
  open: 'Open',
  accepted: 'Accepted',
  done: 'Done',
  verifying: 'Verifying',
  verified: 'Resolved',
  regressed: 'Reopened',
  dismissed: 'Dismissed',
  gone: 'No longer detected',
} as const

/** Empty states of the statuses that people work on. */
const emptyTexts = {
  accepted: ['No accepted recommendations', 'Accepted recommendations stay here until they are done.'],
  done: ['No recommendations marked as done', 'They stay here until your bill shows the change.'],
  verifying: [
    'Nothing to verify',
    'When your bill no longer shows the waste, Kept checks for two weeks that it stays away.',
  ],
  verified: ['No resolved recommendations', 'Recommendations move here after two weeks without the waste.'],
  regressed: ['No reopened recommendations', 'A recommendation moves here when the waste returns.'],
} as const

/** Recommendations with their evidence, and each rule with its result and skip reasons. */
export function Recommendations() {
  const [search, setSearch] = useSearchState()
  const view = readSavings(search)
  const change = (part: Partial<SavingsView>) => setSearch(writeSavings({ ...view, ...part }))
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { status: view.status } }),
    placeholderData: keepPreviousData,
  })
  const recommendations = query.data?.data ?? []
  const meta = query.data?.meta
  // The rules are far below the list, so the list renders first.
  const listIsThere = useDeferredValue(true, false)
  const leading = recommendations.find(({ id, alternatives }) =>
    [id, ...alternatives.map((alternative) => alternative.id)].includes(view.recommendation),
  )
  const open = leading && [leading, ...leading.alternatives].find(({ id }) => id === view.recommendation)
  return (
    <Page
      title="Savings"
      description="Recommendations from your bills. Each figure is an estimate with a range and never exceeds the cost of the resource. Open a row to see the evidence."
      actions={
        <>
          {recommendations.length > 0 && (
            <ExportList
              name={`recommendations-${view.status}`}
              list={async () =>
                (await import('./recommendation-columns.ts')).recommendationsList(
                  sortRows(chosen(recommendations, view), recommendationSorts, view.sort),
                )
              }
            />
          )}
          <ViewSwitch />
        </>
      }
      sidePanel={
        open &&
        leading && (
          <Evidence
            recommendation={open}
            alternatives={[leading, ...leading.alternatives].filter(({ id }) => id !== open.id)}
            onOpen={(recommendation) => change({ recommendation })}
            rule={meta?.rules.find((rule) => rule.id === open.rule)}
            onClose={() => change({ recommendation: '' })}
          />
        )
      }
    >
      {meta && <SavingsTotals totals={meta.totals} status={view.status} />}
      <div className="mt-6">
        <Tabs
          label="Recommendations by status"
          value={view.status}
          onChange={(status) => change({ status, recommendation: '' })}
          tabs={statuses.map((status) => ({
            name: status,
            label: statusLabels[status],
            panel: (
              <Loaded query={query} failed="Recommendations could not be loaded." loading={<SkeletonRows rows={8} />}>
                {() => (
                  <List
                    recommendations={recommendations}
                    view={view}
                    onChange={change}
                    evaluatedAt={meta?.evaluated_at ?? null}
                  />
                )}
              </Loaded>
            ),
          }))}
        />
      </div>
      {listIsThere && meta && view.status === 'open' && (
        <RuleOutcomes outcomes={meta.outcomes} rules={meta.rules} onRule={(rule) => change({ rule })} />
      )}
    </Page>
  )
}

interface ListProps {
  recommendations: RecommendationWithAlternatives[]
  view: SavingsView
  evaluatedAt: string | null
  onChange(part: Partial<SavingsView>): void
}

function List({ recommendations, view, evaluatedAt, onChange }: ListProps) {
  if (recommendations.length === 0) return <NoRecommendations status={view.status} evaluatedAt={evaluatedAt} />
  const rows = chosen(recommendations, view)
  return (
    <>
      <RecommendationFilters
        recommendations={recommendations}
        shownCount={rows.length}
        view={view}
        onChange={onChange}
      />
      {rows.length === 0 && isNarrowed(view) ? (
        <p className="py-10 text-center text-body text-soft">No recommendations match. Remove a filter to see more.</p>
      ) : (
        <RecommendationsTable recommendations={rows} view={view} onChange={onChange} />
      )}
      {evaluatedAt && (
        <p className="mt-2 text-small text-faint">Evaluated {formatMoment(evaluatedAt)} from all imported bills.</p>
      )}
    </>
  )
}

function NoRecommendations({ status, evaluatedAt }: { status: SavingsView['status']; evaluatedAt: string | null }) {
  if (status === 'dismissed')
    return (
      <EmptyState
        title="No dismissed recommendations"
        description="Dismissed recommendations are listed here with their reason. You can reopen them."
      />
    )
  if (status === 'gone') {
    return (
      <EmptyState
        title="Nothing here yet"
        description="A recommendation moves here when a later bill no longer shows the waste."
      />
    )
  }
  if (status !== 'open') {
    const [title, description] = emptyTexts[status]
    return <EmptyState title={title} description={description} />
  }
  if (evaluatedAt === null) {
    return (
      <EmptyState
        title="No recommendations yet"
        description="Upload a bill to get your first recommendations."
        action={
          <Link to="/integrations" className={buttonClass('primary')}>
            Upload a bill
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No open recommendations"
      description="Kept checked your bills with every rule. The table below shows what each rule checked and why it found nothing."
    />
  )
}
