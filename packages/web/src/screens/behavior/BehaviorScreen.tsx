import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { type BehaviorView, questionOf, readBehavior, tabs, writeBehavior } from './behavior-view.ts'
import { Cards } from './Cards.tsx'
import { Controls } from './Controls.tsx'
import { EnvironmentsTab } from './EnvironmentsTab.tsx'
import { InsightsTab } from './InsightsTab.tsx'
import { isBegun, NotAnalyzed } from './NotAnalyzed.tsx'
import { OptimizePanel } from './OptimizePanel.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { TeamsTab } from './TeamsTab.tsx'
import { useAnalysis } from './useAnalysis.ts'

/** The cost of unused environments: waste, zombies, and the schedules that would have cost least. */
export function BehaviorScreen() {
  const [search, setSearch] = useSearchState()
  const view = readBehavior(search)
  const change = (part: Partial<BehaviorView>) => setSearch(writeBehavior({ ...view, ...part }))
  const query = useQuery({
    ...api.developerBehavior.overview.queryOptions({ input: questionOf(view) }),
    placeholderData: keepPreviousData,
  })
  const overview = query.data?.data
  const { analyzing, stage, startAnalysis } = useAnalysis(overview?.last_run)
  const mayRun = useMe().data?.permissions.includes('behavior:write') ?? false
  const isStarted = overview !== undefined && isBegun(overview)
  const run = mayRun && isStarted && (
    <Button
      tone="primary"
      isBusy={analyzing}
      title={stage || undefined}
      onClick={() =>
        startAnalysis({
          ...(view.days && { start_date: view.days.from, end_date: view.days.to }),
          ...(view.team === null ? {} : { team: view.team }),
        })
      }
    >
      {analyzing ? 'Analyzing...' : 'Run Analysis'}
    </Button>
  )
  return (
    <Page
      title="Developer Behavior Analysis"
      description="Environments that run while no one uses them, and schedules that save money with few interruptions."
      actions={
        <>
          {isStarted && <Controls view={view} overview={overview} onChange={change} />}
          {run}
          <Link to="/behavior/setup" className={buttonClass()}>
            Set up
          </Link>
        </>
      }
      sidePanel={
        view.environment && (
          <OptimizePanel
            key={view.environment}
            environment={view.environment}
            onClose={() => change({ environment: '' })}
          />
        )
      }
    >
      <Loaded query={query} failed="Analysis could not be loaded." loading={<SkeletonRows rows={8} />}>
        {({ data }) =>
          data.analyzed ? (
            <Analyzed overview={data} view={view} onChange={change} />
          ) : (
            <NotAnalyzed overview={data} view={view} run={run} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface PartProps {
  overview: BehaviorOverview
  view: BehaviorView
}

function Analyzed({ overview, view, onChange }: PartProps & { onChange(part: Partial<BehaviorView>): void }) {
  const { analyzed, cards, last_run: last } = overview
  const optimize = (environment: string) => onChange({ environment })
  const zombies = cards.zombie_environments.count ?? 0
  return (
    <>
      {last?.status === 'failed' && (
        <div className="mt-4">
          <Notice tone="watch" title="The latest analysis failed. Showing the previous one.">
            {last.error}
          </Notice>
        </div>
      )}
      <Cards overview={overview} />
      <p className="mt-2 text-small text-faint">
        {analyzed &&
          `${formatWindow(analyzed.start_date, analyzed.end_date)}, analyzed ${formatMoment(analyzed.calculated_at)}.`}
        {overview.other_currencies.length > 0 &&
          ` Figures are in ${overview.currency} and exclude ${overview.other_currencies.join(', ')}.`}
      </p>
      <div className="mt-6">
        <Tabs
          label="Analysis sections"
          value={view.tab}
          onChange={(tab) => onChange({ tab })}
          tabs={tabs.map((name) => ({
            name,
            label: (
              <span className="capitalize">
                {name} {name === 'environments' && zombies > 0 && <Badge tone="leak">{zombies}</Badge>}
              </span>
            ),
            panel:
              name === 'overview' ? (
                <OverviewTab overview={overview} onOptimize={optimize} />
              ) : name === 'environments' ? (
                <EnvironmentsTab view={view} onChange={onChange} />
              ) : name === 'teams' ? (
                <TeamsTab view={view} />
              ) : (
                <InsightsTab view={view} onChange={onChange} />
              ),
          }))}
        />
      </div>
    </>
  )
}
