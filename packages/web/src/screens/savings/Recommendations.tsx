import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Evidence } from './Evidence.tsx'
import { HowItAddsUp } from './HowItAddsUp.tsx'
import { Inbox } from './Inbox.tsx'
import { inboxRows } from './inbox-rows.ts'
import { readSavings, type SavingsView, statuses, writeSavings } from './recommendations.ts'
import { SavingsTotals } from './SavingsTotals.tsx'
import { SinceLastVisit } from './SinceLastVisit.tsx'
import { statusLabels } from './status-labels.ts'
import { useInboxDecisions } from './useInboxDecisions.ts'
import { useOpenedRecommendation } from './useOpenedRecommendation.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

const DecisionDialog = lazy(() => import('./DecisionDialog.tsx'))

/** Recommendations as an inbox: one row per resource, decided one by one or together. */
export function Recommendations() {
  const [search, setSearch] = useSearchState()
  const view = readSavings(search)
  const change = (part: Partial<SavingsView>) => setSearch(writeSavings({ ...view, ...part }))
  const mayDecide = useMe().data?.permissions.includes('recommendations:write') ?? false
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { status: view.status } }),
    placeholderData: keepPreviousData,
  })
  const visit = useQuery({
    ...api.costOptimization.visit.queryOptions({ input: {} }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const recommendations = query.data?.data ?? []
  const meta = query.data?.meta
  const since = visit.data?.data.since ?? null
  const inbox = useInboxDecisions(recommendations, view, mayDecide)
  const opened = useOpenedRecommendation(query.data?.data, view.recommendation)
  return (
    <Page
      title="Savings"
      description="One row per resource. Estimates never exceed its cost, and count no money twice."
      actions={
        <>
          {recommendations.length > 0 && (
            <ExportList
              name={`recommendations-${view.status}`}
              list={async () =>
                (await import('./recommendation-columns.ts')).recommendationsList(
                  inboxRows(recommendations, view).flatMap(({ rows }) => rows),
                )
              }
            />
          )}
          <ViewSwitch />
        </>
      }
      sidePanel={
        opened && (
          <Evidence
            {...opened}
            rule={meta?.rules.find((rule) => rule.id === opened.recommendation.rule)}
            mayDecide={mayDecide}
            onOpen={(recommendation) => change({ recommendation })}
            onAct={(act) => inbox.ask(act, [opened.recommendation])}
            onClose={() => change({ recommendation: '' })}
          />
        )
      }
    >
      {meta && (
        <SavingsTotals totals={meta.totals} status={view.status}>
          {view.status === 'open' && <HowItAddsUp recommendations={recommendations} />}
        </SavingsTotals>
      )}
      {visit.data && since && (
        <SinceLastVisit
          since={since}
          changes={visit.data.data.changes}
          onOpen={(status) => change({ status, recommendation: '', isNew: status === 'open' })}
        />
      )}
      <div className="mt-6">
        <Tabs
          label="Recommendations by status"
          value={view.status}
          onChange={(status) => change({ status, recommendation: '', isNew: false })}
          tabs={tabsOf(view.status, meta?.counts ?? []).map(({ status, count }) => ({
            name: status,
            label: (
              <>
                {statusLabels[status]} {count > 0 && <span className="figure text-faint">{formatCount(count)}</span>}
              </>
            ),
            panel: (
              <Loaded query={query} failed="Recommendations could not be loaded." loading={<SkeletonRows rows={8} />}>
                {() => (
                  <Inbox
                    recommendations={recommendations}
                    view={view}
                    onChange={change}
                    since={since}
                    mayDecide={mayDecide}
                    inbox={inbox}
                    evaluatedAt={meta?.evaluated_at ?? null}
                  />
                )}
              </Loaded>
            ),
          }))}
        />
      </div>
      {inbox.pending && (
        <Suspense>
          <DecisionDialog
            {...inbox.pending}
            onClose={inbox.close}
            onDone={() => {
              inbox.moveOn()
              if (view.recommendation) change({ recommendation: '' })
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Snoozed is a tab only while something is snoozed. */
function tabsOf(current: RecommendationStatus, counts: readonly { status: RecommendationStatus; count: number }[]) {
  return statuses
    .map((status) => ({ status, count: counts.find((each) => each.status === status)?.count ?? 0 }))
    .filter(({ status, count }) => status !== 'snoozed' || count > 0 || current === 'snoozed')
}
