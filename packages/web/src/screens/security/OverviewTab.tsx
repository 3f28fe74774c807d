import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkSeverities, checkWeights } from '@kept/domain/security-check.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { RequiredTagsNotice } from '../../required-tags/RequiredTagsNotice.tsx'
import { AtRisk } from './overview/AtRisk.tsx'
import { CheckTables } from './overview/CheckTables.tsx'
import { LastScans } from './overview/LastScans.tsx'
import { OverviewRail } from './overview/OverviewRail.tsx'
import { ScoreArithmetic } from './overview/ScoreArithmetic.tsx'
import { ScoreTrend } from './overview/ScoreTrend.tsx'
import { nextGain } from './overview/score.ts'
import { severityLabels } from './scans/scan-labels.ts'

type Check = SecurityOverview['checks'][number]

/** The score with its arithmetic, and every check behind it. */
export function OverviewTab({ organization }: { organization: string }) {
  const query = useQuery(api.security.overview.queryOptions({ input: { organization } }))
  const navigate = useNavigate()
  return (
    <Loaded query={query} failed="The security overview could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) => (
        <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
          <div className="min-w-0">
            <Score {...data} />
            <div className="mt-6 empty:hidden">
              <RequiredTagsNotice onOpen={() => void navigate({ to: '/resources', search: { tags: 'missing' } })} />
            </div>
            {data.checks.length === 0 ? (
              <EmptyState title="No checks" description="There is nothing to check yet." />
            ) : (
              <CheckTables checks={data.checks}>
                <LastScans organization={organization} {...data} />
                <AtRisk {...data} />
                <ScoreTrend history={data.history} />
              </CheckTables>
            )}
          </div>
          <OverviewRail organization={organization} overview={data} />
        </div>
      )}
    </Loaded>
  )
}

function Score(overview: SecurityOverview) {
  const { score, checks, active_incidents } = overview
  const applying = checks.filter(({ status }) => status === 'pass' || status === 'fail')
  const failing = applying.filter(({ status }) => status === 'fail')
  const gain = nextGain(overview)
  return (
    <section aria-label="Score">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <p className="figure">
          <span className="font-serif text-hero">{score.value}</span> <span className="text-soft">of 100</span>
        </p>
        <div className="min-w-0 flex-1 basis-72">
          <p className="text-pretty font-medium text-body">
            {failing.length === 0
              ? checks.some(({ status }) => status === 'unknown')
                ? 'No check fails.'
                : 'Every check passes.'
              : `${formatCount(failing.length)} of ${counted(applying.length, 'check')} ${failing.length === 1 ? 'fails' : 'fail'}.`}
            {gain && ` Fixing "${gain.check.title}" brings the score to ${gain.score}.`}
          </p>
          <p className="text-small text-soft">
            {active_incidents === 0 ? 'No active incidents.' : `${counted(active_incidents, 'active incident')}.`}
          </p>
        </div>
      </div>
      <ScoreBar checks={applying} />
      <ScoreArithmetic score={score} failing={failing} />
    </section>
  )
}

/** One block for each check that applies, as wide as its weight, and how many of each weight there are. */
function ScoreBar({ checks }: { checks: readonly Check[] }) {
  const bySeverity = checkSeverities.flatMap((severity) => {
    const members = checks.filter((check) => check.severity === severity)
    return members.length > 0 ? [{ severity, members, weight: checkWeights[severity] }] : []
  })
  return (
    <div aria-hidden="true" className="mt-4 flex gap-0.5 overflow-hidden">
      {bySeverity.map(({ severity, members, weight }, index) => (
        <div key={severity} style={{ flexGrow: members.length * weight }} className="min-w-0 basis-0">
          <div className="flex h-5 gap-0.5">
            {members.map(({ id, status, title }) => (
              <span
                key={id}
                title={title}
                className={cx('flex-1 rounded-small', status === 'fail' ? 'bg-leak' : 'bg-rule-strong')}
              />
            ))}
          </div>
          <p
            className={cx(
              // On a phone the labels would run into each other; the arithmetic below says the same.
              'mt-1 flex whitespace-nowrap text-small text-soft max-sm:hidden',
              // The last group is the lightest, and may be narrower than its label.
              index === bySeverity.length - 1 && 'justify-end',
            )}
          >
            {members.length} {severity === 'low' ? '' : severityLabels[severity].toLowerCase()} × {weight}
          </p>
        </div>
      ))}
    </div>
  )
}
