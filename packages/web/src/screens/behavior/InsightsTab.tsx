import type { Insight } from '@kept/domain/behavior.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, Lightbulb, TrendingUp, TriangleAlert } from 'lucide-react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { formatConfidence } from '../../savings/levels.tsx'
import { type BehaviorView, questionOf } from './behavior-view.ts'
import { impactTone } from './tones.ts'

const icons = { pattern: Activity, anomaly: TrendingUp, opportunity: Lightbulb, warning: TriangleAlert } as const

interface InsightsTabProps {
  view: BehaviorView
  onChange(part: Partial<BehaviorView>): void
}

export function InsightsTab({ view, onChange }: InsightsTabProps) {
  const query = useQuery({
    ...api.developerBehavior.insights.queryOptions({ input: questionOf(view) }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="Insights could not be loaded." loading={<SkeletonRows rows={5} />}>
      {({ data }) =>
        data.length === 0 ? (
          <p className="py-10 text-center text-body text-soft">No insights for this period.</p>
        ) : (
          <>
            <div className="mb-1 flex justify-end">
              <ExportList
                size="small"
                name="insights"
                list={async () => (await import('./export-behavior.ts')).insightsList(data)}
              />
            </div>
            <ul className="grid gap-x-10 @4xl:grid-cols-2">
              {data.map((insight) => (
                <Card
                  key={insight.id}
                  insight={insight}
                  onAct={() => onChange({ tab: 'environments', team: insight.team, environment: '' })}
                />
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  )
}

function Card({ insight, onAct }: { insight: Insight; onAct(): void }) {
  const Icon = icons[insight.type]
  return (
    <li className="border-rule border-b py-4">
      <h2 className="flex items-start gap-2 text-body font-semibold">
        <Icon size={16} aria-label={insight.type} className="mt-0.5 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">{insight.title}</span>
        <Badge tone={impactTone(insight.impact)}>{insight.impact}</Badge>
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-small text-soft">{insight.description}</p>
      <p className="figure mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small">
        <span>{formatConfidence(insight.confidence)} confidence</span>
        <span className="text-soft">Based on {formatCount(insight.data_points)} data points</span>
        {insight.actionable && insight.action && <Act insight={insight} action={insight.action} onAct={onAct} />}
      </p>
    </li>
  )
}

/** What is set up under an insight's kind; everything else is done where the environments are. */
const setups: Partial<Record<string, string>> = { unwatched: 'sources', hours: 'teams' }

function Act({ insight, action, onAct }: { insight: Insight; action: string; onAct(): void }) {
  const tab = setups[insight.id.split(':', 1)[0] ?? '']
  if (tab !== undefined) {
    return (
      <Link
        to="/behavior/setup"
        search={{ tab }}
        className={buttonClass('plain', 'small')}
        aria-label={`${action}: ${insight.title}`}
      >
        {action}
      </Link>
    )
  }
  return (
    <Button size="small" aria-label={`View environments: ${insight.title}`} onClick={onAct}>
      View environments
    </Button>
  )
}
